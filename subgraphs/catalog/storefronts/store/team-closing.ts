import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/**
 * Whether the storefronts of a team take no nights because it closes, once a closing or a reopening that is under way has written so;
 * null for a team without any.
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
