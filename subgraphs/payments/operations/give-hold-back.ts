import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { asPayments } from '../access.ts';
import { PaymentSession } from '../store/entities.ts';
import { restoreHoldDocument } from './generated.ts';

/**
 * Gives the hold of a booking its first end back once no payment of it is pending any more. Safe to repeat. Where checkout
 * cannot be reached the hold lasts as long as the pending payment was given: nothing is lost
 * (docs/interface/payments.md#pending).
 */
export async function giveHoldBack(
  ctx: SubgraphContext,
  { bookingId, teamId }: Pick<PaymentSession, 'bookingId' | 'teamId'>,
): Promise<void> {
  if ((await reader(ctx).count(PaymentSession, { bookingId, status: 'PENDING' })) > 0) return;
  try {
    await ctx.execute(restoreHoldDocument, { bookingId: String(bookingId) }, asPayments(ctx, teamId));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, booking: bookingId }, 'a hold keeps the extension of a failed payment');
  }
}
