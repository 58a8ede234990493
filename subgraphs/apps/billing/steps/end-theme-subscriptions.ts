import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { Subscription } from '../store/entities.ts';
import { endThemeSubscription } from './end-theme-subscription.ts';

/** Ends a closing team's subscriptions to themes, in the caller's transaction. */
export async function endThemeSubscriptions(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId }: { readonly teamId: number },
): Promise<void> {
  const live = await em.find(
    Subscription,
    { teamId, themeId: { $ne: null }, status: { $ne: 'cancelled' } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  for (const subscription of live) await endThemeSubscription(ctx, em, subscription);
}
