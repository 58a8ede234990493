import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { RatePlanEntity, type RatePlanRow, UnitTypeEntity } from '../../store/entities.ts';

/** A rate plan as a plain value. */
export type RatePlanRecord = Pick<
  RatePlanRow,
  | ('id' | 'title' | 'description' | 'mealPlan' | 'adjustBp' | 'adjustAmount')
  | ('paymentMode' | 'depositPercent' | 'balanceDaysBefore')
  | ('weekDiscount' | 'monthDiscount' | 'minStay' | 'maxStay' | 'minAdvance' | 'maxAdvance')
  | ('active' | 'externalId' | 'archivedAt')
> & {
  readonly unitTypeId: number;
  readonly cancellationPolicyId: number | null;
  readonly isDefault: boolean;
};

/** Rate plans of a unit type that are not archived: the default one first, then oldest first. */
export const plansOfUnitType = batch<number, RatePlanRecord[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(
    RatePlanEntity,
    { unitType: { $in: [...ids] }, archivedAt: null },
    { populate: ['unitType'], orderBy: { id: 'asc' } },
  );
  const plans = rows.map(describePlan);
  const byDefault = [...plans.filter((plan) => plan.isDefault), ...plans.filter((plan) => !plan.isDefault)];
  return Map.groupBy(byDefault, ({ unitTypeId }) => unitTypeId);
});

/** The same of a unit type of the viewer's team; null for any other. */
export async function listPlans(ctx: SubgraphContext, unitTypeId: string): Promise<RatePlanRecord[] | null> {
  const own = { id: parseId(unitTypeId) ?? 0, property: ownProperty(ctx.viewer) };
  if ((await reader(ctx).count(UnitTypeEntity, own)) === 0) return null;
  return (await plansOfUnitType(ctx, own.id)) ?? [];
}

/** A rate plan by its id, with its unit type; null if there is none. */
export async function planById(ctx: Pick<SubgraphContext, 'db'>, id: number): Promise<RatePlanRecord | null> {
  const row = await reader(ctx).findOne(RatePlanEntity, { id }, { populate: ['unitType'] });
  return row && describePlan(row);
}

/** A plan's row, whose unit type is loaded, as a plain value. */
function describePlan({ unitType, cancellationPolicy, ...row }: RatePlanRow): RatePlanRecord {
  const { id, title, description, mealPlan, adjustBp, adjustAmount } = row;
  const { paymentMode, depositPercent, balanceDaysBefore } = row;
  const { weekDiscount, monthDiscount, minStay, maxStay, minAdvance, maxAdvance } = row;
  const { active, externalId, archivedAt } = row;
  return {
    id,
    title,
    description,
    mealPlan,
    adjustBp,
    adjustAmount,
    paymentMode,
    depositPercent,
    balanceDaysBefore,
    weekDiscount,
    monthDiscount,
    minStay,
    maxStay,
    minAdvance,
    maxAdvance,
    active,
    externalId,
    archivedAt,
    unitTypeId: unitType.id,
    cancellationPolicyId: cancellationPolicy?.id ?? null,
    isDefault: unitType.ratePlan?.id === id,
  };
}
