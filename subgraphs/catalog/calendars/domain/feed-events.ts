import { createHash } from 'node:crypto';
import { MAX_EXTERNAL_ID, MAX_FEED_EVENTS, MAX_FEED_INSTANCES, MAX_FEED_SPANS } from '#schema/limits.ts';
import { dateOfEpochDay, epochDayOf } from '../../domain/calendar.ts';
import { type Moment, type Nights, nightsOf, union } from './event-nights.ts';
import { type Component, readCalendars, UnreadableFeed } from './feed-lines.ts';
import { type Noted, newNotes } from './feed-notes.ts';
import { type FeedPath, isDetour, type KnownCalendars, readPath } from './feed-path.ts';
import {
  type Clocks,
  changedInstances,
  type Instance,
  inZone,
  type LaterChange,
  periodOf,
  singleOf,
  type ZonedTime,
  zonedTime,
} from './feed-series.ts';
import { later } from './feed-times.ts';
import { newWork } from './feed-work.ts';
import { describedZone, namedZone, type Zone, zoneName } from './feed-zones.ts';

/** Nights taken by a feed's event, as `YYYY-MM-DD`: from its first night up to the day before its departure. */
export interface FeedEvent {
  /** UID, with the day added for an instance. */
  readonly externalId: string;
  readonly firstNight: string;
  readonly departure: string;
  readonly via: FeedPath;
}

/** A feed's contents. */
export interface FeedFile {
  /** The exporting unit type's id, if this product exported the file. */
  readonly calendarId: string | null;
  readonly events: readonly FeedEvent[];
  /** The first part that couldn't be read, or null. */
  readonly noted: Noted | null;
}

/** A property's nights from `today` up to, but not including, `until`. */
export interface FeedWindow extends KnownCalendars {
  /** The property's IANA time zone, for times without a zone. */
  readonly timeZone: string;
  /** The property's usual check-in, in seconds since midnight. */
  readonly checkIn: number;
  readonly today: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/**
 * Reads the events that take nights in the window, except known events (docs/interface/ical.md#events).
 * Reports the first unreadable part and reads the rest. Throws `UnreadableFeed` if the file is incomplete or
 * too large.
 */
export function readFeedEvents(text: string, window: FeedWindow): FeedFile {
  const calendars = readCalendars(text);
  const [calendarId = null] = readPath(firstValue(calendars[0], 'X-LODGING-CALENDAR'));
  const notes = newNotes();
  const work = newWork();
  const home = namedZone(window.timeZone);
  const parts = calendars.flatMap((calendar) => calendar.parts);
  const lastDay = epochDayOf(window.until) + 2;
  const zones = newZones(parts, { home, timeZone: window.timeZone });
  const clocks: Clocks = {
    home,
    notes,
    work,
    zoneOf(line) {
      const zone = zones(line.params.get('TZID') ?? '', (timezone) => describedZone(timezone, lastDay, work));
      if (zone) return zone;
      notes.add('UNKNOWN_ZONE', line.text);
      return home;
    },
  };
  const events = takenBy(parts, { window, clocks });
  return { calendarId, events, noted: notes.first() };
}

const firstValue = (component: Component | undefined, name: string): string | undefined =>
  component?.lines.find((line) => line.name === name)?.value;

/**
 * The file's zones by `TZID`: the runtime's zone if it knows one, otherwise the zone described in the file,
 * otherwise null.
 */
function newZones(
  parts: readonly Component[],
  { home, timeZone }: { readonly home: Zone; readonly timeZone: string },
) {
  const described = new Map<string, Component>();
  for (const part of parts)
    if (part.name === 'VTIMEZONE') described.set(firstValue(part, 'TZID') ?? '', part);
  const known = new Map<string, Zone | null>();
  return (tzid: string, describe: (timezone: Component) => Zone | null): Zone | null => {
    const zone = known.get(tzid);
    if (zone !== undefined) return zone;
    const timezone = described.get(tzid);
    const name = zoneName(tzid) ?? zoneName(firstValue(timezone, 'X-LIC-LOCATION') ?? '');
    const found = name === timeZone ? home : name ? namedZone(name) : timezone ? describe(timezone) : null;
    known.set(tzid, found);
    return found;
  };
}

interface Reading {
  readonly window: FeedWindow;
  readonly clocks: Clocks;
}

/** An instance's id and nights; the nights are null if the instance takes none. */
interface Span {
  readonly id: string;
  readonly nights: Nights | null;
}

function takenBy(parts: readonly Component[], reading: Reading): readonly FeedEvent[] {
  const { window, clocks } = reading;
  const kept = newEvents(window);
  const latest = latestVersions(parts.filter(({ name }) => name === 'VEVENT'));
  const moved = movedInstances(latest, clocks);
  const changes = laterChanges(latest, clocks);
  for (const event of latest) {
    const uid = uidOf(event);
    const via = readPath(firstValue(event, 'X-LODGING-VIA'));
    if (window.own.some((id) => uid.startsWith(`${id}-`)) || isDetour(via, window)) continue;
    const single = singleOf(event, clocks);
    if (!single || firstValue(event, 'STATUS')?.toUpperCase() === 'CANCELLED') continue;
    const reference = referenceOf(event, clocks);
    const instances = hasReference(event)
      ? [single]
      : changedInstances(event, single, clocks, {
          days: kept.days,
          moved: moved.get(uid) ?? [],
          changes: changes.get(uid) ?? [],
        });
    kept.add(via, spansOf(event, { reading, instances, reference }));
  }
  for (const part of parts) {
    if (part.name !== 'VFREEBUSY') continue;
    const uid = uidOf(part) || 'freebusy';
    for (const nights of busyNights(part, reading)) kept.add([], [{ id: idOf(uid, nights.from), nights }]);
  }
  return kept.all();
}

/** Collects events in the window, within a file's limits. */
function newEvents({ today, until }: FeedWindow) {
  const days = { from: epochDayOf(today), until: epochDayOf(until) };
  const found = new Map<string, FeedEvent>();
  const repeats = new Map<string, number>();
  let events = 0;
  return {
    days,
    all: () => [...found.values()],
    /** Adds an event's spans, in order, up to 400. */
    add(via: FeedPath, spans: Iterable<Span>): void {
      let added = 0;
      for (const { id, nights } of spans) {
        if (nights && nights.from >= days.until) break;
        if (!nights || nights.to <= days.from) continue;
        const repeat = (repeats.get(id) ?? 0) + 1;
        repeats.set(id, repeat);
        const externalId = repeat === 1 ? id : shortId(`${id}#${repeat}`);
        const firstNight = dateOfEpochDay(nights.from).toString();
        const departure = dateOfEpochDay(Math.min(nights.to, days.until)).toString();
        found.set(externalId, { externalId, firstNight, departure, via });
        if (found.size > MAX_FEED_SPANS) throw new UnreadableFeed('TOO_MANY_EVENTS');
        added += 1;
        if (added === MAX_FEED_INSTANCES) break;
      }
      if (added > 0) events += 1;
      if (events > MAX_FEED_EVENTS) throw new UnreadableFeed('TOO_MANY_EVENTS');
    },
  };
}

const hasReference = ({ lines }: Component) => lines.some(({ name }) => name === 'RECURRENCE-ID');

/** The instance that an event replaces; null if it replaces no other, or its `RECURRENCE-ID` is malformed. */
function referenceOf(event: Component, clocks: Clocks): ZonedTime | null {
  const line = event.lines.find(({ name }) => name === 'RECURRENCE-ID');
  return line ? zonedTime(line, line.value, clocks) : null;
}

/** Instances that were replaced, by UID. */
function movedInstances(
  events: readonly Component[],
  clocks: Clocks,
): ReadonlyMap<string, readonly ZonedTime[]> {
  const moved = new Map<string, ZonedTime[]>();
  for (const event of events) {
    const reference = referenceOf(event, clocks);
    if (!reference) continue;
    const uid = uidOf(event);
    const times = moved.get(uid) ?? [];
    moved.set(uid, times);
    times.push(reference);
  }
  return moved;
}

/** THISANDFUTURE changes to series, by UID. */
function laterChanges(
  events: readonly Component[],
  clocks: Clocks,
): ReadonlyMap<string, readonly LaterChange[]> {
  const changes = new Map<string, LaterChange[]>();
  for (const event of events) {
    const line = event.lines.find(({ name }) => name === 'RECURRENCE-ID');
    if (line?.params.get('RANGE')?.toUpperCase() !== 'THISANDFUTURE') continue;
    const from = referenceOf(event, clocks);
    const to = singleOf(event, clocks);
    const isCancelled = firstValue(event, 'STATUS')?.toUpperCase() === 'CANCELLED';
    if (!from || (!to && !isCancelled)) continue;
    const uid = uidOf(event);
    changes.set(uid, [...(changes.get(uid) ?? []), { from, to: isCancelled ? null : to }]);
  }
  return changes;
}

/**
 * Keeps each event's version with the highest SEQUENCE; the last one in the file wins a tie. Events without a
 * UID are all kept.
 */
function latestVersions(events: readonly Component[]): readonly Component[] {
  const latest = new Map<string, Component>();
  const nameless: Component[] = [];
  for (const event of events) {
    const uid = uidOf(event);
    if (uid === '') {
      nameless.push(event);
      continue;
    }
    const reference = event.lines.find(({ name }) => name === 'RECURRENCE-ID');
    const key = JSON.stringify([uid, reference?.value, reference?.params.get('TZID')]);
    const known = latest.get(key);
    if (!known || sequenceOf(event) >= sequenceOf(known)) latest.set(key, event);
  }
  return [...latest.values(), ...nameless];
}

const sequenceOf = (event: Component): number => {
  const text = firstValue(event, 'SEQUENCE') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
};

const uidOf = (event: Component): string =>
  (firstValue(event, 'UID') ?? '').toWellFormed().replaceAll('\0', '');

interface Spans {
  readonly reading: Reading;
  readonly instances: Iterable<Instance>;
  readonly reference: ZonedTime | null;
}

function* spansOf(event: Component, { reading, instances, reference }: Spans): Generator<Span> {
  const { home, work } = reading.clocks;
  const uid = uidOf(event);
  const isSeries = event.lines.some(({ name }) => name === 'RRULE' || name === 'RDATE');
  const dayAtHome = (time: ZonedTime) => (time.isDay ? time.day : inZone(time, time.zone, home, work).day);
  for (const instance of instances) {
    const nights = nightsOfInstance(instance, reading);
    if (uid === '') {
      const { from, to } = nights ?? { from: 0, to: 0 };
      yield { id: `${dateOfEpochDay(from)}/${dateOfEpochDay(to)}`, nights };
    } else if (reference) yield { id: idOf(uid, dayAtHome(reference)), nights };
    else yield { id: isSeries ? idOf(uid, dayAtHome(instance.start)) : idOf(uid), nights };
  }
}

function nightsOfInstance(
  { start, length, endsOnDay }: Instance,
  { window, clocks }: Reading,
): Nights | null {
  const { home, work } = clocks;
  const ending = later(start, length);
  const atHome = ({ day, second }: typeof ending, isDay: boolean): Moment =>
    isDay ? { day, second: 0, isDay } : { ...inZone({ day, second }, start.zone, home, work), isDay };
  return nightsOf(atHome(start, start.isDay), atHome(ending, endsOnDay), window.checkIn);
}

/** Nights in a VFREEBUSY's busy periods. Overlapping periods are counted once. */
function busyNights(freeBusy: Component, reading: Reading): readonly Nights[] {
  const spans: Nights[] = [];
  for (const line of freeBusy.lines) {
    if (line.name !== 'FREEBUSY' || line.params.get('FBTYPE')?.toUpperCase() === 'FREE') continue;
    for (const value of line.value.split(',')) {
      const period = periodOf(line, value, reading.clocks);
      const nights = period && nightsOfInstance(period, reading);
      if (nights) spans.push(nights);
    }
  }
  return union(spans);
}

const idOf = (uid: string, day?: number): string =>
  shortId(day === undefined ? uid : `${uid}/${dateOfEpochDay(day)}`);

const shortId = (id: string): string =>
  id.length <= MAX_EXTERNAL_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
