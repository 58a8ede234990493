import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { refundable } from '../domain/refunds.ts';
import { checkText, type Refusal } from '../errors.ts';
import { reachesBooking } from '../queries/in-reach.ts';
import { findSession } from '../queries/sessions.ts';
import { insertRefund } from '../steps/insert-refund.ts';
import { PaymentSession, Refund } from '../store/entities.ts';

/** A refund after a mutation, and the mutation's errors. */
export interface RefundResult {
  readonly refundSession: Refund | null;
  readonly userErrors: readonly Refusal[];
}

/**
 * Opens a refund for a resolved session in the host's team. A session's refunds can't exceed its payment:
 * they're summed under its lock. Refuses with `NOT_FOUND`, `INVALID`, `INVALID_TRANSITION` or
 * `REFUND_TOO_LARGE`. See docs/interface/payments.md#refunds.
 */
export async function openRefund(
  ctx: SubgraphContext,
  given: { readonly paymentSessionId: string; readonly amount: number; readonly reason: string },
): Promise<RefundResult> {
  const { paymentSessionId: id, amount, reason } = given;
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const problems = checkText(reason, ['input', 'reason'], 500);
  if (problems.length) return { refundSession: null, userErrors: problems };
  if (amount <= 0) return refuse('amount', 'INVALID', 'The amount must be above 0.');
  if (teamId === null || !isUuid(id)) return notFound();
  const paid = await findSession(ctx, id);
  if (!paid || !(await reachesBooking(ctx, String(paid.bookingId)))) return notFound();
  return inTransaction(ctx, async (em) => {
    const session = await em.findOne(
      PaymentSession,
      { id, teamId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!session) return notFound();
    if (session.status !== 'RESOLVED') {
      return refuse('paymentSessionId', 'INVALID_TRANSITION', "This session hasn't been paid.");
    }
    const left = refundable(session.amount, await em.find(Refund, { sessionId: id }));
    if (amount > left) {
      const most = formatMoney(left, session.currency);
      return refuse('amount', 'REFUND_TOO_LARGE', `You can refund at most ${most} more of this payment.`);
    }
    return { refundSession: await insertRefund(ctx, em, session, { amount, reason }), userErrors: [] };
  });
}

const refuse = (field: string, code: Refusal['code'], message: string): RefundResult => ({
  refundSession: null,
  userErrors: [{ field: ['input', field], code, message }],
});

const notFound = () => refuse('paymentSessionId', 'NOT_FOUND', 'This team has no such payment session.');
