import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { parseId } from '#kit/ids.ts';
import { isName } from '#kit/names.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { CancellationPolicyEntity, StorefrontEntity } from '../../store/entities.ts';
import { type GivenTerms, readTerms } from '../domain/cancellation-input.ts';
import { type PolicyRecord, policyById } from '../queries/cancellation-policies.ts';

/** A cancellation policy mutation's result. */
export interface PolicyPayload {
  readonly cancellationPolicy: PolicyRecord | null;
  readonly userErrors: readonly UserError[];
}

const LONGEST_NAME = 120;

/** Normalizes the given policy fields, or returns all validation errors. */
export function readPolicy({
  name,
  terms,
  within = ['terms'],
}: {
  readonly name: string | null;
  readonly terms: GivenTerms | null;
  /** The terms' input field; undefined for separate fields. */
  readonly within?: readonly string[];
}) {
  const read = terms === null ? null : readTerms(terms);
  const userErrors = [
    ...(name === null || isName(name, LONGEST_NAME)
      ? []
      : [userError('INVALID', 'name', `The name must have 1 to ${LONGEST_NAME} visible characters.`)]),
    ...(hasCardNumber(name ?? '') ? [userError('CARD_DATA', 'name', CARD_REFUSAL)] : []),
    ...(read?.mistakes ?? []).map(({ field, message }) => ({
      ...userError('INVALID', null, message),
      field: ['input', ...within, ...field.split('.')],
    })),
  ];
  const columns = { ...(name !== null && { name: name.trim() }), ...(read?.terms && { terms: read.terms }) };
  return { columns, userErrors };
}

/**
 * The team's storefront, locked with all its unit types in order, like every edit, because a change to the
 * terms gives each a new revision. Without an id, uses the oldest open storefront outside the sandbox.
 */
export async function lockSelling(ctx: SubgraphContext, em: Transaction, id: string | null) {
  const db = statements(em);
  // Doesn't lock the storefront's key: a hold references the storefront, and may have nights that a unit
  // type's edit waits for.
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM catalog.storefront
    WHERE team_id = ${teamOf(ctx.viewer)} AND closed_at IS NULL
      AND ${id === null ? sql`NOT sandbox` : sql`id = ${parseId(id) ?? 0}`}
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE`.execute(db);
  const [own] = rows;
  if (!own) return null;
  const storefront = await em.findOneOrFail(StorefrontEntity, { id: own.id });
  await sql`
    SELECT FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
    WHERE p.storefront_id = ${storefront.id} ORDER BY u.id FOR UPDATE OF u`.execute(db);
  return storefront;
}

/** A team's policy with its storefront, both locked; null for another team's policy. */
export async function lockPolicy(ctx: SubgraphContext, em: Transaction, id: string) {
  const policyId = parseId(id) ?? 0;
  const known = await em.findOne(CancellationPolicyEntity, { id: policyId });
  const storefront = known && (await lockSelling(ctx, em, `${known.storefrontId}`));
  if (!storefront) return null;
  const policy = await em.findOneOrFail(
    CancellationPolicyEntity,
    { id: policyId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return { policy, storefront };
}

/** Returns the current policy after notifying the read model. */
export async function policyAnswer(
  ctx: SubgraphContext,
  done:
    | { readonly id: number; readonly storefrontId: number }
    | { readonly userErrors: readonly UserError[] },
): Promise<PolicyPayload> {
  if ('userErrors' in done) return { cancellationPolicy: null, userErrors: done.userErrors };
  ctx.services.catalog.changes.announce(done.storefrontId);
  return { cancellationPolicy: await policyById(ctx, done.id), userErrors: [] };
}

/** The refusal for the `id` argument. */
export const noPolicy = {
  userErrors: [userError('NOT_FOUND', 'id', 'There is no such cancellation policy.')],
};
