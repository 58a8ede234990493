import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import type { RefundCause, RefundDueEvent } from '#schema/events.ts';
import { asPayments } from '../access.ts';
import { refundable } from '../domain/refunds.ts';
import { paymentAppsDocument, refundTermsDocument, startRefundDocument } from '../operations/generated.ts';
import { insertRefund, recordRequested } from '../steps/insert-refund.ts';
import { publishRefund } from '../steps/publish-refund.ts';
import { PaymentSession, Refund } from '../store/entities.ts';

/** Reasons sent to the app. */
const REASONS: Readonly<Record<RefundCause, string>> = {
  cancellation: 'The booking was cancelled.',
  change: 'The guest changed the stay.',
};

/**
 * Starts a due refund, or the payment's part of it, if the storefront wants that and the payment's app supports
 * refunds; otherwise, it stays due for a person. Safe to repeat and to run concurrently: checkout claims each part
 * once, and the claim names the session. See docs/interface/payments.md#automatic-refunds.
 */
export async function startRefund(ctx: SubgraphContext, event: RefundDueEvent): Promise<void> {
  const { teamId, bookingId, storefrontId, entryId, paymentSessionId, cause } = event;
  const caller = asPayments(ctx, teamId);
  const variables = { storefrontId: String(storefrontId) };
  const { guestTerms } = await ctx.execute(refundTermsDocument, variables, caller);
  if (!guestTerms?.automaticRefunds) return;
  const paid = await reader(ctx).findOne(PaymentSession, {
    id: paymentSessionId,
    teamId,
    status: 'RESOLVED',
  });
  const { paymentApps } = await ctx.execute(paymentAppsDocument, {}, caller);
  const app = paymentApps.find(({ installId }) => Number(installId) === paid?.installId);
  if (!paid || !app?.refunds) return;
  const claim = { bookingId: String(bookingId), entryId, paymentSessionId };
  const { folioRefundStart: started } = await ctx.execute(startRefundDocument, claim, caller);
  if (!started) return;
  const { refundSessionId: id, amount } = started;
  await inTransaction(ctx, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
    const session = await em.findOneOrFail(PaymentSession, { id: paid.id }, lock);
    const refunds = await em.find(Refund, { sessionId: session.id });
    if (refunds.some((refund) => refund.id === id)) return;
    const refund = await insertRefund(ctx, em, session, { id, amount, reason: REASONS[cause] });
    if (amount <= refundable(session.amount, refunds)) return recordRequested(ctx, em, refund);
    // A refund of this payment that the folio doesn't know yet. The claimed refund becomes due again.
    Object.assign(refund, { status: 'REJECTED', rejectCode: 'refund_too_large' });
    await publishRefund(ctx, em, refund, 'REJECTED');
  });
}
