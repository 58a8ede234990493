import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { withinBudget } from '#db/limits/work-budget.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { holdBackUnits } from '../../channels/store/hold-back-units.ts';
import { IcalExportEntity, IcalFeedEntity } from '../../store/entities.ts';
import { nextVersion } from '../../store/next-version.ts';
import { feedUrlRow } from '../../storefronts/store/sealed-rows.ts';
import type { FeedFile } from '../domain/feed-events.ts';
import type { KnownCalendars } from '../domain/feed-path.ts';
import {
  afterGoodReading,
  afterMissedReading,
  isSlow,
  nextReading,
  type ReadingProblem,
} from '../domain/feed-state.ts';
import { FEED_THREAD_MS } from '../outside/feed-thread.ts';
import { type Fetched, fetchFeed, type Validators } from '../outside/fetch-feed.ts';
import { keepFeedEvents } from '../store/keep-feed-events.ts';
import type { OwnFeed } from '../store/own-feed.ts';
import { takeFeedNights } from './take-feed-nights.ts';

/** The outcome of a read. Null events mean that the feed hasn't changed since the last read. */
export type Reading =
  | (FeedFile & { readonly whole: true } & Validators)
  | { readonly events: null }
  | { readonly problem: ReadingProblem }
  /** The team has used up its hourly reading time. */
  | { readonly againInMs: number };

/** A full read is due after this long, so that the window for recurring events moves forward. */
const WHOLE_EVERY_MS = 24 * 3_600_000;

/** Reads a feed and applies the outcome. See docs/interface/ical.md#reading. */
export async function readFeed(ctx: SubgraphContext, id: number): Promise<void> {
  const feed = await findFeed(ctx, id);
  if (feed) await applyReading(ctx, feed, await fetchReading(ctx, feed));
}

/** Finds an active feed with its unit type, property and storefront. */
export const findFeed = (ctx: SubgraphContext, id: number): Promise<OwnFeed | null> =>
  reader(ctx).findOne(
    IcalFeedEntity,
    { id, removedAt: null },
    { populate: ['unitType.property.storefront'] },
  );

/**
 * Applies a read in its own transaction, which marks the feed's nights as taken; a failed read frees none. If
 * two reads run concurrently, the second to finish is dropped.
 */
export async function applyReading(ctx: SubgraphContext, feed: OwnFeed, reading: Reading): Promise<void> {
  const mayDelete = (await ctx.clock.mayDelete?.()) !== false;
  const changed = await inTransaction(ctx, (em) => apply(ctx, em, feed, { reading, mayDelete }));
  if (changed) ctx.services.catalog.changes.announce(feed.unitType.property.storefront.id);
  ctx.services.catalog.readModel.nightsChanged();
}

/** Fetches and parses a feed's file, outside any transaction. */
export async function fetchReading(ctx: SubgraphContext, feed: OwnFeed): Promise<Reading> {
  const { feeds, feedThread } = ctx.services.catalog;
  const { unitType, urlSealed, urlHash } = feed;
  const { timeZone, checkInFrom, storefront } = unitType.property;
  const url = ctx.vault.open(urlSealed ?? '', feedUrlRow(urlHash));
  const now = ctx.clock.now();
  const ageMs = now.getTime() - (feed.readWholeAt?.getTime() ?? 0);
  const isRecent = ageMs >= 0 && ageMs < WHOLE_EVERY_MS; // otherwise the clock was ahead during the last read
  const validators = isRecent ? validatorsOf(feed) : { etag: null, lastModified: null };
  const fetched: Fetched = await fetchFeed(feeds, {
    url,
    known: validators,
    allowHttp: ctx.config.webhookAllowPrivate,
    timeoutMs: ctx.config.icalTimeoutMs,
    share: `team:${unitType.property.storefront.teamId}`,
  });
  if (fetched.kind === 'missed') return fetched;
  if (fetched.kind === 'same') return { events: null };
  const known = await knownCalendars(ctx, feed);
  const today = dateIn(timeZone, now);
  const job = {
    text: fetched.text,
    timeZone,
    checkIn: secondsOfDay(checkInFrom ?? USUAL_CHECK_IN),
    today: today.toString(),
    until: today.add({ days: HORIZON_DAYS + 1 }).toString(),
    ...known,
  };
  const { teamId } = storefront;
  const budgeted = await withinBudget(ctx, {
    teamId,
    kind: 'calendars',
    mostMs: FEED_THREAD_MS,
    run: () => feedThread.read(job, teamId),
    msOf: ({ ms }) => ms,
  });
  if ('againInMs' in budgeted) return budgeted;
  const { answer } = budgeted.done;
  if ('problem' in answer) return answer;
  const { etag, lastModified } = fetched;
  return { ...answer, whole: true, etag, lastModified };
}

/** Check-in for properties without one. */
const USUAL_CHECK_IN = '15:00';

function secondsOfDay(time: string): number {
  const { hour, minute } = Temporal.PlainTime.from(time);
  return (hour * 60 + minute) * 60;
}

/**
 * Our own calendars that the feed's unit type knows. An unreadable feed doesn't count as a source for other
 * feeds.
 */
async function knownCalendars(ctx: SubgraphContext, { id, unitType }: OwnFeed): Promise<KnownCalendars> {
  const em = reader(ctx);
  const exports = await em.find(IcalExportEntity, { unitType: unitType.id });
  const others = await em.find(IcalFeedEntity, {
    unitType: unitType.id,
    id: { $ne: id },
    removedAt: null,
    status: ['fresh', 'late'],
    calendarId: { $ne: null },
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

/**
 * Applies a read to the feed's current row. Returns true if agent availability changed for reasons other than
 * the nights.
 */
async function apply(
  ctx: SubgraphContext,
  em: Transaction,
  read: OwnFeed,
  { reading, mayDelete }: { readonly reading: Reading; readonly mayDelete: boolean },
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
  if ('againInMs' in reading) {
    em.assign(feed, { nextReadAt: new Date(now.getTime() + reading.againInMs) });
    return false;
  }
  const before = { status: feed.status, problem: feed.problem, holdsBack: feed.holdsBack };
  const isMissed = 'problem' in reading;
  const slow = isMissed && isSlow(reading.problem) ? feed.slow + 1 : 0;
  em.assign(feed, {
    slow,
    lastReadAt: now,
    nextReadAt: nextReading(now, { intervalMs: ctx.config.icalIntervalMs, slow, chance: Math.random() }),
  });
  if (isMissed) em.assign(feed, afterMissedReading(stateOf(feed), reading.problem, now));
  else await keepReading(em, feed, reading, { now, mayDelete });
  if (!isMissed) await takeFeedNights(ctx, em, feed);
  await recordMove(ctx, em, feed, before);
  if (feed.holdsBack === before.holdsBack) return false;
  await holdBackUnits(em, [feed.unitType.id]);
  return true;
}

const stateOf = ({ missed, createdAt, lastGoodAt }: OwnFeed) => ({
  missed,
  createdAt,
  lastGoodAt: lastGoodAt ?? null,
});

/** Saves a good read: its events, its unreadable parts, and its validators. */
async function keepReading(
  em: Transaction,
  feed: OwnFeed,
  reading: Exclude<Reading, { readonly problem: ReadingProblem } | { readonly againInMs: number }>,
  { now, mayDelete }: { readonly now: Date; readonly mayDelete: boolean },
): Promise<void> {
  if ('whole' in reading) {
    const { calendarId, etag, lastModified, noted } = reading;
    em.assign(feed, { calendarId, etag, lastModified, readWholeAt: now });
    em.assign(feed, { noted: noted?.problem ?? null, notedLine: noted?.line ?? null });
  }
  const shrunkFrom = await keepFeedEvents(em, feed, {
    events: reading.events,
    isPartial: feed.noted === 'PARTLY_READ',
    now,
    mayDelete,
    today: dateIn(feed.unitType.property.timeZone, now).toString(),
  });
  em.assign(feed, { ...afterGoodReading(shrunkFrom !== null), shrunkFrom, lastGoodAt: now });
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
  if (!shrank) return;
  await recordTeamEvent(ctx, em, teams, { kind: 'ical_feed.shrank', subject });
  const { property } = unitType;
  await publish(ctx, em, 'ical_feed.shrank', {
    teamId: property.storefront.teamId,
    propertyId: property.id,
    property: property.name,
    unitTypeId: unitType.id,
    unitType: unitType.name,
    feedId: feed.id,
    feed: name,
    version: await nextVersion(em),
  });
}
