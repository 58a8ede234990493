import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import type { Leased, LeasedWork, LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader, statements } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { applyReading, fetchReading, findFeed, type Reading } from '../steps/read-feed.ts';
import type { OwnFeed } from '../store/own-feed.ts';

/**
 * Maximum number of feeds read concurrently in one process, in total and per team: each may wait 10 s for its
 * server.
 */
const SLOTS = 8;
const SLOTS_PER_TEAM = 6;
/** If a process dies, its feeds are due again after this long. */
const CLAIM_MS = 5 * 60_000;

interface ClaimedFeed extends Leased<null> {
  readonly feed: OwnFeed;
}

/**
 * Reads due feeds whose unit types are for sale. The lease is the time of the next read, and a feed's own
 * state counts failed reads (`feed-state.ts`), so the engine never retries or gives up. Only parsing is
 * charged to the team's hourly time, during the read. See docs/interface/ical.md#reading.
 */
export const DUE_FEEDS: LeasedWork<WaitingItem<number>, ClaimedFeed, Reading, null> = {
  name: 'calendars',
  slots: SLOTS,
  slotsPerShare: SLOTS_PER_TEAM,
  retry: () => ({ delaysMs: [], isEndless: true }),
  scan,
  claim,
  send: async (ctx, { feed }): Promise<Sent<Reading, null>> => ({
    move: 'finish',
    done: await fetchReading(ctx, feed),
  }),
  record,
};

/** Starts due feeds, taking teams in turn, and doesn't wait for them. */
export const readDueFeeds = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.catalog.dueFeeds.wake(() => ctx);

/** Finds the feeds that have been due longest for each team. */
async function scan(
  ctx: SubgraphContext,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  const { rows } = await sql<WaitingItem<number>>`
    SELECT id, share FROM (
      SELECT f.id, s.team_id AS share, row_number() OVER (PARTITION BY s.team_id ORDER BY f.next_read_at, f.id) AS turn
      FROM catalog.ical_feed f
      JOIN catalog.unit_type u ON u.id = f.unit_type_id
      JOIN catalog.property p ON p.id = u.property_id
      JOIN catalog.storefront s ON s.id = p.storefront_id
      WHERE f.removed_at IS NULL AND f.status <> 'paused' AND f.next_read_at <= ${ctx.clock.now()}
        AND u.archived_at IS NULL AND s.closed_at IS NULL
        AND s.team_id <> ALL(${[...shares]}::int[]) AND f.id <> ALL(${[...ids]}::int[])
    ) due WHERE turn <= ${SLOTS_PER_TEAM} ORDER BY turn, id LIMIT 1000`.execute(statements(ctx));
  return rows;
}

/** Postpones the next read, so that no other process reads the feed. Null if the feed isn't due. */
async function claim(ctx: SubgraphContext, { id }: WaitingItem): Promise<ClaimedFeed | 'nothing' | null> {
  const now = ctx.clock.now();
  const claimed = await tables(reader(ctx))
    .updateTable('ical_feed')
    .set({ nextReadAt: new Date(now.getTime() + CLAIM_MS) })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .where('status', '<>', 'paused')
    .where('nextReadAt', '<=', now)
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return null;
  const feed = await findFeed(ctx, id);
  return feed ? { feed, attempts: 1 } : 'nothing';
}

async function record(
  ctx: SubgraphContext,
  { feed }: ClaimedFeed,
  recording: Recording<Reading, null>,
): Promise<void> {
  if (recording.move === 'finish') await applyReading(ctx, feed, recording.done);
}
