import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements, type Transaction } from '#db/transaction.ts';
import { budgetAddress } from '#kit/address.ts';
import { tables } from '../../store/tables.ts';
import { ATTEMPT_WINDOW_MS, type AttemptCount, MOST_FAILURES } from '../domain/sessions.ts';

/** A count of failed attempts: at most `most` per window, keyed by a SHA-256 of the counted names. */
export interface Counted {
  readonly key: string;
  readonly most: number;
}

/** Returns a count of failed attempts. `named` is only used in its key. */
export const counted = (count: AttemptCount, ...named: readonly string[]): Counted => ({
  key: createHash('sha256')
    .update(JSON.stringify([count, ...named]))
    .digest('base64url'),
  most: MOST_FAILURES[count],
});

/**
 * Returns a sign-in's counts: for the account and address together, for the address across accounts, and for
 * the account across addresses.
 */
export const signInCounts = (email: string, address: string): readonly Counted[] => [
  counted('pair', email, budgetAddress(address)),
  counted('address', budgetAddress(address)),
  counted('account', email),
];

/**
 * Returns how much longer any of these counts blocks attempts, in milliseconds; null if attempts aren't
 * blocked.
 */
export async function heldBackMs(ctx: SubgraphContext, counts: readonly Counted[]): Promise<number | null> {
  const now = ctx.clock.now();
  const full = await tables(reader(ctx))
    .selectFrom('sign_in_failures')
    .select('endsAt')
    .where('endsAt', '>', now)
    .where(({ or, and, eb }) =>
      or(counts.map(({ key, most }) => and([eb('key', '=', key), eb('failures', '>=', most)]))),
    )
    .orderBy('endsAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return full ? full.endsAt.getTime() - now.getTime() : null;
}

/** Counts an attempt and returns its window's end; null if the limit is reached. */
export async function countAttempt(ctx: SubgraphContext, { key, most }: Counted): Promise<Date | null> {
  const now = ctx.clock.now();
  const windowEnd = new Date(now.getTime() + ATTEMPT_WINDOW_MS);
  const { rows } = await sql<{ readonly endsAt: Date }>`
    INSERT INTO apps.sign_in_failures AS f (key, failures, ends_at) VALUES (${key}, 1, ${windowEnd})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.ends_at <= ${now} THEN 1 ELSE f.failures + 1 END,
      ends_at = CASE WHEN f.ends_at <= ${now} THEN excluded.ends_at ELSE f.ends_at END
      WHERE f.ends_at <= ${now} OR f.failures < ${most}
    RETURNING ends_at AS "endsAt"`.execute(statements(ctx));
  return rows[0]?.endsAt ?? null;
}

/** Uncounts an attempt in its window. */
export async function undoAttempt(ctx: SubgraphContext, { key }: Counted, endsAt: Date): Promise<void> {
  await tables(reader(ctx))
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', key)
    .where('endsAt', '=', endsAt)
    .where('failures', '>', 0)
    .execute();
}

/**
 * Adds a failed attempt to each of these counts (docs/reference/platform-settings.md#sign-in-limits). Sorts
 * keys, so that two transactions can't deadlock.
 */
export async function recordFailure(
  ctx: SubgraphContext,
  counts: readonly Counted[],
  em?: Transaction,
): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + ATTEMPT_WINDOW_MS);
  await sql`
    INSERT INTO apps.sign_in_failures AS f (key, failures, ends_at)
    SELECT key, 1, ${endsAt} FROM unnest(${counts.map(({ key }) => key)}::text[]) AS counted (key) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.ends_at <= ${now} THEN 1 ELSE f.failures + 1 END,
      ends_at = CASE WHEN f.ends_at <= ${now} THEN excluded.ends_at ELSE f.ends_at END`.execute(
    statements(em ?? ctx),
  );
}

/** Deletes these counts in the caller's transaction. Locks them in `recordFailure`'s order. */
export async function deleteFailures(em: Transaction, counts: readonly Counted[]): Promise<void> {
  const keys = counts.map(({ key }) => key);
  await tables(em)
    .deleteFrom('sign_in_failures')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('sign_in_failures').select('key').where('key', 'in', keys).orderBy('key').forUpdate(),
    )
    .execute();
}
