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
import { anyRule, followRules } from './rule-tasks.ts';
import { ensureTaskTypes } from './task-types.ts';

/**
 * Creates what the team's host rules want for a confirmed booking, due on its check-out day. An event that came already, or
 * that a newer one of the same booking overtook, does nothing.
 */
export async function createForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const timeZone = await timeZoneOf(ctx, booking);
  await inTransaction(ctx, async (em) => {
    const heard = await hear(em, booking);
    if (!heard) return;
    const unit = heard.unitsVersion > booking.version ? heard : unitOf(booking.lines);
    for (const type of types.filter(({ atCheckOut, state }) => atCheckOut && state === 'enabled')) {
      await createTask(ctx, em, {
        type,
        propertyId: booking.propertyId,
        bookingId: booking.bookingId,
        unit,
        dueAt: dueAtCheckOut(booking.checkOut, timeZone),
      });
    }
    const { unitTypeId, unitId } = unit;
    const happened = {
      trigger: 'booking.confirmed',
      booking,
      timeZone,
      unit: { unitTypeId, unitId },
    } as const;
    await followRules(ctx, em, types, happened);
  });
}

/** Follows the rules for a booking whose guests left. Safe to repeat. */
export async function createAtCheckOut(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.checked_out';
  if (!anyRule(types, trigger)) return;
  const timeZone = await timeZoneOf(ctx, booking);
  await inTransaction(ctx, (em) => followRules(ctx, em, types, { trigger, booking, timeZone }));
}

async function timeZoneOf(ctx: IslandContext, { propertyId }: BookingEvent): Promise<string> {
  const { property } = await ctx.execute(findProperty, { id: String(propertyId) }, ctx);
  if (!property) throw new Error(`Property ${propertyId} of a booking does not exist.`);
  return property.timeZone;
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

/** Cancels the tasks of a booking that is cancelled, as far as they are not done, and follows the rules for it. Safe to repeat. */
export async function cancelForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.cancelled';
  const timeZone = anyRule(types, trigger) ? await timeZoneOf(ctx, booking) : null;
  await cancelTasks(ctx, booking, async (em) => {
    if (timeZone !== null) await followRules(ctx, em, types, { trigger, booking, timeZone });
  });
}

/** The same for a booking that was never confirmed and expired: no rule is about that. */
export const cancelForExpired = (ctx: IslandContext, booking: BookingEvent): Promise<void> =>
  cancelTasks(ctx, booking, async () => undefined);

async function cancelTasks(
  ctx: IslandContext,
  booking: BookingEvent,
  then: (em: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    if (!(await hear(em, booking))) return;
    await sql`UPDATE tasks.booking_heard SET called_off = true WHERE booking_id = ${booking.bookingId}`.execute(
      em.getKysely<unknown>(),
    );
    const tasks = await lockTasks(em, booking);
    for (const task of tasks.filter(({ status }) => isLegalMove(status, 'CANCELLED', 'platform'))) {
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'CANCELLED') });
    }
    await then(em);
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
