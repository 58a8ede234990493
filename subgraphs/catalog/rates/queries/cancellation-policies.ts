import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { CancellationTerms } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { languageOf } from '#kit/language.ts';
import { isCurrency } from '#kit/money.ts';
import { teamOf } from '../../access.ts';
import { tables } from '../../store/tables.ts';

/** A cancellation policy as a plain value. */
export interface PolicyRecord {
  readonly id: number;
  readonly storefrontId: number;
  readonly name: string;
  readonly terms: CancellationTerms;
  readonly externalId: string | null;
  readonly archivedAt: Date | string | null;
  readonly isDefault: boolean;
  /** Currency of the storefront's first property; null without a property. */
  readonly currency: string | null;
}

/** Active policies on a team's storefront, oldest first. */
export async function listPolicies(
  ctx: SubgraphContext,
  storefrontId: string | null,
): Promise<readonly PolicyRecord[]> {
  const storefront =
    storefrontId === null
      ? sql`(SELECT min(id) FROM catalog.storefront WHERE team_id = ${teamOf(ctx.viewer)} AND NOT sandbox AND closed_at IS NULL)`
      : sql`${parseId(storefrontId) ?? 0}`;
  const found = await readPolicies(
    ctx,
    sql`c.storefront_id = ${storefront} AND s.team_id = ${teamOf(ctx.viewer)} AND c.archived_at IS NULL`,
  );
  return found;
}

/** Active policies on the storefront of a team's property, oldest first. */
export const policiesOfProperty = (ctx: SubgraphContext, propertyId: number): Promise<PolicyRecord[]> =>
  readPolicies(
    ctx,
    sql`c.storefront_id = (SELECT storefront_id FROM catalog.property WHERE id = ${propertyId})
      AND s.team_id = ${teamOf(ctx.viewer)} AND c.archived_at IS NULL`,
  );

/** A team's policy by id. */
export async function policyById(ctx: SubgraphContext, id: number): Promise<PolicyRecord | null> {
  const [found] = await readPolicies(ctx, sql`c.id = ${id} AND s.team_id = ${teamOf(ctx.viewer)}`);
  return found ?? null;
}

/** A team's policy by id. */
export const policyReference = batch<number, PolicyRecord>(async (ctx, ids) => {
  const found = await readPolicies(
    ctx,
    sql`c.id = ANY (${[...ids]}::integer[]) AND s.team_id = ${teamOf(ctx.viewer)}`,
  );
  return new Map(found.map((policy) => [policy.id, policy]));
});

/** A storefront's default policy. */
export const policyOfStorefront = batch<number, PolicyRecord>(async (ctx, ids) => {
  const found = await readPolicies(
    ctx,
    sql`s.id = ANY (${[...ids]}::integer[]) AND c.id = s.cancellation_policy_id`,
  );
  return new Map(found.map((policy) => [policy.storefrontId, policy]));
});

async function readPolicies(ctx: SubgraphContext, which: RawBuilder<boolean>): Promise<PolicyRecord[]> {
  return tables(reader(ctx))
    .selectFrom('cancellation_policy as c')
    .innerJoin('storefront as s', 's.id', 'c.storefrontId')
    .select(['c.id', 'c.storefrontId', 'c.name', 'c.terms', 'c.externalId', 'c.archivedAt'])
    .select(({ eb, ref, selectFrom }) => [
      eb('c.id', 'is not distinct from', ref('s.cancellationPolicy')).$castTo<boolean>().as('isDefault'),
      selectFrom('property as p')
        .select('p.currency')
        .whereRef('p.storefront', '=', 's.id')
        .orderBy('p.id')
        .limit(1)
        .$asScalar()
        .as('currency'),
    ])
    .where(which)
    .orderBy('c.id')
    .execute();
}

/** A policy in complete sentences. Throws `BAD_USER_INPUT` for an unknown currency. */
export const policyText = (policy: PolicyRecord, locale: string, currency: string | null): string =>
  cancellationText(
    policy.terms,
    currency === null ? (policy.currency ?? 'EUR') : knownCurrency(currency),
    languageOf(locale),
  );

/** Returns a valid ISO 4217 code unchanged; throws `BAD_USER_INPUT` for any other text. */
export function knownCurrency(currency: string): string {
  if (isCurrency(currency)) return currency;
  throw badInput('currency must be an ISO 4217 code in upper case, for example EUR.');
}
