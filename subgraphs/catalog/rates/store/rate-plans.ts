import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import {
  CancellationPolicyEntity,
  type PropertyRow,
  RatePlanEntity,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../../store/entities.ts';
import { type GivenTerms, readPlan, type TermsField } from '../domain/rate-plan-input.ts';
import { planById, type RatePlanRecord } from '../queries/rate-plans.ts';

/** What a mutation of a rate plan did. */
export interface RatePlanPayload {
  readonly ratePlan: RatePlanRecord | null;
  readonly userErrors: readonly UserError[];
}

/** The team's unit type with its property, locked as every edit locks it, so that of a hold and an edit one comes first; null for another team's. */
export async function lockUnitType(
  ctx: Pick<SubgraphContext, 'viewer'>,
  em: Transaction,
  id: number,
): Promise<UnitTypeRow | null> {
  const unitType = await em.findOne(
    UnitTypeEntity,
    { id, property: ownProperty(ctx.viewer) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['u0'] },
  );
  if (unitType) await em.populate(unitType, ['property']);
  return unitType;
}

/** A rate plan of the team with its unit type, which is locked; null for another team's. */
export async function lockPlan(ctx: Pick<SubgraphContext, 'viewer'>, em: Transaction, id: string) {
  const known = await em.findOne(RatePlanEntity, { id: parseId(id) ?? 0 });
  const unitType = known && (await lockUnitType(ctx, em, known.unitType.id));
  if (!unitType) return null;
  const plan = await em.findOneOrFail(RatePlanEntity, { id: known.id }, { refresh: true });
  return { plan, unitType };
}

/** Terms as the columns of a plan, or everything that is wrong with them. A cancellation policy must be one of the storefront's. */
export async function readTerms(
  em: Transaction,
  storefrontId: number,
  { cancellationPolicyId, ...given }: GivenTerms,
  within: TermsField,
) {
  const refuse = (
    code: 'INVALID' | 'NOT_FOUND' | 'CARD_DATA',
    field: string,
    message: string,
  ): UserError => ({
    ...userError(code, null, message),
    field: ['input', ...within, ...field.split('.')],
  });
  const read = readPlan(given);
  const policy = cancellationPolicyId
    ? await em.findOne(CancellationPolicyEntity, {
        id: parseId(cancellationPolicyId) ?? 0,
        storefrontId,
        archivedAt: null,
      })
    : null;
  const userErrors = [
    ...(read.mistakes ?? []).map(({ field, message, code }) => refuse(code ?? 'INVALID', field, message)),
    ...(cancellationPolicyId && !policy
      ? [refuse('NOT_FOUND', 'cancellationPolicyId', 'The storefront has no such cancellation policy.')]
      : []),
  ];
  if (!read.columns || userErrors.length > 0) return { userErrors };
  return { columns: { ...read.columns, cancellationPolicy: policy } };
}

/** The terms of a plan as they are kept. */
export type PlanColumns = NonNullable<Awaited<ReturnType<typeof readTerms>>['columns']>;

/** Stays must be sold with something. */
export const mustBeActive = (within: TermsField): UserError => ({
  code: 'INVALID',
  field: ['input', ...within, 'active'],
  message:
    'The default plan must be active: sell stays with another plan first, or take the unit type off sale.',
});

/** Publishes that a unit type is sold with other terms. The database counts its revision. */
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

/** Gives a new unit type the plan that its stays are sold with. */
export async function addFirstPlan(
  em: Transaction,
  unitType: UnitTypeRow,
  discounts: { readonly weekDiscount?: number | null; readonly monthDiscount?: number | null } = {},
): Promise<void> {
  const { weekDiscount = null, monthDiscount = null } = discounts;
  unitType.ratePlan = em.create(RatePlanEntity, { unitType, title: 'Standard', weekDiscount, monthDiscount });
  await em.flush();
}

/** What was done to a plan, before it is read again. */
export type PlanDone =
  | { readonly id: number; readonly property: PropertyRow }
  | { readonly userErrors: readonly UserError[] };

/** Answers with a plan as it is now, and lets the read model know. */
export async function planAnswer(ctx: SubgraphContext, done: PlanDone): Promise<RatePlanPayload> {
  if ('userErrors' in done) return { ratePlan: null, userErrors: done.userErrors };
  ctx.services.catalog.changes.announce(done.property.storefront.id, done.property.id);
  return { ratePlan: await planById(ctx, done.id), userErrors: [] };
}
