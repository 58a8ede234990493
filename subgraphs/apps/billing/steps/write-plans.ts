import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Refused } from '../../errors.ts';
import { mistakesInPlans, type PlanContent, termsDiffer } from '../domain/plans.ts';
import type { Product } from '../domain/product.ts';
import { Plan } from '../store/entities.ts';

/**
 * Replaces a locked product's plans, in the caller's transaction. A plan whose price or terms change gets a new version,
 * which only applies to later subscriptions; a plan that isn't given can no longer be chosen. Refuses with `INVALID` by
 * field; null if done.
 */
export async function writePlans(
  ctx: SubgraphContext,
  em: Transaction,
  product: Product,
  given: readonly PlanContent[],
): Promise<Refused | null> {
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
    (await em.find(Plan, { ...product, isCurrent: true })).map((plan) => [plan.key, plan]),
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
      ...product,
      version: (known?.version ?? 0) + 1,
      isCurrent: true,
      position,
      createdAt: ctx.clock.now(),
    });
  }
  return null;
}
