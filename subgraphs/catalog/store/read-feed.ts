import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import type { FeedEvent, FeedFile } from '../domain/feed-events.ts';
import type { KnownCalendars } from '../domain/feed-path.ts';
import {
  afterGoodReading,
  afterMissedReading,
  type FeedMove,
  nextReading,
  type ReadingProblem,
} from '../domain/feed-state.ts';
import { IcalExportEntity, IcalFeedEntity } from './entities.ts';
import { type Fetched, fetchFeed, type Validators } from './fetch-feed.ts';
import { holdBackUnits } from './hold-back-units.ts';
import type { OwnFeed } from './own-feed.ts';
import { feedUrlRow } from './sealed-rows.ts';
import { takeFeedNights } from './take-feed-nights.ts';

/** What a reading showed; events are null where they are those of the last one. */
type Reading =
  | (FeedFile & { readonly whole: true } & Validators)
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
  const ageMs = now.getTime() - (feed.readWholeAt?.getTime() ?? 0);
  const isRecent = ageMs >= 0 && ageMs < WHOLE_EVERY_MS; // else it was read by a clock that was ahead
  const validators = isRecent ? validatorsOf(feed) : { etag: null, lastModified: null };
  const fetched: Fetched = await fetchFeed(feeds, {
    ...{ url, known: validators },
    allowHttp: ctx.config.webhookAllowPrivate,
    timeoutMs: ctx.config.icalTimeoutMs,
    share: `team:${unitType.property.storefront.teamId}`,
  });
  if (fetched.kind === 'missed') return fetched;
  if (fetched.kind === 'same') return { events: null };
  const known = await knownCalendars(ctx, feed);
  const today = dateIn(timeZone, now);
  const job = {
    ...{ text: fetched.text, timeZone, today: today.toString() },
    until: today.add({ days: HORIZON_DAYS + 1 }).toString(),
    ...known,
  };
  const answer = await feedThread.read(job, unitType.property.storefront.teamId);
  if ('problem' in answer) return answer;
  const { etag, lastModified } = fetched;
  return { ...answer, whole: true, etag, lastModified };
}

/** What the unit type of a feed knows of calendars of this product. A feed that cannot be read is no other one's detour. */
async function knownCalendars(ctx: SubgraphContext, { id, unitType }: OwnFeed): Promise<KnownCalendars> {
  const em = reader(ctx);
  const exports = await em.find(IcalExportEntity, { unitType: unitType.id });
  const others = await em.find(IcalFeedEntity, {
    ...{ unitType: unitType.id, id: { $ne: id }, removedAt: null },
    ...{ status: ['fresh', 'late'], calendarId: { $ne: null } },
  });
  return {
    own: exports.map(({ calendarId }) => calendarId),
    direct: others.flatMap(({ calendarId }) => calendarId ?? []),
  };
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
      ? {
          ...{ readWholeAt: now, calendarId: reading.calendarId },
          ...{ etag: reading.etag, lastModified: reading.lastModified },
        }
      : {}),
  });
  if (!('problem' in reading)) await takeFeedNights(ctx, em, feed);
  await recordMove(ctx, em, feed, before);
  if (feed.holdsBack === before.holdsBack) return false;
  await holdBackUnits(em, [feed.unitType.id]);
  return true;
}

async function decide(em: Transaction, feed: OwnFeed, reading: Reading, now: Date): Promise<FeedMove> {
  if ('problem' in reading) {
    const { missed, createdAt, lastGoodAt } = feed;
    return afterMissedReading({ missed, createdAt, lastGoodAt: lastGoodAt ?? null }, reading.problem, now);
  }
  const today = dateIn(feed.unitType.property.timeZone, now).toString();
  const shrank = await noteReading(em, feed.id, today, reading.events);
  if (reading.events) await notePaths(em, feed.id, reading.events);
  return afterGoodReading(shrank);
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

/** Keeps which calendars the events of a reading came through, where that changed. */
async function notePaths(em: Transaction, feedId: number, events: readonly FeedEvent[]): Promise<void> {
  const ids = events.map(({ externalId }) => externalId);
  const paths = events.map(({ via }) => via.join(','));
  await sql`
    UPDATE catalog.ical_event e SET via = read.via
    FROM unnest(${ids}::text[], ${paths}::text[]) AS read (id, via)
    WHERE e.feed_id = ${feedId} AND e.external_id = read.id AND e.via <> read.via`.execute(statements(em));
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
