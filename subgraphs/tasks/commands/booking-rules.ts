import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueAtCheckOut } from '../domain/host-rules.ts';
import { isLegalMove } from '../domain/status.ts';
import { isAbout, isOpenWork, type TaskUnit, unitOf } from '../domain/task-unit.ts';
import { TaskEntity } from '../entities.ts';
import { findProperty } from '../operations/generated.ts';
import { saveChange, setStatus } from './change-task.ts';
import { createTask } from './create-task.ts';
import { ensureTaskTypes } from './task-types.ts';

/**
 * Creates what the team's host rules want for a confirmed booking, due on its check-out day. An event that came already, or
 * that a newer one of the same booking overtook, does nothing.
 */
export async function createForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const { property } = await ctx.execute(findProperty, { id: String(booking.propertyId) }, ctx);
  if (!property) throw new Error(`Property ${booking.propertyId} of a confirmed booking does not exist.`);
  await inTransaction(ctx, async (em) => {
    const heard = await hear(em, booking);
    if (!heard) return;
    for (const type of types.filter(({ atCheckOut }) => atCheckOut)) {
      await createTask(ctx, em, {
        type,
        propertyId: booking.propertyId,
        bookingId: booking.bookingId,
        unit: heard.unitsVersion > booking.version ? heard : unitOf(booking.lines),
        dueAt: dueAtCheckOut(booking.checkOut, property.timeZone),
      });
    }
  });
}

/** Keeps in mind which unit the tasks of a booking are about, once the host has assigned it. Safe to repeat. */
export async function followUnits(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const unit = unitOf(booking.lines);
  await inTransaction(ctx, async (em) => {
    if (!(await hearUnits(em, booking, unit))) return;
    for (const task of await lockTasks(em, booking)) {
      if (!isOpenWork(task.status) || isAbout(task, unit)) continue;
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => Object.assign(it, unit) });
    }
  });
}

/** Cancels the tasks of a booking that is called off, as far as they are not done. Safe to repeat. */
export async function cancelForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  await inTransaction(ctx, async (em) => {
    if (!(await hear(em, booking))) return;
    const tasks = await lockTasks(em, booking);
    for (const task of tasks.filter(({ status }) => isLegalMove(status, 'CANCELLED', 'platform'))) {
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'CANCELLED') });
    }
  });
}

/** The tasks of a booking, locked in the order in which everybody locks them. */
const lockTasks = (em: Transaction, { bookingId, teamId }: BookingEvent) =>
  em.find(
    TaskEntity,
    { bookingId, teamId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );

/** What was heard of a booking's units, under the version of the booking that said so. */
interface Heard extends TaskUnit {
  readonly unitsVersion: number;
}

/** Null for an event that a newer one about the booking's status overtook; remembers it, with the transaction that acts on it. */
async function hear(em: Transaction, { bookingId, version }: BookingEvent): Promise<Heard | null> {
  const { rows } = await sql<Heard>`
    INSERT INTO tasks.booking_heard AS heard (booking_id, version) VALUES (${bookingId}, ${version})
    ON CONFLICT (booking_id) DO UPDATE SET version = excluded.version WHERE heard.version < excluded.version
    RETURNING units_version AS "unitsVersion", unit_type_id::float8 AS "unitTypeId", unit_id::float8 AS "unitId"
  `.execute(em.getKysely<unknown>());
  return rows[0] ?? null;
}

/** The same for an event about the booking's units: it neither overtakes nor is overtaken by those about its status. */
async function hearUnits(
  em: Transaction,
  { bookingId, version }: BookingEvent,
  unit: TaskUnit,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO tasks.booking_heard AS heard (booking_id, version, units_version, unit_type_id, unit_id)
    VALUES (${bookingId}, 0, ${version}, ${unit.unitTypeId}, ${unit.unitId})
    ON CONFLICT (booking_id) DO UPDATE
      SET units_version = excluded.units_version, unit_type_id = excluded.unit_type_id, unit_id = excluded.unit_id
      WHERE heard.units_version < excluded.units_version
    RETURNING 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}
