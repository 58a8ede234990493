import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { NONE, type Refusal, type Refused, refuse } from '../../errors.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import { themeProduct } from '../domain/product.ts';
import { type GivenPlan, readPlan } from '../domain/read-plans.ts';
import { writePlans } from '../steps/write-plans.ts';

/** A theme whose plans were set, or why they weren't. */
export type ThemePlansSet = Refused & { readonly slug?: string };

/**
 * Replaces the plans of a theme that the account owns, as `setPlans` does for apps. A theme can't charge for usage,
 * because it has no server that could report it. Refuses with `NOT_FOUND`, or `INVALID` by field
 * (docs/interface/billing.md#themes).
 */
export async function setThemePlans(
  ctx: SubgraphContext,
  { slug, plans }: { readonly slug: string; readonly plans: readonly GivenPlan[] },
): Promise<ThemePlansSet> {
  const accountId = developerId(ctx);
  const given = plans.map(readPlan);
  const usage = given.flatMap((plan, place) =>
    plan.usage.length === 0 ? [] : [noUsage(`plans.${place}.usage`)],
  );
  if (usage.length > 0) return { userErrors: usage };
  return inTransaction(ctx, async (em): Promise<ThemePlansSet> => {
    const theme = await themeBySlug(em, { slug, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!theme) return refuse('NOT_FOUND', `Your account has no theme "${slug}".`, ['slug']);
    return (await writePlans(ctx, em, themeProduct(theme.id), given)) ?? { slug, userErrors: NONE };
  });
}

const noUsage = (path: string): Refusal => ({
  code: 'INVALID',
  field: ['input', ...path.split('.')],
  message: "A theme's plan can't charge for usage.",
});
