import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import { type AppInvoice, StatementPayment } from './entities.ts';

/** Returns a payment session's money for a locked statement; null if the statement has none. */
export async function findPayment(
  em: Transaction,
  invoice: AppInvoice,
  sessionId: string,
): Promise<StatementPayment | null> {
  const { id: invoiceId, paidSessionId, paidAmount, paidAt } = invoice;
  const known = await em.findOne(StatementPayment, { sessionId, invoiceId });
  if (known || paidSessionId !== sessionId || paidAmount == null || paidAt == null) return known;
  // Releases without this table recorded only the statement's last payment.
  return em.create(StatementPayment, { sessionId, invoiceId, amount: paidAmount, at: paidAt });
}

/** Records a payment session's money for a locked statement. */
export function addPayment(
  ctx: SubgraphContext,
  em: Transaction,
  { id: invoiceId }: AppInvoice,
  { sessionId, amount }: { readonly sessionId: string; readonly amount: Minor },
): void {
  em.create(StatementPayment, { sessionId, invoiceId, amount, at: ctx.clock.now() });
}
