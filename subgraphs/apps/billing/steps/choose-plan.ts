import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { App } from '../../authoring/store/entities.ts';
import { type Refused, refuse } from '../../errors.ts';
import { appProduct, type Product } from '../domain/product.ts';
import { isOverdue } from '../domain/subscription-states.ts';
import { Plan } from '../store/entities.ts';
import { oldestDueAt } from '../store/subscriptions.ts';

/** A host's choice when installing an app or changing its plan. */
export interface Choice {
  readonly appId: number;
  readonly teamId: number;
  readonly plan: string | null;
  /** Version that the host saw; any if null. */
  readonly planVersion: number | null;
  /** True if an install without a plan gets the first one, free of charge. */
  readonly isDevInstall: boolean;
}

/** The chosen plan; null for an app without plans. */
export type Chosen = { readonly plan: Plan | null } | Refused;

/**
 * Returns the plan for an install, in the caller's transaction, and keeps the app's plans and billing as they are until
 * it ends. Refuses with `PLAN_REQUIRED`, `NOT_FOUND`, `PLAN_CHANGED`, or `PAYMENT_REQUIRED` while the team owes an
 * overdue statement for the app.
 */
export async function choosePlan(
  ctx: SubgraphContext,
  em: Transaction,
  { appId, teamId, plan: key, planVersion, isDevInstall }: Choice,
): Promise<Chosen> {
  const app = await em.findOneOrFail(
    App,
    { id: appId },
    { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
  );
  const plans = await em.find(Plan, { appId, isCurrent: true }, { orderBy: { position: 'asc' } });
  if (plans.length === 0 && key === null) return { plan: null };
  // A developer who stops charging makes the app free and its plans inactive.
  if (app.billing !== 'platform' && key === null) return { plan: null };
  const product = appProduct(appId);
  return pickPlan(ctx, em, { product, teamId, plans, plan: key, planVersion, isDevInstall });
}

/** A host's choice among a locked product's plans. */
export interface PlanChoice extends Omit<Choice, 'appId'> {
  readonly product: Product;
  readonly plans: readonly Plan[];
}

/** Returns the chosen plan, in the caller's transaction. Refuses as `choosePlan` does. */
export async function pickPlan(
  ctx: SubgraphContext,
  em: Transaction,
  { product, teamId, plans, plan: key, planVersion, isDevInstall }: PlanChoice,
): Promise<{ readonly plan: Plan } | Refused> {
  const what = product.appId === null ? 'theme' : 'app';
  const offered = plans.filter(({ active }) => active);
  const [first] = offered;
  if (key === null && !(isDevInstall && first)) {
    const keys = offered.map((one) => one.key).join(', ');
    return refuse(
      'PLAN_REQUIRED',
      first
        ? `Choose one of the ${what}'s plans: ${keys}.`
        : `The ${what} has no plan that can be chosen now.`,
      ['plan'],
    );
  }
  const chosen = key === null ? first : offered.find((one) => one.key === key);
  if (!chosen) return refuse('NOT_FOUND', `The ${what} has no plan "${key}" that can be chosen.`, ['plan']);
  if (planVersion !== null && planVersion !== chosen.version) {
    return refuse('PLAN_CHANGED', 'The plan changed. Review its price and terms again.', ['planVersion']);
  }
  if (isOverdue(await oldestDueAt(em, teamId, product), ctx.clock.now())) {
    const message = `Pay the ${what}'s overdue statement first. It's listed under Billing.`;
    return refuse('PAYMENT_REQUIRED', message, ['slug']);
  }
  return { plan: chosen };
}
