import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { NONE, type Refused } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { appProduct } from '../domain/product.ts';
import { type GivenPlan, readPlan } from '../domain/read-plans.ts';
import { writePlans } from '../steps/write-plans.ts';

/**
 * Replaces a locked app's plans, in the caller's transaction. A plan whose price or terms change gets a new version,
 * which only applies to later subscriptions; a plan that isn't given can no longer be chosen. An app with plans is
 * billed by the platform. Refuses with `INVALID` by field (docs/interface/billing.md#plans).
 */
export async function setPlans(
  ctx: SubgraphContext,
  em: Transaction,
  { app, plans }: { readonly app: App; readonly plans: readonly GivenPlan[] },
): Promise<Refused> {
  const given = plans.map(readPlan);
  const refused = await writePlans(ctx, em, appProduct(app.id), given);
  if (refused) return refused;
  if (given.some(({ active }) => active) && app.billing !== 'platform') {
    app.billing = 'platform';
    const event = { kind: 'app.billing_set', subject: app.name, change: 'platform' } as const;
    await recordForTeamsOf(ctx, em, app.accountId, event);
  }
  return { userErrors: NONE };
}
