import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/**
 * True if a team's storefronts take no nights because it's closing; waits for a closing or reopening under
 * way. Null for a team without storefronts.
 */
export async function findTeamClosing(em: Transaction, teamId: number): Promise<boolean | null> {
  const storefronts = await tables(em)
    .selectFrom('storefront')
    .select('teamClosing')
    .where('teamId', '=', teamId)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return storefronts.length === 0 ? null : storefronts.some(({ teamClosing }) => teamClosing);
}
