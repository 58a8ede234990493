import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import {
  CancellationPolicyEntity,
  RatePlanEntity,
  UnitTypeEntity,
  type UnitTypeRow,
} from '../../store/entities.ts';
import { type GivenTerms, readPlan, type TermsField } from '../domain/rate-plan-input.ts';

/**
 * The team's unit type with its property, locked as in every edit, so that a concurrent hold runs entirely
 * before or after; null for another team's unit type.
 */
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

/** A team's rate plan with its locked unit type; null for another team's plan. */
export async function lockPlan(ctx: Pick<SubgraphContext, 'viewer'>, em: Transaction, id: string) {
  const known = await em.findOne(RatePlanEntity, { id: parseId(id) ?? 0 });
  const unitType = known && (await lockUnitType(ctx, em, known.unitType.id));
  if (!unitType) return null;
  const plan = await em.findOneOrFail(RatePlanEntity, { id: known.id }, { refresh: true });
  return { plan, unitType };
}

/**
 * Converts terms to a plan's columns, or returns all validation errors. A cancellation policy must belong to
 * the storefront.
 */
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

/** A plan's terms for storage. */
export type PlanColumns = NonNullable<Awaited<ReturnType<typeof readTerms>>['columns']>;

/** A unit type needs an active plan. */
export const mustBeActive = (within: TermsField): UserError => ({
  code: 'INVALID',
  field: ['input', ...within, 'active'],
  message:
    'The default plan must be active: sell stays with another plan first, or take the unit type off sale.',
});

/** Adds a new unit type's default plan to the transaction, which writes it when it flushes. */
export function addFirstPlan(
  em: Transaction,
  unitType: UnitTypeRow,
  discounts: { readonly weekDiscount?: number | null; readonly monthDiscount?: number | null } = {},
): void {
  const { weekDiscount = null, monthDiscount = null } = discounts;
  unitType.ratePlan = em.create(RatePlanEntity, { unitType, title: 'Standard', weekDiscount, monthDiscount });
}
