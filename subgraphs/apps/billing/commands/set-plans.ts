import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { NONE, type Refused } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { mistakesInPlans, termsDiffer } from '../domain/plans.ts';
import { type GivenPlan, readPlan } from '../domain/read-plans.ts';
import { Plan } from '../store/entities.ts';

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
  const mistakes = mistakesInPlans(given);
  if (mistakes.length > 0) {
    return {
      userErrors: mistakes.map(({ field, message }) => ({
        code: 'INVALID',
        field: ['input', ...field.split('.')],
        message,
      })),
    };
  }
  const current = new Map(
    (await em.find(Plan, { appId: app.id, isCurrent: true })).map((plan) => [plan.key, plan]),
  );
  for (const plan of current.values()) plan.active &&= given.some(({ key }) => key === plan.key);
  for (const [position, content] of given.entries()) {
    const known = current.get(content.key);
    if (known && !termsDiffer(known, content)) {
      Object.assign(known, { ...content, position });
      continue;
    }
    if (known) {
      known.isCurrent = false;
      await em.flush(); // The index allows one current version per key.
    }
    em.create(Plan, {
      ...content,
      appId: app.id,
      version: (known?.version ?? 0) + 1,
      isCurrent: true,
      position,
      createdAt: ctx.clock.now(),
    });
  }
  if (given.some(({ active }) => active) && app.billing !== 'platform') {
    app.billing = 'platform';
    const event = { kind: 'app.billing_set', subject: app.name, change: 'platform' } as const;
    await recordForTeamsOf(ctx, em, app.accountId, event);
  }
  return { userErrors: NONE };
}
