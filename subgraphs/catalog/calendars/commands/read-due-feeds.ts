import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { readFeed } from '../steps/read-feed.ts';

/**
 * Feeds claimed at a time. Each may wait 10 s for its server, so the batch is small to give each team its
 * turn sooner.
 */
const BATCH = 16;
const MOST_BATCHES = 60;
/** Time after which an interrupted read is due again. */
const CLAIM_MS = 5 * 60_000;

/**
 * Reads every due feed whose unit type is for sale, taking teams in turn. Safe to repeat, to interrupt, and
 * to run in several processes.
 */
export async function readDueFeeds(ctx: SubgraphContext): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = await claimDue(ctx);
    if (due.length === 0) return;
    await forEachAtOnce(due, (id) => readFeed(ctx, id));
  }
}

/** Claims due feeds: each team's longest-due feed, then each team's second, and so on. */
async function claimDue(ctx: SubgraphContext): Promise<readonly number[]> {
  const now = ctx.clock.now().getTime();
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const { rows } = await sql<{ readonly id: number; readonly place: number }>`
    UPDATE catalog.ical_feed SET next_read_at = ${at(now + CLAIM_MS)} FROM (
      SELECT f.id, due.place FROM catalog.ical_feed f JOIN (
        SELECT id, row_number() OVER (ORDER BY turn, next_read_at, id)::int AS place FROM (
          SELECT f.id, f.next_read_at, row_number() OVER (PARTITION BY s.team_id ORDER BY f.next_read_at, f.id) AS turn
          FROM catalog.ical_feed f
          JOIN catalog.unit_type u ON u.id = f.unit_type_id
          JOIN catalog.property p ON p.id = u.property_id
          JOIN catalog.storefront s ON s.id = p.storefront_id
          WHERE f.removed_at IS NULL AND f.status <> 'paused' AND f.next_read_at <= ${at(now)}
            AND u.archived_at IS NULL AND s.closed_at IS NULL
        ) ranked ORDER BY place LIMIT ${BATCH}
      ) due ON due.id = f.id
      WHERE f.next_read_at <= ${at(now)}
      FOR UPDATE OF f SKIP LOCKED
    ) claimed WHERE ical_feed.id = claimed.id
    RETURNING ical_feed.id, claimed.place`.execute(statements(ctx));
  return rows.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
}
