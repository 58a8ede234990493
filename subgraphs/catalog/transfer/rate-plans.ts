import type { Transaction } from '#db/transaction.ts';
import { differing, type EditMistake } from '../domain/content-change.ts';
import { type GivenPlan, readPlan } from '../rates/domain/rate-plan-input.ts';
import { RatePlanEntity, type RatePlanRow } from '../store/entities.ts';
import type { RatePlanDefinition, UnitTypeDefinition } from './definition.ts';
import { fileId } from './file-id.ts';

/** A rate plan in its current state, with its cancellation policy loaded. */
export interface CurrentPlan {
  readonly row: RatePlanRow;
  readonly isDefault: boolean;
}

/** The unit types' active rate plans: each default first, then oldest first. */
export async function currentPlans(
  em: Transaction,
  unitTypeIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CurrentPlan[]>> {
  const rows = await em.find(
    RatePlanEntity,
    { unitType: { $in: [...unitTypeIds] }, archivedAt: null },
    { orderBy: { id: 'asc' }, populate: ['unitType', 'cancellationPolicy'] },
  );
  const plans = rows.map((row) => ({ row, isDefault: row.unitType.ratePlan?.id === row.id }));
  return Map.groupBy(
    [...plans.filter((plan) => plan.isDefault), ...plans.filter((plan) => !plan.isDefault)],
    ({ row }) => row.unitType.id,
  );
}

/** Rate plans in the file's format: a list, or just the discounts if there is only the initial plan. */
export function describePlans(
  plans: readonly CurrentPlan[],
): Pick<UnitTypeDefinition, 'weekDiscount' | 'monthDiscount' | 'ratePlans'> {
  const described = plans.map(describePlan);
  const [only] = described;
  if (!only || (plans.length === 1 && isPlain(only, plans[0]?.row.externalId ?? null))) {
    const { weekDiscountBp: weekDiscount, monthDiscountBp: monthDiscount } = only ?? {};
    return {
      ...(weekDiscount !== undefined && { weekDiscount }),
      ...(monthDiscount !== undefined && { monthDiscount }),
    };
  }
  return { ratePlans: described };
}

const isPlain = (plan: RatePlanDefinition, externalId: string | null): boolean =>
  externalId === null &&
  plan.title === 'Standard' &&
  Object.keys(plan).every((key) => PLAIN_KEYS.includes(key));
const PLAIN_KEYS = ['externalId', 'title', 'isDefault', 'weekDiscountBp', 'monthDiscountBp'];

function describePlan({ row, isDefault }: CurrentPlan): RatePlanDefinition {
  const { adjustBp, adjustAmount, minAdvance, maxAdvance, paymentMode: mode } = row;
  const { depositPercent, balanceDaysBefore } = row;
  const filled = {
    externalId: fileId('rate-plan', row),
    title: row.title,
    isDefault: isDefault || null,
    description: row.description || null,
    mealPlan: row.mealPlan,
    cancellationPolicy: row.cancellationPolicy && fileId('cancellation-policy', row.cancellationPolicy),
    payment: mode === 'now' ? null : whole({ mode, depositPercent, balanceDaysBefore }),
    adjust: whole({ percentBp: adjustBp || null, amount: adjustAmount || null }),
    weekDiscountBp: row.weekDiscount,
    monthDiscountBp: row.monthDiscount,
    minStay: row.minStay,
    maxStay: row.maxStay,
    bookingWindow: whole({ minDays: minAdvance, maxDays: maxAdvance }),
    active: row.active ? null : false,
  };
  return whole(filled) as RatePlanDefinition; // all left-out fields are optional
}

/** Removes nulls; null if the result is empty. */
function whole(fields: object): object | null {
  const filled = Object.entries(fields).filter(([, value]) => value != null);
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

/** A file's plan as mutation input: omitted values stay omitted, never undefined. */
const asGiven = (plan: RatePlanDefinition) => plan as GivenPlan;

/** All errors in the rate plans of a file's unit type. */
export function mistakesInPlans({
  ratePlans,
  weekDiscount,
  monthDiscount,
}: UnitTypeDefinition): readonly EditMistake[] {
  if (!ratePlans) return [];
  const ids = new Set(ratePlans.map(({ externalId }) => externalId));
  const chosen = ratePlans.filter(({ isDefault }) => isDefault);
  const wrong = (is: boolean, message: string) => (is ? [{ field: 'ratePlans', message }] : []);
  return [
    ...wrong(
      weekDiscount !== undefined || monthDiscount !== undefined,
      'Give discounts either in the rate plans or outside them, not both.',
    ),
    ...wrong(ids.size < ratePlans.length, 'Each rate plan must have its own external id.'),
    ...wrong(
      chosen.length !== 1 || chosen[0]?.active === false,
      'Exactly one rate plan must be the default, and it must be active.',
    ),
    ...ratePlans.flatMap((plan, at) =>
      (readPlan(asGiven(plan)).mistakes ?? []).map(({ field, message }) => ({
        field: `ratePlans[${at}].${field}`,
        message,
      })),
    ),
  ];
}

/** The rate plan with the given id from a file. */
export const findPlan = (plans: readonly CurrentPlan[], id: string): CurrentPlan | undefined =>
  plans.find(({ row }) => fileId('rate-plan', row) === id);

/** True if a rate plan matches the file; the current default matches even if the file doesn't mark it. */
export function isPlanAs(wanted: RatePlanDefinition, { row, isDefault }: CurrentPlan): boolean {
  const { columns = {} } = readPlan(asGiven(wanted));
  const policy = row.cancellationPolicy && fileId('cancellation-policy', row.cancellationPolicy);
  return (
    (!wanted.isDefault || isDefault) &&
    (wanted.cancellationPolicy ?? null) === (policy ?? null) &&
    Object.keys(differing(columns, row)).length === 0
  );
}
