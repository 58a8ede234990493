import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { endUnproved } from './end-access.ts';

/**
 * Takes an address from another account that never verified it, for the account whose owner has just verified
 * it. The other account gets a placeholder and loses its access.
 */
export async function freeAddress(
  ctx: SubgraphContext,
  em: Transaction,
  email: string,
  accountId: number,
): Promise<void> {
  const unproved = await tables(em)
    .updateTable('accounts')
    .set({ email: sql`'unproved-' || id || '@invalid'` })
    .where('email', '=', email)
    .where('id', '!=', accountId)
    .where('verifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (unproved) await endUnproved(ctx, em, unproved.id);
}
