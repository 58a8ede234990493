import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { differing } from '../../domain/content-change.ts';
import { userError } from '../../errors.ts';
import type { RatePlanUpdateInput } from '../../generated.ts';
import { changeWords } from '../../store/change-words.ts';
import { onlyTerms } from '../domain/rate-plan-input.ts';
import { type PlanDone, planAnswer, publishPlan, type RatePlanPayload } from '../steps/publish-plan.ts';
import { lockPlan, mustBeActive, type PlanColumns, readTerms } from '../store/rate-plans.ts';

/**
 * Replaces the terms of a team's rate plan, or changes only the given terms, and makes it the default if
 * requested. A concurrent hold either finishes first or is priced again. See
 * docs/interface/catalog.md#rate-plans.
 */
export async function updateRatePlan(
  ctx: SubgraphContext,
  { id, isDefault, ...terms }: RatePlanUpdateInput,
): Promise<RatePlanPayload> {
  const { mistake, plan: whole, fields, within = [] } = onlyTerms(terms);
  if (mistake) return { ratePlan: null, userErrors: [userError('INVALID', mistake.field, mistake.message)] };
  const done = await inTransaction(ctx, async (em): Promise<PlanDone> => {
    const found = await lockPlan(ctx, em, id);
    if (!found) return { userErrors: [userError('NOT_FOUND', 'id', 'There is no such rate plan.')] };
    const { plan, unitType } = found;
    if (plan.archivedAt)
      return { userErrors: [userError('ARCHIVED', 'id', 'An archived rate plan cannot be changed.')] };
    const { property } = unitType;
    const asked = whole ?? (fields && { ...fields, title: fields.title ?? plan.title });
    const read = asked ? await readTerms(em, property.storefront.id, asked, within) : null;
    if (read?.userErrors) return { userErrors: read.userErrors };
    const given: Partial<PlanColumns> =
      fields && read ? onlyGiven(read.columns, fields) : (read?.columns ?? {});
    const { cancellationPolicy = plan.cancellationPolicy, ...columns } = given;
    const becomesDefault = isDefault === true && unitType.ratePlan?.id !== plan.id;
    const sold = isDefault === true || unitType.ratePlan?.id === plan.id;
    if (sold && !(columns.active ?? plan.active)) return { userErrors: [mustBeActive(within)] };
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

/** Columns for single fields. */
const COLUMNS = {
  title: ['title'],
  description: ['description'],
  cancellationPolicyId: ['cancellationPolicy'],
  payment: ['paymentMode', 'depositPercent', 'balanceDaysBefore'],
  active: ['active'],
} as const satisfies Partial<Record<keyof RatePlanUpdateInput, readonly (keyof PlanColumns)[]>>;

/** Only the columns whose fields were given. */
function onlyGiven(columns: PlanColumns, fields: Partial<RatePlanUpdateInput>): Partial<PlanColumns> {
  const kept = Object.entries(COLUMNS).flatMap(([field, names]) =>
    fields[field as keyof typeof COLUMNS] == null ? [] : names,
  );
  return Object.fromEntries(kept.map((name) => [name, columns[name]]));
}
