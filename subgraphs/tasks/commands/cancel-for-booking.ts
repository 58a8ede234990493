import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { isLegalMove } from '../domain/status.ts';
import { saveChange, setStatus } from '../steps/change-task.ts';
import { followRules } from '../steps/follow-rules.ts';
import { lockTasks } from '../store/lock-tasks.ts';
import { callOff, recordStatus, stayOf } from '../store/recorded-stays.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/** Cancels a cancelled booking's unfinished tasks and applies the rules for cancellations. Safe to repeat. */
export async function cancelForBooking(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.cancelled';
  await cancelTasks(ctx, booking, (em) =>
    followRules(ctx, em, types, { trigger, booking, stay: stayOf(booking) }),
  );
}

/**
 * Cancels the unfinished tasks of a booking that expired unconfirmed, like `cancelForBooking`, but applies no
 * rules.
 */
export const cancelForExpired = (ctx: SubgraphContext, booking: BookingEvent): Promise<void> =>
  cancelTasks(ctx, booking, async () => undefined);

async function cancelTasks(
  ctx: SubgraphContext,
  booking: BookingEvent,
  then: (em: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    if (!(await recordStatus(em, booking))) return;
    await callOff(em, booking);
    const tasks = await lockTasks(em, booking);
    for (const task of tasks.filter(({ status }) => isLegalMove(status, 'CANCELLED', 'platform'))) {
      await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'CANCELLED') });
    }
    await then(em);
  });
}
