import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueAtCheckOut } from '../domain/host-rules.ts';
import { isLegalMove } from '../domain/status.ts';
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
    if (!(await isNews(em, booking))) return;
    for (const type of types.filter(({ atCheckOut }) => atCheckOut)) {
      await createTask(ctx, em, {
        type,
        propertyId: booking.propertyId,
        bookingId: booking.bookingId,
        dueAt: dueAtCheckOut(booking.checkOut, property.timeZone),
      });
    }
  });
}

/** Cancels the tasks of a booking that is called off, as far as they are not done. Safe to repeat. */
export async function cancelForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  await inTransaction(ctx, async (em) => {
    if (!(await isNews(em, booking))) return;
    const tasks = await em.find(
      TaskEntity,
      { bookingId: booking.bookingId, teamId: booking.teamId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    for (const task of tasks.filter(({ status }) => isLegalMove(status, 'CANCELLED', 'platform'))) {
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'CANCELLED') });
    }
  });
}

/** Whether this is the newest event heard about its booking; remembers it, with the transaction that acts on it. */
async function isNews(em: Transaction, { bookingId, version }: BookingEvent): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO tasks.booking_heard AS heard (booking_id, version) VALUES (${bookingId}, ${version})
    ON CONFLICT (booking_id) DO UPDATE SET version = excluded.version WHERE heard.version < excluded.version
    RETURNING 1`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}
