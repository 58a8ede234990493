import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { isTimeZone } from '#kit/dates.ts';
import { MAX_EXTERNAL_ID, MAX_FEED_INSTANCES, MAX_FEED_SPANS } from '#schema/limits.ts';
import { readLines, UnreadableFeed } from './feed-lines.ts';
import { type FeedPath, isDetour, type KnownCalendars, readPath } from './feed-path.ts';

/** Nights that an event of a feed takes, as `YYYY-MM-DD`: from its first night up to the day before its departure. */
export interface FeedEvent {
  /** Its UID, with the day for an instance of one that recurs; the same whenever the feed is read. */
  readonly externalId: string;
  readonly firstNight: string;
  readonly departure: string;
  readonly via: FeedPath;
}

/** What a feed shows. */
export interface FeedFile {
  /** Id of the unit type whose calendar it is, where this product exports it. */
  readonly calendarId: string | null;
  readonly events: readonly FeedEvent[];
}

/** What a feed is read for: nights of a property from `today` up to before `until`. */
export interface FeedWindow extends KnownCalendars {
  /** IANA name of the property's time zone, in which events with a time of day are read. */
  readonly timeZone: string;
  readonly today: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** Instances of one event that are looked at, from its first on, until those of the window are found. */
const MOST_STEPS = 50_000;

/**
 * The events of an iCalendar file that take nights of the window, without those that are known already (docs/interface/ical.md#events).
 * Every other event takes nights, also one marked as free; only cancelled ones do not. Throws `UnreadableFeed` where a part of it cannot
 * be read: what is missing is not gone.
 */
export function readFeedEvents(text: string, window: FeedWindow): FeedFile {
  const lines = readLines(text);
  try {
    const calendars = calendarsOf(lines);
    const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
    const [calendarId = null] = readPath(calendars[0]?.getFirstPropertyValue('x-lodging-calendar'));
    return { calendarId, events: takenBy(events, window) };
  } catch (error) {
    if (error instanceof UnreadableFeed) throw error;
    throw new UnreadableFeed('NOT_A_CALENDAR', error);
  }
}

function calendarsOf(lines: readonly string[]): ICAL.Component[] {
  const parsed: unknown[] = ICAL.parse(lines.join('\r\n'));
  const roots = typeof parsed[0] === 'string' ? [parsed] : parsed;
  return roots.map((root) => new ICAL.Component(root as ConstructorParameters<typeof ICAL.Component>[0])); // as `parse` returns it
}

function takenBy(events: readonly ICAL.Component[], window: FeedWindow): readonly FeedEvent[] {
  const found = new Map<string, FeedEvent>();
  const keep = (externalId: string, taken: Span, via: FeedPath) => {
    if (isIn(window, taken)) found.set(externalId, { externalId, ...named(taken, window), via });
    if (found.size > MAX_FEED_SPANS) throw new UnreadableFeed('TOO_MANY_EVENTS');
  };
  const instead = overridesOf(events, window);
  const seen = new Set<string>();
  for (const event of events) {
    const first = spanOf(event, window);
    const uid = uidOf(event, first);
    const via = readPath(event.getFirstPropertyValue('x-lodging-via'));
    if (window.own.some((id) => uid.startsWith(`${id}-`)) || isDetour(via, window)) continue;
    const moved = timeOf(event, 'recurrence-id');
    if (moved) {
      if (!isCancelled(event)) keep(idOf(uid, dateIn(moved, window)), first, via);
    } else if (isRecurring(event)) {
      for (const span of isCancelled(event) ? [] : instancesOf(event, first, window)) {
        const id = idOf(uid, span.from);
        if (!instead.has(id)) keep(id, span, via);
      }
    } else {
      const id = seen.has(uid) ? idOf(uid, first.from) : idOf(uid);
      seen.add(uid);
      if (!isCancelled(event)) keep(id, first, via);
    }
  }
  return [...found.values()];
}

interface Span {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const before = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;

const isIn = ({ today, until }: FeedWindow, { from, to }: Span) => before(today, to) && before(from, until);

const named = ({ from, to }: Span, { until }: FeedWindow) => ({
  firstNight: from.toString(),
  departure: (before(until, to) ? until : to).toString(),
});

const isCancelled = (event: ICAL.Component) =>
  String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';

const isRecurring = (event: ICAL.Component) => event.hasProperty('rrule') || event.hasProperty('rdate');

/** Ids of instances that have an event of their own. */
function overridesOf(events: readonly ICAL.Component[], window: FeedWindow): ReadonlySet<string> {
  const ids = events.flatMap((event) => {
    const moved = timeOf(event, 'recurrence-id');
    return moved ? [idOf(uidOf(event, spanOf(event, window)), dateIn(moved, window))] : [];
  });
  return new Set(ids);
}

/** The instances of a recurring event that touch the window, the first `MAX_FEED_INSTANCES` of them. */
function instancesOf(event: ICAL.Component, first: Span, window: FeedWindow): Span[] {
  const start = timeOf(event, 'dtstart');
  if (!start) return [];
  const nights = first.from.until(first.to, { largestUnit: 'days' });
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: start.time });
  const found: Span[] = [];
  for (let step = 0; found.length < MAX_FEED_INSTANCES; step++) {
    if (step >= MOST_STEPS) throw new UnreadableFeed('TOO_MANY_EVENTS');
    const time: ICAL.Time | undefined = expansion.next();
    if (!time) break;
    const from = dateIn({ ...start, time }, window);
    if (!before(from, window.until)) break;
    const span = { from, to: from.add(nights) };
    if (isIn(window, span)) found.push(span);
  }
  return found;
}

/** The nights of an event as it is written: at least one. */
function spanOf(event: ICAL.Component, window: FeedWindow): Span {
  const start = timeOf(event, 'dtstart');
  if (!start) throw new UnreadableFeed('NOT_A_CALENDAR');
  const from = dateIn(start, window);
  const to = dateIn(endOf(event, start), window);
  return { from, to: before(from, to) ? to : from.add({ days: 1 }) };
}

/** A time of an event with the name of its zone. */
interface Time {
  readonly time: ICAL.Time;
  readonly zone: string | null;
}

function endOf(event: ICAL.Component, start: Time): Time {
  const end = timeOf(event, 'dtend');
  if (end) return end;
  const duration = event.getFirstPropertyValue('duration');
  const time = start.time.clone();
  if (duration instanceof ICAL.Duration) time.addDuration(duration);
  return { ...start, time };
}

function timeOf(event: ICAL.Component, name: string): Time | null {
  const property = event.getFirstProperty(name);
  const time = property?.getFirstValue();
  if (!property || !(time instanceof ICAL.Time)) return null;
  const zone = property.getParameter('tzid');
  return { time, zone: typeof zone === 'string' ? zone : null };
}

/** The date of a time at the property. */
function dateIn({ time, zone }: Time, { timeZone }: FeedWindow): Temporal.PlainDate {
  const { year, month, day, hour, minute, second } = time;
  if (time.isDate) return new Temporal.PlainDate(year, month, day);
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
  return momentOf(local, time, zone, timeZone).withTimeZone(timeZone).toPlainDate();
}

/** A time in the zone that it names: one of IANA's, else one that the file describes, else the property's. */
function momentOf(local: Temporal.PlainDateTime, time: ICAL.Time, zone: string | null, timeZone: string) {
  if (time.zone === ICAL.Timezone.utcTimezone) return local.toZonedDateTime('UTC');
  if (zone !== null && isTimeZone(zone)) return local.toZonedDateTime(zone);
  if (time.zone === null || time.zone === ICAL.Timezone.localTimezone) return local.toZonedDateTime(timeZone);
  return local.subtract({ seconds: time.utcOffset() }).toZonedDateTime('UTC');
}

/** An event without a UID is known by its nights. */
function uidOf(event: ICAL.Component, { from, to }: Span): string {
  const uid = event.getFirstPropertyValue('uid');
  return typeof uid === 'string' && uid.trim() !== '' ? uid.trim() : `${from}/${to}`;
}

function idOf(uid: string, day?: Temporal.PlainDate): string {
  const id = (day ? `${uid}/${day}` : uid).toWellFormed().replaceAll('\0', '');
  return id.length <= MAX_EXTERNAL_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
