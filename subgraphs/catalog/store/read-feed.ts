import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import type { FeedEvent } from '../domain/feed-events.ts';
import {
  afterGoodReading,
  afterMissedReading,
  type FeedMove,
  nextReading,
  type ReadingProblem,
} from '../domain/feed-state.ts';
import { IcalExportEntity, IcalFeedEntity } from './entities.ts';
import { type Fetched, fetchFeed, type Validators } from './fetch-feed.ts';
import type { OwnFeed } from './own-feed.ts';
import { feedUrlRow } from './sealed-rows.ts';
import { holdBackUnits, takeFeedNights } from './take-feed-nights.ts';

/** What a reading showed; events are null where they are those of the last one. */
type Reading =
  | ({ readonly events: readonly FeedEvent[]; readonly whole: true } & Validators)
  | { readonly events: null }
  | { readonly problem: ReadingProblem };

/** A feed is read whole again after this long, so that events which recur move on. */
const WHOLE_EVERY_MS = 24 * 3_600_000;

/**
 * Reads a feed and takes its nights; a reading that fails frees none. The file is fetched outside of any transaction; of two
 * readings at once the second one to finish counts for nothing. See docs/interface/ical.md#reading.
 */
export async function readFeed(ctx: SubgraphContext, id: number): Promise<void> {
  const feed = await reader(ctx).findOne(
    IcalFeedEntity,
    { id, removedAt: null },
    { populate: ['unitType.property.storefront'] },
  );
  if (!feed) return;
  const reading = await fetchReading(ctx, feed);
  const storefrontId = feed.unitType.property.storefront.id;
  const changed = await inTransaction(ctx, (em) => apply(ctx, em, feed, reading));
  if (changed) ctx.services.catalog.changes.announce(storefrontId);
  ctx.services.catalog.readModel.nightsChanged();
}

async function fetchReading(ctx: SubgraphContext, feed: OwnFeed): Promise<Reading> {
  const { feeds, feedThread } = ctx.services.catalog;
  const { unitType, urlSealed, urlHash } = feed;
  const { timeZone } = unitType.property;
  const url = ctx.vault.open(urlSealed ?? '', feedUrlRow(urlHash));
  const now = ctx.clock.now();
  const isRecent = now.getTime() - (feed.readWholeAt?.getTime() ?? 0) < WHOLE_EVERY_MS;
  const known = isRecent ? validatorsOf(feed) : { etag: null, lastModified: null };
  const fetched: Fetched = await fetchFeed(feeds, {
    ...{ url, known },
    allowHttp: ctx.config.webhookAllowPrivate,
  });
  if (fetched.kind === 'missed') return fetched;
  if (fetched.kind === 'same') return { events: null };
  const exports = await reader(ctx).find(IcalExportEntity, { unitType: unitType.id });
  const today = dateIn(timeZone, now);
  const answer = await feedThread.read({
    ...{ text: fetched.text, timeZone, today: today.toString() },
    until: today.add({ days: HORIZON_DAYS + 1 }).toString(),
    own: exports.map(({ calendarId }) => `${calendarId}-`),
  });
  if ('problem' in answer) return answer;
  const { etag, lastModified } = fetched;
  return { events: answer.events, whole: true, etag, lastModified };
}

const validatorsOf = ({ etag, lastModified }: OwnFeed): Validators => ({
  etag: etag ?? null,
  lastModified: lastModified ?? null,
});

/** Keeps a reading in the feed as it is now; whether what agents are offered changed beside the nights. */
async function apply(
  ctx: SubgraphContext,
  em: Transaction,
  read: OwnFeed,
  reading: Reading,
): Promise<boolean> {
  const feed: OwnFeed = await em.findOneOrFail(
    IcalFeedEntity,
    { id: read.id },
    {
      populate: ['unitType.property.storefront'],
      lockMode: LockMode.PESSIMISTIC_WRITE,
      lockTableAliases: ['i0'],
    },
  );
  const isOvertaken = feed.lastReadAt?.getTime() !== read.lastReadAt?.getTime();
  if (feed.removedAt || isOvertaken || feed.urlHash !== read.urlHash || feed.status === 'paused')
    return false;
  const now = ctx.clock.now();
  const move = await decide(em, feed, reading, now);
  const before = { status: feed.status, problem: feed.problem, holdsBack: feed.holdsBack };
  em.assign(feed, {
    ...move,
    lastReadAt: now,
    nextReadAt: nextReading(now, ctx.config.icalIntervalMs, Math.random()),
    ...('problem' in reading ? {} : { lastGoodAt: now }),
    ...('whole' in reading
      ? { readWholeAt: now, etag: reading.etag, lastModified: reading.lastModified }
      : {}),
  });
  if (!('problem' in reading)) await takeFeedNights(ctx, em, feed);
  await recordMove(ctx, em, feed, before);
  if (feed.holdsBack === before.holdsBack) return false;
  await holdBackUnits(em, feed.unitType.id);
  return true;
}

async function decide(em: Transaction, feed: OwnFeed, reading: Reading, now: Date): Promise<FeedMove> {
  if ('problem' in reading) {
    const { missed, createdAt, lastGoodAt } = feed;
    return afterMissedReading({ missed, createdAt, lastGoodAt: lastGoodAt ?? null }, reading.problem, now);
  }
  const today = dateIn(feed.unitType.property.timeZone, now).toString();
  return afterGoodReading(await noteReading(em, feed.id, today, reading.events));
}

/** Runs `catalog.note_reading`: whether the feed shrank. */
async function noteReading(
  em: Transaction,
  feedId: number,
  today: string,
  events: readonly FeedEvent[] | null,
): Promise<boolean> {
  const column = (name: keyof FeedEvent) => events?.map((event) => event[name]) ?? null;
  const [row] = await statements(em)
    .selectNoFrom(({ fn, val }) => [
      fn<boolean>('catalog.note_reading', [
        val(feedId),
        sql`${today}::date`,
        sql`${column('externalId')}::text[]`,
        sql`${column('firstNight')}::date[]`,
        sql`${column('departure')}::date[]`,
      ]).as('shrank'),
    ])
    .execute();
  return row?.shrank ?? false;
}

async function recordMove(
  ctx: SubgraphContext,
  em: Transaction,
  feed: OwnFeed,
  before: { readonly status: OwnFeed['status']; readonly problem?: OwnFeed['problem'] },
): Promise<void> {
  const { status, problem, name, unitType } = feed;
  const subject = `${name}, ${unitType.name}`;
  const fails = (status === 'failing' || status === 'paused') && status !== before.status;
  const shrank = problem === 'FEED_SHRANK' && before.problem !== 'FEED_SHRANK';
  const teams = [unitType.property.storefront.teamId];
  if (fails)
    await recordTeamEvent(ctx, em, teams, { kind: 'ical_feed.failing', subject, change: problem ?? null });
  if (shrank) await recordTeamEvent(ctx, em, teams, { kind: 'ical_feed.shrank', subject });
}
