import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { formatMoney, type Minor } from '#kit/money.ts';
import { MAX_PLAN_AMOUNT } from '#schema/limits.ts';
import { NONE, refuse } from '../../errors.ts';
import { announceSubscription } from '../steps/move-subscription.ts';
import { type SubscriptionChanged, withSubscription } from '../steps/with-subscription.ts';
import { planOf } from '../store/subscriptions.ts';

/**
 * Sets the most that the chosen team pays for an app's usage per period. Refuses with `NOT_FOUND`, `NOT_APPLICABLE` for a
 * plan without usage, or `INVALID` for an amount below what was used already.
 */
export function setCap(
  ctx: SubgraphContext,
  { slug, cappedAmount }: { readonly slug: string; readonly cappedAmount: Minor },
): Promise<SubscriptionChanged> {
  return withSubscription(ctx, { type: 'app', slug }, async (em, subscription) => {
    const { currency, name, usage } = await planOf(em, subscription.planId);
    if (usage.length === 0)
      return refuse('NOT_APPLICABLE', `The plan "${name}" doesn't charge for usage.`, ['slug']);
    const { usageAmount } = subscription;
    if (!Number.isSafeInteger(cappedAmount) || cappedAmount < usageAmount || cappedAmount > MAX_PLAN_AMOUNT) {
      const [least, most] = [formatMoney(usageAmount, currency), formatMoney(MAX_PLAN_AMOUNT, currency)];
      return refuse('INVALID', `The cap can be ${least}, the usage in this period so far, to ${most}.`, [
        'cappedAmount',
      ]);
    }
    subscription.cappedAmount = cappedAmount;
    const change = formatMoney(cappedAmount, currency);
    await recordTeamEvent(ctx, em, [subscription.teamId], { kind: 'app.cap_set', subject: slug, change });
    await announceSubscription(ctx, em, subscription);
    return { subscription, userErrors: NONE };
  });
}
