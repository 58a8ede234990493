import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { isUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { refundable } from '../domain/refunds.ts';
import { checkText, type Refusal } from '../errors.ts';
import { type RefundBar, reserveRefund } from '../operations/reserve-refund.ts';
import { reachesBooking } from '../queries/in-reach.ts';
import { findSession } from '../queries/sessions.ts';
import { insertRefund, recordRequested } from '../steps/insert-refund.ts';
import { isOfBooking, PaymentSession, Refund } from '../store/entities.ts';

/** A refund after a mutation, and the mutation's errors. */
export interface RefundResult {
  readonly refundSession: Refund | null;
  readonly userErrors: readonly Refusal[];
}

/**
 * Opens a refund for a resolved session in the host's team. A session's refunds can't exceed its payment:
 * they're summed under its lock. Refuses with `NOT_FOUND`, `INVALID`, `INVALID_TRANSITION`,
 * `PAYMENT_DISPUTED` or `REFUND_TOO_LARGE`. See docs/interface/payments.md#refunds.
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
  // An operator credits a statement instead (`appInvoiceCredit`).
  if (!paid || !isOfBooking(paid) || !(await reachesBooking(ctx, String(paid.bookingId)))) return notFound();
  const opened = await inTransaction(ctx, async (em): Promise<RefundResult> => {
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
      return tooLarge(left, session.currency);
    }
    return { refundSession: await insertRefund(ctx, em, session, { amount, reason }), userErrors: [] };
  });
  if (!opened.refundSession) return opened;
  const { refundSession } = opened;
  const bar = await reserve(ctx, refundSession, paid);
  if (bar === null) {
    await inTransaction(ctx, (em) => recordRequested(ctx, em, refundSession));
    return opened;
  }
  const { id: refundId } = refundSession;
  await reader(ctx).nativeDelete(Refund, {
    id: refundId,
    status: { $in: ['INITIATED', 'MANUAL', 'REJECTED'] },
  });
  return bar === 'disputed'
    ? refuse('paymentSessionId', 'PAYMENT_DISPUTED', DISPUTED)
    : tooLarge(bar.left, paid.currency);
}

const DISPUTED =
  "This payment's dispute is open. It can be refunded once the app reports that the dispute was won.";

/** Enters the refund in the folio; if checkout is unavailable, the job that sends the refund enters it later. */
async function reserve(
  ctx: SubgraphContext,
  refund: Refund,
  session: PaymentSession,
): Promise<RefundBar | null> {
  try {
    return await reserveRefund(ctx, refund, session);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, refund: refund.id }, 'Failed to enter a refund in its folio; retrying later');
    return null;
  }
}

const tooLarge = (left: number, currency: string) =>
  refuse('amount', 'REFUND_TOO_LARGE', `${formatMoney(left, currency)} can still be refunded.`);

const refuse = (field: string, code: Refusal['code'], message: string): RefundResult => ({
  refundSession: null,
  userErrors: [{ field: ['input', field], code, message }],
});

const notFound = () => refuse('paymentSessionId', 'NOT_FOUND', 'This team has no such payment session.');
