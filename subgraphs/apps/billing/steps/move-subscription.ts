import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { MOVES, type SubscriptionMove } from '../domain/subscription-states.ts';
import type { Subscription } from '../store/entities.ts';

/** Makes a legal move of a locked subscription, in the caller's transaction. */
export function moveSubscription(subscription: Subscription, move: SubscriptionMove): void {
  const { from, to } = MOVES[move];
  if (!from.includes(subscription.status))
    throw new Error(`A subscription that is ${subscription.status} can't make the move ${move}.`);
  subscription.status = to;
}

/** Publishes a subscription's change to its app, in the change's transaction. A theme has no server. */
export async function announceSubscription(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  topic: 'app.subscription_changed' | 'app.usage_near_cap' = 'app.subscription_changed',
): Promise<void> {
  if (topic === 'app.subscription_changed') subscription.version += 1;
  await em.flush();
  const { installId = null } = subscription;
  if (installId !== null)
    await ctx.services.apps.hooks.publishSubscription(ctx, em, topic, { ...subscription, installId });
}
