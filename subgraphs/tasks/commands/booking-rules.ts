import type { IslandContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueOnDay } from '../domain/host-rules.ts';
import { isLegalMove } from '../domain/status.ts';
import { callOff, hear, stayOf } from '../heard-bookings.ts';
import { saveChange, setStatus } from './change-task.ts';
import { createTask } from './create-task.ts';
import { lockTasks } from './lock-tasks.ts';
import { anyRule, followRules } from './rule-tasks.ts';
import { ensureTaskTypes } from './task-types.ts';

/**
 * Creates what the team's host rules want for a confirmed booking, due on its check-out day. An event that came already, or
 * that a newer one of the same booking overtook, does nothing; a newer one about its stay is followed.
 */
export async function createForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  await inTransaction(ctx, async (em) => {
    const stay = await hear(em, booking);
    if (!stay) return;
    const { propertyId, unitTypeId, unitId } = stay;
    for (const type of types.filter(({ atCheckOut, state }) => atCheckOut && state === 'enabled')) {
      await createTask(ctx, em, {
        type,
        propertyId,
        bookingId: booking.bookingId,
        unit: { unitTypeId, unitId },
        dueAt: dueOnDay('check_out', stay),
        dueOn: 'check_out',
      });
    }
    await followRules(ctx, em, types, { trigger: 'booking.confirmed', booking, stay });
  });
}

/** Follows the rules for a booking whose guests left. Safe to repeat. */
export async function createAtCheckOut(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.checked_out';
  if (!anyRule(types, trigger)) return;
  await inTransaction(ctx, (em) => followRules(ctx, em, types, { trigger, booking, stay: stayOf(booking) }));
}

/** Cancels the tasks of a booking that is cancelled, as far as they are not done, and follows the rules for it. Safe to repeat. */
export async function cancelForBooking(ctx: IslandContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.cancelled';
  await cancelTasks(ctx, booking, (em) =>
    followRules(ctx, em, types, { trigger, booking, stay: stayOf(booking) }),
  );
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
    await callOff(em, booking);
    const tasks = await lockTasks(em, booking);
    for (const task of tasks.filter(({ status }) => isLegalMove(status, 'CANCELLED', 'platform'))) {
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'CANCELLED') });
    }
    await then(em);
  });
}
