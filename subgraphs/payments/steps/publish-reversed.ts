import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { divideReversed } from '../domain/reversals.ts';
import type { PaymentSession, Reversal } from '../store/entities.ts';
import { readReversals } from '../store/reversals.ts';

/**
 * Publishes the amount taken back from a locked session's payment for a statement, after a report or a refund changed it.
 * Does nothing without a dispute or outside refund.
 */
export async function publishReversed(
  ctx: SubgraphContext,
  em: Transaction,
  session: PaymentSession,
  report: Pick<Reversal, 'reference' | 'status' | 'amount'> | null = null,
): Promise<void> {
  const { id, teamId, statementId, statementNumber, amount, currency, appName } = session;
  if (statementId === null || statementNumber === null) return;
  await em.flush();
  const { reversals, refunds } = await readReversals(em, session);
  if (reversals.length === 0) return;
  session.reversalVersion += 1;
  await publish(ctx, em, 'statement_payment.reversed', {
    teamId,
    invoiceId: statementId,
    number: statementNumber,
    paymentSessionId: id,
    reversed: divideReversed(amount, reversals, refunds).reversed,
    version: session.reversalVersion,
    currency,
    app: appName,
    report: report && { reference: report.reference, status: report.status, amount: report.amount },
  });
}
