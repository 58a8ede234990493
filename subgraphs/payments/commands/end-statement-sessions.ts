import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { endSessions, type Which } from '../steps/end-sessions.ts';

/**
 * Ends a statement's open sessions once it's paid or credited in full; after a partial credit, only those at another
 * amount. A pending payment may already be on its way, so it stays until nothing is due: what exceeds the amount due is
 * refunded. Safe to repeat, and in any order, because amounts due only fall. See docs/interface/payments.md#statements.
 */
export async function endStatementSessions(
  ctx: SubgraphContext,
  { statementId, amountDue }: { readonly statementId: number; readonly amountDue: number },
): Promise<void> {
  const outdated: Which = (row) =>
    row.and([
      row('statementId', '=', statementId),
      ...(amountDue > 0 ? [row('amount', '>', amountDue), row('status', '<>', 'PENDING')] : []),
    ]);
  await inTransaction(ctx, (em) => endSessions(ctx, em, 'cancel', outdated));
}
