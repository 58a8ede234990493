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

/** A unit type's active rate plans: the default first, then oldest first. */
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

/** Active rate plans for a team's unit type; null for any other unit type. */
export async function listPlans(ctx: SubgraphContext, unitTypeId: string): Promise<RatePlanRecord[] | null> {
  const own = { id: parseId(unitTypeId) ?? 0, property: ownProperty(ctx.viewer) };
  if ((await reader(ctx).count(UnitTypeEntity, own)) === 0) return null;
  return (await plansOfUnitType(ctx, own.id)) ?? [];
}

/** A rate plan by id, with its unit type; null if not found. */
export async function planById(ctx: Pick<SubgraphContext, 'db'>, id: number): Promise<RatePlanRecord | null> {
  const row = await reader(ctx).findOne(RatePlanEntity, { id }, { populate: ['unitType'] });
  return row && describePlan(row);
}

/** Converts a plan's row, with its unit type loaded, to a plain value. */
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
