import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { dueOnDay } from '../domain/host-rules.ts';
import { createTask } from '../steps/create-task.ts';
import { anyRule, followRules } from '../steps/follow-rules.ts';
import { recordStatus, stayOf } from '../store/recorded-stays.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/**
 * Creates tasks for a confirmed booking under the team's host rules, due on its check-out day. Ignores a
 * repeated or outdated event; uses the stay from a newer event.
 */
export async function createForBooking(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  await inTransaction(ctx, async (em) => {
    const stay = await recordStatus(em, booking);
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
        imported: booking.imported,
      });
    }
    await followRules(ctx, em, types, { trigger: 'booking.confirmed', booking, stay });
  });
}

/** Applies the check-out rules to a booking. Safe to repeat. */
export async function createAtCheckOut(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  const types = await ensureTaskTypes(ctx, booking.teamId);
  const trigger = 'booking.checked_out';
  if (!anyRule(types, trigger)) return;
  await inTransaction(ctx, (em) => followRules(ctx, em, types, { trigger, booking, stay: stayOf(booking) }));
}
