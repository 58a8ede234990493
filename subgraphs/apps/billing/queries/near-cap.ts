import type { SubgraphContext } from '#db/context.ts';
import { MAX_USAGE_QUANTITY } from '#schema/limits.ts';
import { type NearCapStep, stepToNearCap } from '../domain/usage.ts';
import { findPlan } from './plans.ts';
import { findSubscription } from './subscriptions.ts';

/**
 * Returns the next step that brings a test subscription's usage to 80% of its cap, for triggers, or a sentence if there
 * is none.
 */
export async function findNearCapStep(
  ctx: SubgraphContext,
  installId: number,
): Promise<(NearCapStep & { readonly currency: string }) | { readonly reason: string }> {
  const subscription = await findSubscription(ctx, installId);
  if (!subscription || subscription.status === 'cancelled' || !subscription.test)
    return { reason: 'The install has no test subscription. Give the app a plan, and install it again.' };
  const { trialEndsAt, usage, usageAmount, cappedAmount, planId } = subscription;
  if (trialEndsAt && trialEndsAt > ctx.clock.now())
    return {
      reason: `Use during a trial costs nothing, and the trial ends at ${trialEndsAt.toISOString()}.`,
    };
  const plan = await findPlan(ctx, planId);
  if (!plan) throw new Error(`Plan ${planId} is missing.`);
  const soFar = { prices: plan.usage, usage, usageAmount, cappedAmount: cappedAmount ?? 0 };
  const step = stepToNearCap(soFar, MAX_USAGE_QUANTITY);
  if (!step) return { reason: `The plan "${plan.name}" doesn't charge for usage.` };
  return { ...step, currency: plan.currency };
}
