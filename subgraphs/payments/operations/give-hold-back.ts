import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { asPayments } from '../access.ts';
import { PaymentSession } from '../store/entities.ts';
import { restoreHoldDocument } from './generated.ts';

/**
 * Restores a booking's original hold once it has no pending payment; does nothing for a statement. Safe to repeat. If checkout is
 * unavailable, the hold keeps its extended end without harm (docs/interface/payments.md#pending).
 */
export async function giveHoldBack(
  ctx: SubgraphContext,
  { bookingId, teamId }: Pick<PaymentSession, 'bookingId' | 'teamId'>,
): Promise<void> {
  if (bookingId === null) return;
  if ((await reader(ctx).count(PaymentSession, { bookingId, status: 'PENDING' })) > 0) return;
  try {
    await ctx.execute(restoreHoldDocument, { bookingId: String(bookingId) }, asPayments(ctx, teamId));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn(
      { err: error, booking: bookingId },
      "Failed to take back a hold's extension after a failed payment",
    );
  }
}
