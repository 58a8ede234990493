import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** A session that became no booking is kept this long after it ended. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const BATCH = 1_000;

/**
 * Deletes sessions that were canceled or ran out 30 days ago, with the guest's name and addresses in them. Safe to repeat.
 * See docs/interface/checkout.md#sessions.
 */
export async function purgeAbandoned(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM checkout.sessions WHERE id IN (
        SELECT id FROM checkout.sessions s
        WHERE s.status = 'canceled' AND s.updated_at < ${before}
          AND NOT EXISTS (SELECT 1 FROM checkout.bookings b WHERE b.checkout_id = s.id)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(statements(ctx));
    if (numAffectedRows < BATCH) return;
  }
}
