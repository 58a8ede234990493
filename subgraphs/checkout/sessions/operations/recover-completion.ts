import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Session } from '../../store/entities.ts';
import { type SessionRow, toSession } from '../store/session-row.ts';
import { endCompletion } from './end-completion.ts';

/**
 * A completion counts as interrupted after this long: for a repeated request, and for the job, which gives
 * repeats a head start. Overtaking a slow runner is harmless.
 */
export const INTERRUPTED_AFTER_MS = { repeat: 1_000, job: 5_000 } as const;

const BATCH = 200;

/** Recovers one session for a waiting request; does nothing while its completion may still be running. */
export async function recoverCompletion(ctx: SubgraphContext, id: string): Promise<void> {
  const [session] = await takeOver(ctx, INTERRUPTED_AFTER_MS.repeat, sql`AND id = ${id}::uuid`);
  if (session) await endCompletion(ctx, session);
}

/**
 * Claims interrupted completions for this process, for as long as other processes wait before treating a
 * completion as interrupted.
 */
export async function takeOver(
  ctx: SubgraphContext,
  afterMs: number,
  which: RawBuilder<unknown> = sql``,
): Promise<Session[]> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - afterMs);
  const { rows } = await sql<SessionRow>`
    UPDATE checkout.sessions s SET recovering_since = ${now}
    WHERE id IN (
      SELECT id FROM checkout.sessions
      WHERE status = 'complete_in_progress' AND completing_since < ${before}
        AND (recovering_since IS NULL OR recovering_since < ${before}) ${which}
      ORDER BY completing_since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING s.*
  `.execute(statements(ctx));
  return rows.map(toSession);
}
