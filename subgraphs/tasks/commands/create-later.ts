import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { createDue, Due } from '../steps/follow-rules.ts';
import { latestStay } from '../store/recorded-stays.ts';

/**
 * Creates a task when its rule's offset has passed, for the booking's current stay, unless the booking has
 * been cancelled. Safe to repeat.
 */
export async function createLater(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { version, ...due } = Due.parse(data);
  await inTransaction(ctx, async (em) => {
    const then = { ...due.stay, ...due.unit, propertyId: due.propertyId };
    const { calledOff, stay } = await latestStay(em, due.bookingId, { version, stay: then });
    if (calledOff && due.trigger !== 'booking.cancelled') return;
    const { propertyId, unitTypeId, unitId, ...dates } = stay;
    await createDue(ctx, em, { ...due, propertyId, unit: { unitTypeId, unitId }, stay: dates });
  });
}
