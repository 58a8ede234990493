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
