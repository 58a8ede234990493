import type { SubgraphContext } from '#db/context.ts';
import type { Caller } from '#kit/execute.ts';
import { newUuid } from '#kit/ids.ts';
import { formatMoney } from '#kit/money.ts';
import { CannotCause } from './cannot-cause.ts';
import {
  subscriptionToTriggerDocument,
  triggerCapDocument,
  triggerPlanDocument,
  triggerUsageDocument,
} from './generated.ts';
import type { TriggerCaller } from './trigger-caller.ts';
import { hostOf, throwFirst } from './trigger-world.ts';

/** The team's owner, who confirmed their identity: a test subscription never costs anything. */
const ownerOf = ({ requestId }: SubgraphContext, { accountId, teamId }: TriggerCaller): Caller => ({
  viewer: {
    kind: 'hostUser',
    accountId,
    sessionId: 0,
    teamId,
    role: 'owner',
    operator: false,
    elevated: true,
  },
  requestId,
});

const NO_SUBSCRIPTION = 'The install has no subscription. Give the app a plan, and install it again.';

/** Changes the development install's plan to the next one in the app's list, or chooses its only plan again. */
export async function changePlan(ctx: SubgraphContext, caller: TriggerCaller): Promise<string> {
  const { app: slug } = caller;
  const { install, app } = await ctx.execute(subscriptionToTriggerDocument, { slug }, hostOf(ctx, caller));
  if (!install?.subscription) throw new CannotCause(NO_SUBSCRIPTION);
  const { plan, nextPlan } = install.subscription;
  const chosen = nextPlan?.key ?? plan.key;
  const offered = (app?.plans ?? []).filter(({ active }) => active).map(({ key }) => key);
  const next = offered[(offered.indexOf(chosen) + 1) % offered.length] ?? chosen;
  const { appSubscriptionChange: changed } = await ctx.execute(
    triggerPlanDocument,
    { slug, plan: next },
    ownerOf(ctx, caller),
  );
  throwFirst(changed.userErrors);
  const { subscription } = changed;
  if (next === chosen) return `The plan "${subscription?.plan.name}" was chosen again; there is no other.`;
  return subscription?.nextPlan
    ? `The plan "${subscription.nextPlan.name}" was chosen; it applies from ${subscription.periodEnd}.`
    : `The plan is now "${subscription?.plan.name}".`;
}

/** Records use, as the app does, until it reaches 80% of the cap. Changes the cap first if no record can reach it. */
export async function useNearCap(ctx: SubgraphContext, caller: TriggerCaller): Promise<string> {
  const { findNearCapStep } = ctx.services.apps.hooks;
  const { app: slug, installId } = caller;
  let step = await findNearCapStep(ctx, installId);
  let done = '';
  if ('cappedAmount' in step) {
    const { cappedAmount } = step;
    const cap = await ctx.execute(triggerCapDocument, { slug, cappedAmount }, ownerOf(ctx, caller));
    throwFirst(cap.appSubscriptionCapSet.userErrors);
    done = `The cap was set to ${formatMoney(cappedAmount, step.currency)}. `;
    step = await findNearCapStep({ ...ctx }, installId); // a new context, because reads are cached in it
  }
  if ('reason' in step) throw new CannotCause(step.reason);
  if ('cappedAmount' in step) throw new CannotCause('No record of use reaches 80% of the cap.');
  const { usageKey, quantity } = step;
  const input = { usageKey, quantity, idempotencyKey: `trigger-${newUuid()}` };
  const { appUsageRecordCreate } = await ctx.execute(triggerUsageDocument, { input }, appOf(ctx, caller));
  throwFirst(appUsageRecordCreate?.userErrors ?? []);
  const units = quantity === 1 ? 'unit' : 'units';
  return `${done}${quantity.toLocaleString('en-GB')} ${units} of "${usageKey}" were recorded, so that usage reached 80% of the cap.`;
}

const appOf = ({ requestId }: SubgraphContext, { app, appId, installId, teamId }: TriggerCaller): Caller => ({
  viewer: { kind: 'app', installId, appId, appSlug: app, teamId, scopes: [], capabilities: [] },
  requestId,
});
