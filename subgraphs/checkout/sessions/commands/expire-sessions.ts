import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

const BATCH = 1_000;

/**
 * Records expired open sessions as canceled; they already read as canceled. See
 * docs/interface/checkout.md#sessions.
 */
export async function expireSessions(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE checkout.sessions
      SET status = 'canceled', notice = NULL, revision = revision + 1, updated_at = expires_at
      WHERE id IN (
        SELECT id FROM checkout.sessions
        WHERE status IN ('incomplete', 'ready_for_complete') AND expires_at <= ${now}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
    `.execute(statements(ctx));
    if (numAffectedRows < BATCH) return;
  }
}
