import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../access.ts';
import { differing } from '../domain/content-change.ts';
import { userError } from '../errors.ts';
import type { RatePlanUpdateInput } from '../generated.ts';
import { changeWords } from '../store/change-words.ts';
import {
  lockPlan,
  MUST_BE_ACTIVE,
  type PlanColumns,
  type PlanDone,
  planAnswer,
  publishPlan,
  type RatePlanPayload,
  readTerms,
} from '../store/rate-plans.ts';

/**
 * Replaces the terms of a rate plan of the team, and sells stays with it where that is asked. A hold that is being taken meanwhile
 * comes before it, or is priced again. See docs/interface/catalog.md#rate-plans.
 */
export async function updateRatePlan(
  ctx: SubgraphContext,
  { id, plan: terms, isDefault }: RatePlanUpdateInput,
): Promise<RatePlanPayload> {
  const done = await inTransaction(ctx, async (em): Promise<PlanDone> => {
    const found = await lockPlan(ctx, em, id);
    if (!found) return { userErrors: [userError('NOT_FOUND', 'id', 'There is no such rate plan.')] };
    const { plan, unitType } = found;
    if (plan.archivedAt)
      return { userErrors: [userError('ARCHIVED', 'id', 'An archived rate plan cannot be changed.')] };
    const { property } = unitType;
    const read = terms ? await readTerms(em, property.storefront.id, terms) : null;
    if (read?.userErrors) return { userErrors: read.userErrors };
    const given: Partial<PlanColumns> = read?.columns ?? {};
    const { cancellationPolicy = plan.cancellationPolicy, ...columns } = given;
    const becomesDefault = isDefault === true && unitType.ratePlan?.id !== plan.id;
    const sold = isDefault === true || unitType.ratePlan?.id === plan.id;
    if (sold && !(columns.active ?? plan.active)) return { userErrors: [MUST_BE_ACTIVE] };
    const set = {
      ...differing(columns, plan),
      ...(cancellationPolicy?.id !== plan.cancellationPolicy?.id && { cancellationPolicy }),
    };
    if (Object.keys(set).length === 0 && !becomesDefault) return { id: plan.id, property };
    const subject = `${plan.title}, ${unitType.name}`;
    em.assign(plan, set);
    if (becomesDefault) unitType.ratePlan = plan;
    await publishPlan(ctx, em, unitType);
    const change = changeWords({ ...set, ...(becomesDefault && { isDefault }) });
    await recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), { kind: 'rate_plan.updated', subject, change });
    return { id: plan.id, property };
  });
  return planAnswer(ctx, done);
}
