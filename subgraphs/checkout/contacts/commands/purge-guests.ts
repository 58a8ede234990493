import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/** Guest data is kept this long after check-out. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const BATCH = 1_000;

/**
 * Deletes guests and their ages from lodging sessions 30 days after check-out; the booking keeps its lead
 * guest. Safe to repeat. See docs/interface/lodging.md#guests.
 */
export async function purgeGuests(ctx: Pick<SubgraphContext, 'db' | 'clock'>): Promise<void> {
  const endedAt = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const lastDay = endedAt.toISOString().slice(0, 10);
  for (;;) {
    // Index order: dates as text, empty first.
    const { numAffectedRows = 0n } = await sql`
      UPDATE checkout.sessions SET guests = NULL, revision = revision + 1 WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM checkout.sessions
        WHERE guests IS NOT NULL AND status <> 'complete_in_progress' AND coalesce(quote ->> 'checkOut', '') < ${lastDay}
          AND (quote ->> 'checkOut' IS NOT NULL OR expires_at < ${endedAt})
        ORDER BY coalesce(quote ->> 'checkOut', '') LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED))`.execute(
      statements(ctx),
    );
    if (numAffectedRows < BATCH) return;
  }
}
