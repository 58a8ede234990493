import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { NONE, refuse } from '../../errors.ts';
import { utcDate } from '../domain/periods.ts';
import { decideChange } from '../domain/plan-change.ts';
import { productOf } from '../domain/product.ts';
import { prorate } from '../domain/proration.ts';
import { inWords, periodOf } from '../steps/charge-period.ts';
import { chargeTeam } from '../steps/charge-team.ts';
import { announceSubscription } from '../steps/move-subscription.ts';
import { type ProductName, type SubscriptionChanged, withSubscription } from '../steps/with-subscription.ts';
import { Plan, type Subscription } from '../store/entities.ts';
import { planOf } from '../store/subscriptions.ts';

interface Change extends Partial<ProductName> {
  readonly slug: string;
  readonly plan: string;
  readonly planVersion?: number | null;
}

/**
 * Changes the chosen team's plan for an app or theme: an upgrade applies now and is prorated, any other change from the next
 * period. Choosing the current plan undoes a pending change or cancellation. Refuses with `NOT_FOUND`, `PLAN_CHANGED`,
 * or `NOT_APPLICABLE` for a plan that was paid once (docs/interface/billing.md#changes).
 */
export function changeSubscription(
  ctx: SubgraphContext,
  { type = 'app', slug, plan: key, planVersion = null }: Change,
): Promise<SubscriptionChanged> {
  return withSubscription(ctx, { type, slug }, async (em, subscription) => {
    const current = await planOf(em, subscription.planId);
    const offered = await em.findOne(Plan, {
      ...productOf(subscription),
      key,
      isCurrent: true,
      active: true,
    });
    // A subscriber keeps the accepted version, unless the host accepts another.
    const keeps = current.key === key && (planVersion === current.version || !offered);
    const plan = keeps ? current : offered;
    if (!plan) return refuse('NOT_FOUND', `The ${type} has no plan "${key}" that can be chosen.`, ['plan']);
    if (planVersion !== null && planVersion !== plan.version)
      return refuse('PLAN_CHANGED', 'The plan changed. Review its price and terms again.', ['planVersion']);
    if (plan.id !== current.id && subscription.periodEnd == null) {
      const message = `The plan "${current.name}" was paid once and has no periods.`;
      return refuse('NOT_APPLICABLE', message, ['plan']);
    }
    subscription.cancelAt = null;
    subscription.nextPlanId = null;
    if (plan.id !== current.id) {
      const inTrial = subscription.status === 'trial';
      if (decideChange(current, plan, { inTrial }) === 'now')
        await changeNow(ctx, em, { subscription, current, plan });
      else subscription.nextPlanId = plan.id;
    }
    const event = { kind: `${type}.plan_changed`, subject: slug, change: plan.name } as const;
    await recordTeamEvent(ctx, em, [subscription.teamId], event);
    await announceSubscription(ctx, em, subscription);
    return { subscription, userErrors: NONE };
  });
}

async function changeNow(
  ctx: SubgraphContext,
  em: Transaction,
  {
    subscription,
    current,
    plan,
  }: { readonly subscription: Subscription; readonly current: Plan; readonly plan: Plan },
): Promise<void> {
  const { quantity, usageAmount } = subscription;
  subscription.planId = plan.id;
  // Usage up to now stays charged, so the cap can't be lower.
  subscription.cappedAmount =
    plan.cappedAmount == null && usageAmount === 0 ? null : Math.max(plan.cappedAmount ?? 0, usageAmount);
  if (!subscription.isCharged) return;
  const period = periodOf(subscription);
  const today = utcDate(ctx.clock.now());
  const price = { before: current.amount * quantity, after: plan.amount * quantity };
  const { credit, charge } = prorate(price, period, today);
  const { currency } = plan;
  const rest = { start: today, end: period.end };
  await chargeTeam(ctx, em, subscription, [
    { what: `unused days of ${inWords(current, rest)}`, amount: credit, currency },
    { what: inWords(plan, rest), amount: charge, currency },
  ]);
}
