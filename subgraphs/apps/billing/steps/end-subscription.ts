import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { utcDate } from '../domain/periods.ts';
import type { Subscription } from '../store/entities.ts';
import { keepTrialDays, lockLive, planOf } from '../store/subscriptions.ts';
import { chargeUsage } from './charge-period.ts';
import { moveSubscription } from './move-subscription.ts';

/** Ends an install's subscription, if it has one, in the transaction that uninstalls the app. Bills the last usage. */
export async function endSubscription(
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
): Promise<void> {
  const subscription = await lockLive(em, installId);
  if (subscription) await endLocked(ctx, em, subscription);
}

/** Ends a locked subscription in the caller's transaction, and bills the last usage. */
export async function endLocked(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
): Promise<void> {
  const now = ctx.clock.now();
  if (subscription.status === 'trial') await keepTrialDays(em, subscription, now);
  const plan = await planOf(em, subscription.planId);
  await chargeUsage(ctx, em, { subscription, plan, until: utcDate(now) });
  moveSubscription(subscription, 'cancel');
  subscription.endedAt = now;
  subscription.version += 1;
  await em.flush();
}
