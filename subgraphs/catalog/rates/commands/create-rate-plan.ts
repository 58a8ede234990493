import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { readExternalId } from '../../domain/content-input.ts';
import { NO_UNIT_TYPE, userError } from '../../errors.ts';
import type { RatePlanCreateInput } from '../../generated.ts';
import { RatePlanEntity } from '../../store/entities.ts';
import { onlyTerms } from '../domain/rate-plan-input.ts';
import { type PlanDone, planAnswer, publishPlan, type RatePlanPayload } from '../steps/publish-plan.ts';
import { lockUnitType, mustBeActive, readTerms } from '../store/rate-plans.ts';

/** Maximum active rate plans per unit type. */
const MOST_PLANS = 20;

/**
 * Adds a rate plan to a team's unit type, or returns its existing plan with the given external id. The first
 * plan becomes the default. See docs/interface/catalog.md#rate-plans.
 */
export async function createRatePlan(
  ctx: SubgraphContext,
  { unitTypeId, isDefault, externalId, ...given }: RatePlanCreateInput,
): Promise<RatePlanPayload> {
  const { mistake, plan, fields, within = [] } = onlyTerms(given);
  if (mistake) return { ratePlan: null, userErrors: [userError('INVALID', mistake.field, mistake.message)] };
  const external = readExternalId(externalId ?? '');
  if ('mistake' in external)
    return { ratePlan: null, userErrors: [userError('INVALID', 'externalId', external.mistake)] };
  const done = await inTransaction(ctx, async (em): Promise<PlanDone> => {
    const unitType = await lockUnitType(ctx, em, parseId(unitTypeId) ?? 0);
    if (!unitType) return { userErrors: [NO_UNIT_TYPE] };
    const { property } = unitType;
    const own = { unitType: unitType.id };
    const there =
      external.value && (await em.findOne(RatePlanEntity, { ...own, externalId: external.value }));
    if (there) return { id: there.id, property };
    if (unitType.archivedAt) {
      const archived = 'This unit type is archived and can’t be sold.';
      return { userErrors: [userError('ARCHIVED', 'unitTypeId', archived)] };
    }
    if ((await em.count(RatePlanEntity, { ...own, archivedAt: null })) >= MOST_PLANS) {
      const most = `A unit type can have at most ${MOST_PLANS} rate plans.`;
      return { userErrors: [userError('LIMIT_REACHED', 'unitTypeId', most)] };
    }
    const read = await readTerms(
      em,
      property.storefront.id,
      plan ?? { ...fields, title: fields?.title ?? '' },
      within,
    );
    if (read.userErrors) return { userErrors: read.userErrors };
    const sold = isDefault || !unitType.ratePlan;
    if (sold && !read.columns.active) return { userErrors: [mustBeActive(within)] };
    const row = em.create(RatePlanEntity, { ...read.columns, unitType, externalId: external.value });
    await em.flush();
    if (sold) unitType.ratePlan = row;
    await publishPlan(ctx, em, unitType);
    const event = { kind: 'rate_plan.created', subject: `${row.title}, ${unitType.name}` } as const;
    await recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), event);
    return { id: row.id, property };
  });
  return planAnswer(ctx, done);
}
