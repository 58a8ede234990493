import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import { amountDue, payOutcome, type StatementOutcome } from '../domain/statements.ts';
import { lockStatement, payInvoice, payPart } from '../steps/pay-invoice.ts';
import { addPayment, findPayment } from '../store/statement-payments.ts';

/**
 * Pays a statement with a payment session's money. Safe to repeat and to run concurrently: a session always returns its
 * first outcome, and no amount is paid twice. The session's team was the operator's when the session was opened, so the
 * payment counts even if `PLATFORM_TEAM` has changed since. See docs/interface/payments.md#statements.
 */
export async function payBySession(
  ctx: SubgraphContext,
  given: {
    readonly id: string;
    readonly paymentSessionId: string;
    readonly amount: number;
    readonly currency: string;
    readonly method: string;
  },
): Promise<StatementOutcome> {
  const { paymentSessionId: sessionId, amount, currency, method: through } = given;
  if (ctx.viewer.kind !== 'payments' || !isUuid(sessionId)) throw new Error('There is no such statement.');
  return inTransaction(ctx, async (em) => {
    const invoice = await lockStatement(em, parseWideId(given.id) ?? 0);
    if (invoice?.currency !== currency) throw new Error('There is no such statement.');
    const known = await findPayment(em, invoice, sessionId);
    const decided = payOutcome(invoice, { amount, accepted: known?.amount ?? null });
    if (known !== null || invoice.status !== 'open') return decided;
    const isPart = amount < amountDue(invoice);
    if (isPart && invoice.owed == null)
      throw new Error(`Statement ${invoice.number} owes more than was paid.`);
    addPayment(ctx, em, invoice, { sessionId, amount: amount - decided.excess });
    if (isPart) await payPart(ctx, em, invoice, amount);
    else await payInvoice(ctx, em, invoice, { sessionId, through });
    return decided;
  });
}
