import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { Subscription } from '../store/entities.ts';
import { settleDebt } from './settle-debt.ts';

/** Restores a team's apps and themes whose statements are now paid, in the payment's transaction. */
export async function settleTeam(ctx: SubgraphContext, em: Transaction, teamId: number): Promise<void> {
  await em.flush();
  const owed = await em.find(
    Subscription,
    { teamId, status: ['past_due', 'frozen'] },
    { fields: ['installId', 'themeId', 'teamId'], orderBy: { installId: 'asc', id: 'asc' } },
  );
  for (const subscription of owed) await settleDebt(ctx, em, subscription);
}
