import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { StorefrontSurface } from '../../access.ts';
import type { CheckoutRefusal, CheckoutResult, CheckoutSession, IdempotencyInput } from '../../generated.ts';
import { IdempotencyEntity } from '../../store/entities.ts';

/** Session scope for creating, because there is no session yet. */
export const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/** A request's key with its scope: storefront, surface, operation, session. */
export interface Key extends StorefrontSurface {
  readonly operation: 'create' | 'update' | 'complete' | 'cancel';
  readonly checkoutId: string;
  /** SHA-256, for a fixed length and any characters in the key. */
  readonly keyHash: string;
  readonly fingerprint: string;
}

/** A JSON answer, returned again if the request is repeated. */
export interface Answer {
  readonly session: CheckoutSession | null;
  readonly refusal: CheckoutRefusal | null;
}

/** A key's stored entry; `answer` is null while its request is running. */
export interface StoredEntry {
  readonly fingerprint: string;
  readonly answer: Answer | null;
}

/** Returns a request's key; null if it has none. */
export function keyOf(
  { storefrontId, surface }: StorefrontSurface,
  operation: Key['operation'],
  checkoutId: string,
  given: IdempotencyInput | null | undefined,
): Key | null {
  if (!given) return null;
  const keyHash = createHash('sha256').update(given.key).digest('base64url');
  return { storefrontId, surface, operation, checkoutId, keyHash, fingerprint: given.fingerprint };
}

/**
 * Returns the answer for a known key: the stored answer, or `idempotency_conflict` for a different request;
 * null while the first request is running (docs/interface/checkout.md#idempotency).
 */
export function replay(known: StoredEntry, key: Key): CheckoutResult | null {
  if (known.fingerprint !== key.fingerprint) return refused('idempotency_conflict');
  return known.answer && { ...known.answer, replayed: true };
}

/** Marks an answer as new. */
export const newResult = (answer: Answer): CheckoutResult => ({ ...answer, replayed: false });

/** Creates a refusal without a session. */
export const refused = (refusal: CheckoutRefusal): CheckoutResult => newResult({ session: null, refusal });

/** Condition for a key's row in `checkout.idempotency`. */
export const matches = (key: Key, row: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${row}.storefront_id = ${key.storefrontId} AND ${row}.surface = ${key.surface}
  AND ${row}.operation = ${key.operation} AND ${row}.checkout_id = ${key.checkoutId}::uuid
  AND ${row}.key_hash = ${key.keyHash}`;

/**
 * Additional CTE: stores the key in the same transaction, if the CTE named `effect` had an effect. `answer`
 * is null if the request is still running. Violates the constraint `idempotency_key` if the key is taken.
 */
export const insertKey = (
  key: Key,
  answer: Answer | null,
  now: Date,
  effect: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  , keyed AS (
    INSERT INTO checkout.idempotency
      (storefront_id, surface, operation, checkout_id, key_hash, fingerprint, answer, created_at)
    SELECT ${key.storefrontId}::integer, ${key.surface}, ${key.operation}, ${key.checkoutId}::uuid, ${key.keyHash},
      ${key.fingerprint}, ${answer && JSON.stringify(answer)}::json, ${now}::timestamptz
    FROM ${effect}
  )`;

/**
 * Additional CTE: deletes a session's answered completions. They had no effect, or the session wouldn't have
 * changed; after a change, their keys may complete it (docs/interface/checkout.md#idempotency).
 */
export const purgeCompletions = (
  { storefrontId, surface }: StorefrontSurface,
  checkoutId: string,
  effect: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  , dropped AS (
    DELETE FROM checkout.idempotency
    WHERE storefront_id = ${storefrontId} AND surface = ${surface} AND operation = 'complete'
      AND checkout_id = ${checkoutId}::uuid AND answer IS NOT NULL AND EXISTS (SELECT FROM ${effect})
  )`;

/**
 * Additional CTE: stores the answer for the running completion's key, if it has one, and deletes earlier
 * completions.
 */
export const answerRunningKey = (
  agent: StorefrontSurface,
  checkoutId: string,
  answer: Answer,
  effect: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  , answered AS (
    UPDATE checkout.idempotency SET answer = ${JSON.stringify(answer)}::json
    WHERE storefront_id = ${agent.storefrontId} AND surface = ${agent.surface} AND operation = 'complete'
      AND checkout_id = ${checkoutId}::uuid AND answer IS NULL AND EXISTS (SELECT FROM ${effect})
  ) ${purgeCompletions(agent, checkoutId, effect)}`;

/** Finds a key's stored entry; null for a new key. */
export async function findStored(ctx: SubgraphContext, key: Key): Promise<StoredEntry | null> {
  const { storefrontId, surface, operation, checkoutId, keyHash } = key;
  const found = await reader(ctx).findOne(IdempotencyEntity, {
    storefrontId,
    surface,
    operation,
    checkoutId,
    keyHash,
  });
  return found && { fingerprint: found.fingerprint, answer: found.answer as Answer | null }; // written by insertKey
}
