import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { asPayments } from '../access.ts';
import { bookedMethod } from '../domain/methods.ts';
import { isAccepted, isOfBooking, type PaymentSession, type Refund, Reversal } from '../store/entities.ts';
import { reserveRefundDocument } from './generated.ts';

/** Reason why a refund isn't accepted: the payment's dispute is open, or the amount exceeds what's left. */
export type RefundBar = 'disputed' | { readonly left: number };

/**
 * Enters a refund in its booking's folio, which keeps total refunds within what was paid. Returns null if the
 * refund fits, otherwise the reason. Safe to retry. A payment that the booking
 * hasn't accepted is always refunded, and so is a statement's, which has no folio, unless its dispute is open.
 */
export async function reserveRefund(
  ctx: SubgraphContext,
  { id, teamId, amount, installId }: Refund,
  session: PaymentSession,
): Promise<RefundBar | null> {
  if (!isOfBooking(session)) {
    const disputes = await reader(ctx).count(Reversal, { sessionId: session.id, status: 'disputed' });
    return disputes > 0 ? 'disputed' : null;
  }
  const { folioRefundReserve: answer } = await ctx.execute(
    reserveRefundDocument,
    {
      bookingId: String(session.bookingId),
      paymentSessionId: session.id,
      refundSessionId: id,
      amount,
      method: bookedMethod(session),
      isManual: installId === null,
      isExcess: !isAccepted(session.settlement),
    },
    asPayments(ctx, teamId),
  );
  if (answer.accepted) return null;
  return answer.isDisputed ? 'disputed' : { left: answer.left };
}
