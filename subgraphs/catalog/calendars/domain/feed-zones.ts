import type { Component } from './feed-lines.ts';
import { occurrences, readRule } from './feed-rules.ts';
import { DAY_SECONDS, readTime, secondsOf, type Wall, wallAt } from './feed-times.ts';
import type { Work } from './feed-work.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/** A time zone. Times are given in seconds since 1970-01-01T00:00:00Z. */
export interface Zone {
  readonly toInstant: (wall: Wall) => number;
  readonly toWall: (instant: number) => Wall;
}

export const UTC: Zone = { toInstant: secondsOf, toWall: wallAt };

/** The runtime's zone for an IANA name. */
export function namedZone(name: string): Zone {
  return {
    toInstant(wall) {
      const { year, month, day } = dateOf(wall);
      const hour = Math.floor(wall.second / 3_600);
      const minute = Math.floor((wall.second % 3_600) / 60);
      const local = new Temporal.PlainDateTime(year, month, day, hour, minute, wall.second % 60);
      return local.toZonedDateTime(name).epochMilliseconds / 1_000;
    },
    toWall(instant) {
      const local = Temporal.Instant.fromEpochMilliseconds(instant * 1_000).toZonedDateTimeISO(name);
      const { hour, minute, second } = local;
      const day = Date.UTC(local.year, local.month - 1, local.day) / (DAY_SECONDS * 1_000);
      return { day, second: (hour * 60 + minute) * 60 + second };
    },
  };
}

function dateOf({ day }: Wall) {
  const date = new Date(day * DAY_SECONDS * 1_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * The IANA name for a `TZID`: IANA names and links, Windows names, and either behind a vendor's prefix such
 * as `/freeassociation.sourceforge.net/Europe/Zurich`. Null for any other name.
 */
export function zoneName(tzid: string): string | null {
  const known = runtimeZone(tzid);
  if (known !== null || !/^\/|:\/\//.test(tzid)) return known;
  const parts = tzid.split('/').filter((part) => part !== '');
  for (const length of [3, 2, 1]) {
    const name = parts.length > length ? runtimeZone(parts.slice(-length).join('/')) : null;
    if (name !== null) return name;
  }
  return null;
}

const LONGEST_NAME = 64;

function runtimeZone(name: string): string | null {
  if (name.length > LONGEST_NAME) return null;
  const iana = WINDOWS_ZONES.get(name.toLowerCase()) ?? name;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(iana);
    return iana;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An offset change in a described zone, in seconds. */
interface Onset {
  /** Time of the change on the wall clock, using the earlier offset. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/**
 * A zone as described by a VTIMEZONE (RFC 5545 section 3.6.5), up to `lastDay`. Null if a part isn't
 * readable, or if the offset changes more often than in a real zone.
 */
export function describedZone(timezone: Component, lastDay: number, work: Work): Zone | null {
  const all: Onset[] = [];
  for (const part of timezone.parts) {
    const onsets = onsetsOf(part, lastDay, work);
    if (onsets === null) return null;
    all.push(...onsets);
  }
  const onsets = all.sort((a, b) => a.at - b.at);
  const [first] = onsets;
  if (!first) return null;
  const offsetWhere = (isReached: (onset: Onset) => boolean) =>
    onsets.findLast(isReached)?.after ?? first.before;
  return {
    toInstant: (wall) => secondsOf(wall) - offsetWhere(({ at }) => at <= secondsOf(wall)),
    toWall: (instant) => wallAt(instant + offsetWhere(({ at, before }) => at - before <= instant)),
  };
}

const MOST_ONSETS = 500;

function onsetsOf({ lines }: Component, lastDay: number, work: Work): readonly Onset[] | null {
  const firstValue = (name: string) => lines.find((line) => line.name === name)?.value ?? '';
  const start = readOnset(firstValue('DTSTART'));
  const before = readOffset(firstValue('TZOFFSETFROM'));
  const after = readOffset(firstValue('TZOFFSETTO'));
  if (!start || before === null || after === null) return null;
  const walls = [start];
  for (const { name, value } of lines) {
    if (name === 'RDATE') {
      const times = value.split(',').map(readOnset);
      if (times.length > MOST_ONSETS) return null;
      walls.push(...times.filter((time) => time !== null));
    }
    if (name !== 'RRULE') continue;
    const rule = readRule(value);
    if (rule?.frequency !== 'YEARLY') return null;
    walls.push(...occurrences(rule, start, { from: start.day, until: lastDay, work }));
  }
  return walls.length > MOST_ONSETS ? null : walls.map((wall) => ({ at: secondsOf(wall), before, after }));
}

/** Descriptions often begin long before the first year that an event may use. */
const readOnset = (value: string): Wall | null =>
  readTime(/^(?:1[0-8]\d\d|190\d|19[1-6]\d)\d{4}T/.test(value) ? `1970${value.slice(4)}` : value);

function readOffset(value: string): number | null {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value) ?? [];
  if (sign === undefined) return null;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return size < DAY_SECONDS ? (sign === '-' ? -size : size) : null;
}
