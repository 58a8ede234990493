import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { StorefrontSurface } from '../../access.ts';
import type { CheckoutRefusal, CheckoutResult, CheckoutSession, IdempotencyInput } from '../../generated.ts';
import { IdempotencyEntity } from '../../store/entities.ts';

/** The scope of a create: there is no session yet. */
export const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/** A request's key in its scope: storefront, surface, operation, session. */
export interface Key extends StorefrontSurface {
  readonly operation: 'create' | 'update' | 'complete' | 'cancel';
  readonly checkoutId: string;
  /** SHA-256: of one length, and whatever characters a key has. */
  readonly keyHash: string;
  readonly fingerprint: string;
}

/** What was answered, as JSON: given again to anyone who repeats the request. */
export interface Answer {
  readonly session: CheckoutSession | null;
  readonly refusal: CheckoutRefusal | null;
}

/** What is stored under a key; `answer` is null while its request still runs. */
export interface Known {
  readonly fingerprint: string;
  readonly answer: Answer | null;
}

/** The key of a request; null if it came without one. */
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
 * What to answer to a request whose key is known: the stored answer, `idempotency_conflict` when it asks for something
 * else; null while the first request still runs (docs/interface/checkout.md#idempotency).
 */
export function replay(known: Known, key: Key): CheckoutResult | null {
  if (known.fingerprint !== key.fingerprint) return refused('idempotency_conflict');
  return known.answer && { ...known.answer, replayed: true };
}

/** An answer given for the first time. */
export const fresh = (answer: Answer): CheckoutResult => ({ ...answer, replayed: false });

/** A refusal without a session. */
export const refused = (refusal: CheckoutRefusal): CheckoutResult => fresh({ session: null, refusal });

/** The condition that a row of `checkout.idempotency` is this key's. */
export const matches = (key: Key, row: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${row}.storefront_id = ${key.storefrontId} AND ${row}.surface = ${key.surface}
  AND ${row}.operation = ${key.operation} AND ${row}.checkout_id = ${key.checkoutId}::uuid
  AND ${row}.key_hash = ${key.keyHash}`;

/**
 * A further part of a WITH statement: stores the key if its effect (a part named `effect`) happened, in the same
 * transaction. `answer` is null if the request still runs. Fails on the constraint `idempotency_key` when the key is taken.
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
 * A further part of a WITH statement: deletes the completions of a session that were answered already. They had no effect,
 * or the session would not change any more; once it does, their keys may complete it (docs/interface/checkout.md#idempotency).
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
 * A further part of a WITH statement: answers the key that a completion runs under, if it has one, and deletes the
 * completions before it.
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

/** What is stored under a key; null if it is new. */
export async function findKnown(ctx: SubgraphContext, key: Key): Promise<Known | null> {
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
