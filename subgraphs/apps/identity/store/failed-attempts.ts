import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements, type Transaction } from '#db/transaction.ts';
import { budgetAddress } from '#kit/address.ts';
import { tables } from '../../store/tables.ts';
import { ATTEMPT_WINDOW_MS, type AttemptCount, MOST_FAILURES } from '../domain/sessions.ts';

/** What failed attempts are counted under: at most `most` in a window, whose key is a SHA-256 of what it names. */
export interface Counted {
  readonly key: string;
  readonly most: number;
}

/** One count of failed attempts. `named` goes into its key and nowhere else. */
export const counted = (count: AttemptCount, ...named: readonly string[]): Counted => ({
  key: createHash('sha256')
    .update(JSON.stringify([count, ...named]))
    .digest('base64url'),
  most: MOST_FAILURES[count],
});

/** What a sign-in is counted under: the account and address together, the address for all accounts, the account for all addresses. */
export const signInCounts = (email: string, address: string): readonly Counted[] => [
  counted('pair', email, budgetAddress(address)),
  counted('address', budgetAddress(address)),
  counted('account', email),
];

/** How long attempts under any of these are still held back, in milliseconds; null if they are not. */
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

/** Counts an attempt and returns the end of its window; null if the limit is reached. */
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

/** Takes an attempt off the count of its window. */
export async function undoAttempt(ctx: SubgraphContext, { key }: Counted, endsAt: Date): Promise<void> {
  await tables(reader(ctx))
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', key)
    .where('endsAt', '=', endsAt)
    .where('failures', '>', 0)
    .execute();
}

/** Counts a failed attempt under all of these (docs/reference/platform-settings.md#sign-in-limits). Keys in order, so that two never wait in a circle. */
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
