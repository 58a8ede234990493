import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { SIGN_IN_FAILURES, SIGN_IN_WINDOW_MS } from '../domain/sessions.ts';

/** How long attempts under a key are still held back, in milliseconds; null where they are not. */
export async function heldBackMs(ctx: IslandContext, key: string): Promise<number | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ readonly endsAt: Date | string }>`
    SELECT ends_at AS "endsAt" FROM apps.sign_in_failures
    WHERE key = ${key} AND ends_at > ${now} AND failures >= ${SIGN_IN_FAILURES}`.execute(statements(ctx));
  const [row] = rows;
  return row ? new Date(row.endsAt).getTime() - now.getTime() : null;
}

/** Counts a failed attempt under a key (running.md "limits"). */
export async function noteFailure(ctx: IslandContext, key: string): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + SIGN_IN_WINDOW_MS);
  await sql`
    INSERT INTO apps.sign_in_failures AS f (key, failures, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.ends_at <= ${now} THEN 1 ELSE f.failures + 1 END,
      ends_at = CASE WHEN f.ends_at <= ${now} THEN excluded.ends_at ELSE f.ends_at END`.execute(
    statements(ctx),
  );
}
