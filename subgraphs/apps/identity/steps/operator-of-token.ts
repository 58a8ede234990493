import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { Account } from '../store/entities.ts';

/**
 * Returns the calling operator if the caller is an operator's own access token: what operators submit needs no
 * further review (docs/interface/apps.md#versions). Null for any other caller; in the panel, operators review
 * submissions, including their own.
 */
export async function operatorOfToken(
  { viewer }: Pick<SubgraphContext, 'viewer'>,
  em: Transaction,
): Promise<number | null> {
  if (viewer.kind !== 'account') return null;
  const account = await em.findOne(Account, { id: viewer.accountId, operator: true, status: 'active' });
  return account?.id ?? null;
}
