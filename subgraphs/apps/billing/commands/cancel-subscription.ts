import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { NONE, refuse } from '../../errors.ts';
import { startOfDay } from '../domain/periods.ts';
import { announceSubscription } from '../steps/move-subscription.ts';
import { type SubscriptionChanged, withSubscription } from '../steps/with-subscription.ts';

/**
 * Cancels the chosen team's subscription: the app is uninstalled at the end of the paid period, or of the trial. Safe to
 * repeat. Refuses with `NOT_FOUND`, or `NOT_APPLICABLE` for a plan that was paid once.
 */
export function cancelSubscription(
  ctx: SubgraphContext,
  { slug }: { readonly slug: string },
): Promise<SubscriptionChanged> {
  return withSubscription(ctx, slug, async (em, subscription) => {
    const { status, periodEnd, trialEndsAt = null } = subscription;
    if (subscription.cancelAt != null) return { subscription, userErrors: NONE };
    if (periodEnd == null)
      return refuse(
        'NOT_APPLICABLE',
        'The plan was paid once, so nothing else will be charged. Uninstall the app instead.',
        ['slug'],
      );
    subscription.cancelAt = status === 'trial' ? trialEndsAt : startOfDay(Temporal.PlainDate.from(periodEnd));
    subscription.nextPlanId = null;
    await recordTeamEvent(ctx, em, [subscription.teamId], {
      kind: 'app.subscription_cancelled',
      subject: slug,
    });
    await announceSubscription(ctx, em, subscription);
    return { subscription, userErrors: NONE };
  });
}
