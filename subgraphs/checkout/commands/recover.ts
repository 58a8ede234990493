import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type SessionRow, toSession } from '../session-row.ts';
import { endCompletion } from './end-completion.ts';
import { forEachAtOnce } from './for-each-at-once.ts';

/** A completion under way for longer than this counts as interrupted; overtaking a runner that is only slow does no harm. */
const INTERRUPTED_AFTER_MS = 5_000;
const BATCH = 200;

/**
 * Drives completions that a crash or an outage interrupted to their end, by repeating steps two and three. Several
 * processes share the work: taking an attempt over keeps the others off it for the same time again.
 */
export async function recoverCompletions(ctx: IslandContext): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - INTERRUPTED_AFTER_MS);
  const { rows } = await sql<SessionRow>`
    UPDATE checkout.sessions s SET recovering_since = ${now}
    WHERE id IN (
      SELECT id FROM checkout.sessions
      WHERE status = 'complete_in_progress' AND completing_since < ${before}
        AND (recovering_since IS NULL OR recovering_since < ${before})
      ORDER BY completing_since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING s.*
  `.execute(statements(ctx));
  await forEachAtOnce(rows, (row) => endCompletion(ctx, toSession(row)));
}
