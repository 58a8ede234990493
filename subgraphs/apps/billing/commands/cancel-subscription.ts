import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { NONE, refuse } from '../../errors.ts';
import { startOfDay } from '../domain/periods.ts';
import { announceSubscription } from '../steps/move-subscription.ts';
import {
  type ProductName,
  type ProductType,
  type SubscriptionChanged,
  withSubscription,
} from '../steps/with-subscription.ts';

/**
 * Cancels the chosen team's subscription at the end of the paid period, or of the trial: the app is then uninstalled, or
 * the theme removed from the team's storefronts. Safe to repeat. Refuses with `NOT_FOUND`, or `NOT_APPLICABLE` for a plan
 * that was paid once.
 */
export function cancelSubscription(
  ctx: SubgraphContext,
  { type = 'app', slug }: Partial<ProductName> & { readonly slug: string },
): Promise<SubscriptionChanged> {
  return withSubscription(ctx, { type, slug }, async (em, subscription) => {
    const { status, periodEnd, trialEndsAt = null } = subscription;
    if (subscription.cancelAt != null) return { subscription, userErrors: NONE };
    if (periodEnd == null)
      return refuse(
        'NOT_APPLICABLE',
        `The plan was paid once, so nothing else will be charged. ${INSTEAD[type]}`,
        ['slug'],
      );
    subscription.cancelAt = status === 'trial' ? trialEndsAt : startOfDay(Temporal.PlainDate.from(periodEnd));
    subscription.nextPlanId = null;
    await recordTeamEvent(ctx, em, [subscription.teamId], {
      kind: `${type}.subscription_cancelled`,
      subject: slug,
    });
    await announceSubscription(ctx, em, subscription);
    return { subscription, userErrors: NONE };
  });
}

const INSTEAD: Readonly<Record<ProductType, string>> = {
  app: 'Uninstall the app instead.',
  theme: 'Remove the theme from your storefronts instead.',
};
