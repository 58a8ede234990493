import type { Component, Line } from './feed-lines.ts';
import type { Notes } from './feed-notes.ts';
import { occurrences, type Rule, readRule } from './feed-rules.ts';
import {
  DAY_SECONDS,
  type FeedTime,
  isNameable,
  later,
  readDuration,
  readTime,
  secondsOf,
  type Wall,
} from './feed-times.ts';
import type { Work } from './feed-work.ts';
import { UTC, type Zone } from './feed-zones.ts';

/** Dependencies for reading a file's times. */
export interface Clocks {
  /** The property's zone. */
  readonly home: Zone;
  /** The zone for a line's `TZID`. */
  readonly zoneOf: (line: Line) => Zone;
  readonly notes: Notes;
  readonly work: Work;
}

/** A time with its zone. */
export interface ZonedTime extends FeedTime {
  readonly zone: Zone;
  /** True if the time names no zone, which means that it's in the property's zone. */
  readonly isFloating: boolean;
}

/** Cost of a zone conversion, in steps. */
const CONVERSION = 10;

/** Converts a wall time to another zone. */
export function inZone(wall: Wall, from: Zone, to: Zone, work: Work): Wall {
  if (from === to) return wall;
  work.spend(CONVERSION);
  return to.toWall(from.toInstant(wall));
}

/** Reads a line's time; null, with a note, if it's malformed. */
export function zonedTime(line: Line, value: string, clocks: Clocks): ZonedTime | null {
  const time = readTime(value.trim());
  if (!time) {
    clocks.notes.add('PARTLY_READ', line.text);
    return null;
  }
  const { home } = clocks;
  if (time.isDay || line.params.get('VALUE')?.toUpperCase() === 'DATE')
    return { day: time.day, second: 0, isDay: true, isUtc: false, zone: home, isFloating: false };
  if (time.isUtc) return { ...time, zone: UTC, isFloating: false };
  const isFloating = !line.params.has('TZID');
  return { ...time, zone: isFloating ? home : clocks.zoneOf(line), isFloating };
}

/**
 * The day that a time refers to, in any form, in a whole-day series. Midnight at the property, or else
 * midnight as written, is the beginning of that day; any other time belongs to its day at the property.
 */
export function dayMeant(time: ZonedTime, { home, work }: Clocks): number {
  if (time.isDay) return time.day;
  const local = inZone(time, time.zone, home, work);
  return local.second === 0 || time.second !== 0 ? local.day : time.day;
}

/** An event without its repetitions. */
export interface Single {
  readonly start: ZonedTime;
  /** In seconds on the wall clock in the start's zone. */
  readonly length: number;
  /** True if the event ends with a whole day. */
  readonly endsOnDay: boolean;
}

const lineOf = ({ lines }: Component, name: string) => lines.find((line) => line.name === name);

/** An event's start and length. Null, with a note, if either is missing or malformed. */
export function singleOf(event: Component, clocks: Clocks): Single | null {
  const line = lineOf(event, 'DTSTART');
  if (!line) {
    clocks.notes.add('PARTLY_READ', `${event.name} without DTSTART: ${lineOf(event, 'UID')?.text ?? ''}`);
    return null;
  }
  const start = zonedTime(line, line.value, clocks);
  if (!start) return null;
  const ending = lineOf(event, 'DTEND');
  if (ending) {
    const end = zonedTime(ending, ending.value, clocks);
    if (!end) return null;
    const wall = end.isDay ? end : inZone(end, end.zone, start.zone, clocks.work);
    return { start, length: Math.max(0, secondsOf(wall) - secondsOf(start)), endsOnDay: end.isDay };
  }
  const duration = lineOf(event, 'DURATION');
  const length = duration ? readDuration(duration.value) : 0;
  if (length === null || !isNameable(later(start, length).day)) {
    clocks.notes.add('PARTLY_READ', duration?.text ?? line.text);
    return null;
  }
  return { start, length, endsOnDay: start.isDay && length % DAY_SECONDS === 0 };
}

/** An event's instance. */
export type Instance = Single;

/** The range of days in which instances matter. */
interface Days {
  readonly from: number;
  readonly until: number;
}

const isRecurring = ({ lines }: Component) => lines.some(({ name }) => name === 'RRULE' || name === 'RDATE');

/**
 * Yields an event's instances that may take nights on these days, in order: `DTSTART` unless excluded,
 * instances from its rules, and its `RDATE`s. Skips `EXDATE` and `EXRULE` instances, and `moved` instances
 * with their own events.
 */
export function* instancesOf(
  event: Component,
  single: Single,
  clocks: Clocks,
  days: Days,
  moved: readonly ZonedTime[] = [],
): Generator<Instance> {
  if (!isRecurring(event)) {
    yield single;
    return;
  }
  const isExcluded = exclusionsOf(event, single, clocks, moved);
  const { start, length } = single;
  const around = { from: days.from - Math.ceil(length / DAY_SECONDS) - 2, until: days.until + 2 };
  const streams = [
    extraInstances(event, single, clocks),
    ...wallsOf(event, 'RRULE', start, clocks, around).map((walls) => ruleInstances(walls, single)),
  ];
  const ruledOut = new Set<number>();
  for (const walls of wallsOf(event, 'EXRULE', start, clocks, around))
    for (const wall of walls) ruledOut.add(secondsOf(wall));
  ruledOut.delete(secondsOf(start)); // only an EXDATE can exclude it
  const seen = new Set<number>();
  for (const instance of inOrder(streams, clocks.work)) {
    const at = secondsOf(instance.start);
    if (seen.has(at)) continue;
    seen.add(at);
    if (!ruledOut.has(at) && !isExcluded(instance.start)) yield instance;
  }
}

/** Times from each of an event's rules that matter on these days; a malformed rule yields only a note. */
function wallsOf(
  event: Component,
  name: 'RRULE' | 'EXRULE',
  start: ZonedTime,
  clocks: Clocks,
  days: Days,
): readonly Iterable<Wall>[] {
  return event.lines.flatMap((line) => {
    if (line.name !== name) return [];
    const rule = readRule(line.value);
    if (!rule || rule.hasMalformedUntil) clocks.notes.add('PARTLY_READ', line.text);
    // An unreadable end must not exclude more nights: an extra blocked night is safer than a night sold
    // twice.
    if (!rule || (name === 'EXRULE' && rule.hasMalformedUntil)) return [];
    const last = lastOf(rule, start, clocks);
    return [occurrences(rule, start, { ...days, work: clocks.work, last })];
  });
}

/** A change to a series from a given instance on (`RECURRENCE-ID;RANGE=THISANDFUTURE`). */
export interface LaterChange {
  readonly from: ZonedTime;
  /** The instance that the change begins with; null if the change cancels this and all later instances. */
  readonly to: Single | null;
}

/** An event's instances, with later ones adjusted by changes to the series. */
export function* changedInstances(
  event: Component,
  single: Single,
  clocks: Clocks,
  {
    days,
    moved,
    changes,
  }: { readonly days: Days; readonly moved: readonly ZonedTime[]; readonly changes: readonly LaterChange[] },
): Generator<Instance> {
  const { zone } = single.start;
  const inSeries = (time: ZonedTime) => secondsOf(inZone(time, time.zone, zone, clocks.work));
  const shifts = changes
    .map(({ from, to }) => ({
      at: inSeries(from),
      to,
      by: to === null ? 0 : inSeries(to.start) - inSeries(from),
    }))
    .sort((a, b) => b.at - a.at);
  const most = Math.max(0, ...shifts.map(({ by, to }) => Math.abs(by) + (to?.length ?? 0)));
  const wider = Math.min(MOST_SHIFTED_DAYS, Math.ceil(most / DAY_SECONDS));
  const around = { from: days.from - wider, until: days.until + wider };
  for (const instance of instancesOf(event, single, clocks, around, moved)) {
    const shift = shifts.find(({ at }) => at < secondsOf(instance.start));
    if (!shift) yield instance;
    else if (shift.to)
      yield {
        start: { ...instance.start, ...later(instance.start, shift.by) },
        length: shift.to.length,
        endsOnDay: shift.to.endsOnDay,
      };
  }
}

/** Limit in days for a change that moves later instances; instances moved further aren't found. */
const MOST_SHIFTED_DAYS = 400;

function* ruleInstances(walls: Iterable<Wall>, single: Single): Generator<Instance> {
  for (const wall of walls) yield { ...single, start: { ...single.start, ...wall } };
}

/** `DTSTART` and the `RDATE`s, in order. */
function extraInstances(event: Component, single: Single, clocks: Clocks): Iterator<Instance> {
  const found: Instance[] = [single];
  for (const line of event.lines) {
    if (line.name !== 'RDATE') continue;
    for (const value of line.value.split(',')) {
      const instance = value.includes('/')
        ? periodOf(line, value, clocks)
        : dateOf(line, value, single, clocks);
      if (!instance) continue;
      const wall = inZone(instance.start, instance.start.zone, single.start.zone, clocks.work);
      found.push({ ...instance, start: { ...instance.start, ...wall, zone: single.start.zone } });
    }
  }
  return found.sort((a, b) => secondsOf(a.start) - secondsOf(b.start)).values();
}

/** An `RDATE`. In a timed series, a day means the series' time on that day. */
function dateOf(line: Line, value: string, single: Single, clocks: Clocks): Instance | null {
  const time = zonedTime(line, value, clocks);
  if (!time) return null;
  const { start } = single;
  if (start.isDay) return { ...single, start: { ...start, day: dayMeant(time, clocks) } };
  if (time.isDay) return { ...single, start: { ...start, day: time.day } };
  return { ...single, start: time };
}

/** A PERIOD (RFC 5545 section 3.3.9); null, with a note, if it's malformed. */
export function periodOf(line: Line, value: string, clocks: Clocks): Instance | null {
  const [from = '', to = ''] = value.trim().split('/');
  const start = zonedTime({ ...line, params: withoutValue(line) }, from, clocks);
  if (!start) return null;
  if (/^[+P]/.test(to)) {
    const length = readDuration(to);
    if (length === null || !isNameable(later(start, length).day)) {
      clocks.notes.add('PARTLY_READ', line.text);
      return null;
    }
    return { start, length, endsOnDay: false };
  }
  const end = zonedTime({ ...line, params: withoutValue(line) }, to, clocks);
  return end && { start, length: Math.max(0, secondsOf(end) - secondsOf(start)), endsOnDay: end.isDay };
}

const withoutValue = ({ params }: Line) => new Map([...params].filter(([name]) => name !== 'VALUE'));

/** Returns a predicate that is true for excluded and replaced instances. */
function exclusionsOf(event: Component, { start }: Single, clocks: Clocks, moved: readonly ZonedTime[]) {
  const excluded = event.lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => line.value.split(',').flatMap((value) => zonedTime(line, value, clocks) ?? []));
  const days = new Set<number>();
  const moments = new Set<number>();
  for (const time of [...excluded, ...moved]) {
    if (start.isDay) days.add(dayMeant(time, clocks));
    else if (time.isDay) days.add(time.day);
    else {
      moments.add(secondsOf(inZone(time, time.zone, start.zone, clocks.work)));
      // A time without a zone may also be in its series' zone.
      if (time.isFloating) moments.add(secondsOf(time));
    }
  }
  return (instance: ZonedTime): boolean =>
    moments.has(secondsOf(instance)) || (days.size > 0 && days.has(namedDay(instance, clocks)));
}

/**
 * The day that identifies an instance to a date without a time: the instance's own day, or the day at the
 * property for a UTC instance.
 */
const namedDay = (instance: ZonedTime, { home, work }: Clocks): number =>
  instance.isUtc ? inZone(instance, UTC, home, work).day : instance.day;

/**
 * The last time at which a rule's instance may begin, in seconds on the series' wall clock; null for no
 * limit.
 */
function lastOf({ until }: Rule, start: ZonedTime, clocks: Clocks): number | null {
  if (!until) return null;
  const zone = until.isUtc ? UTC : start.zone;
  if (start.isDay) return (dayMeant({ ...until, zone, isFloating: false }, clocks) + 1) * DAY_SECONDS - 1;
  if (until.isDay) return (until.day + 1) * DAY_SECONDS - 1;
  return secondsOf(inZone(until, zone, start.zone, clocks.work));
}

/** Merges ordered streams. */
function* inOrder(streams: readonly Iterator<Instance>[], work: Work): Generator<Instance> {
  const heads = streams.map((stream) => ({ stream, next: stream.next() }));
  for (;;) {
    work.spend(heads.length);
    const left = heads.filter(({ next }) => !next.done);
    const [head] = left.toSorted((a, b) => secondsOf(a.next.value.start) - secondsOf(b.next.value.start));
    if (!head) return;
    yield head.next.value;
    head.next = head.stream.next();
  }
}
