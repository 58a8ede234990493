import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import type { UserError } from '../../generated.ts';
import type { PropertyRow, UnitTypeRow } from '../../store/entities.ts';
import { planById, type RatePlanRecord } from '../queries/rate-plans.ts';

/** A rate plan after a mutation; null exactly when `userErrors` has entries. */
export interface RatePlanPayload {
  readonly ratePlan: RatePlanRecord | null;
  readonly userErrors: readonly UserError[];
}

/** Publishes a unit type whose terms changed. The database increments its revision. */
export async function publishPlan(
  ctx: SubgraphContext,
  em: Transaction,
  unitType: UnitTypeRow,
): Promise<void> {
  await em.flush();
  await em.refresh(unitType);
  const { id: unitTypeId, property, revision: version, active } = unitType;
  const about = { teamId: teamOf(ctx.viewer), unitTypeId, propertyId: property.id };
  await publish(ctx, em, 'unit_type.updated', { ...about, version, active });
}

/** A changed plan before it's read again, or a refusal. */
export type PlanDone =
  | { readonly id: number; readonly property: PropertyRow }
  | { readonly userErrors: readonly UserError[] };

/** Returns a changed plan after its commit, and notifies the read model about its property. */
export async function planAnswer(ctx: SubgraphContext, done: PlanDone): Promise<RatePlanPayload> {
  if ('userErrors' in done) return { ratePlan: null, userErrors: done.userErrors };
  ctx.services.catalog.changes.announce(done.property.storefront.id, done.property.id);
  return { ratePlan: await planById(ctx, done.id), userErrors: [] };
}
