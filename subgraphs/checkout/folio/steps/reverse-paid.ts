import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { derivedPayment, type FolioBooking } from '../domain/derived-entries.ts';
import { reversalOf, todayIn } from '../domain/reversals.ts';
import { storedEntries } from '../store/entries.ts';
import { appendEntries } from './append-entries.ts';
import { settleDue } from './settle-due.ts';

/**
 * Reverses what a channel collected for a booking that the channel cancelled and refunds itself. Payments
 * that the host recorded stay.
 */
export async function reversePaid(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
): Promise<void> {
  const collected = derivedPayment(booking, await storedEntries(em, booking.id));
  if (!collected) return;
  const now = ctx.clock.now();
  const reversal = { ...reversalOf(collected, todayIn(booking.timeZone, now)), date: null, receivedAt: now };
  await appendEntries(ctx, em, booking, [collected, reversal], { paid: -collected.amount });
  await settleDue(ctx, em, booking.id);
}
