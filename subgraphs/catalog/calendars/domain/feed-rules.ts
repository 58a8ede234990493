import ICAL from 'ical.js';
import { DAY_SECONDS, type FeedTime, later, readTime, secondsOf, type Wall, wallAt } from './feed-times.ts';
import type { Work } from './feed-work.ts';

/** Weekdays as in `Date`: 0 is Sunday. */
type Weekday = number;

/** An RRULE (RFC 5545 section 3.3.10). Lists are null if the rule lacks that part. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Number of instances, including `DTSTART`; null for no limit. */
  readonly count: number | null;
  /** The last time at which an instance may begin, as written; null for no limit. */
  readonly until: FeedTime | null;
  /**
   * True for an unreadable `UNTIL`. The rule then continues: an extra blocked night is safer than a night
   * sold twice.
   */
  readonly hasMalformedUntil: boolean;
  readonly weekStart: Weekday;
  readonly months: readonly number[] | null;
  readonly weeks: readonly number[] | null;
  readonly yearDays: readonly number[] | null;
  readonly monthDays: readonly number[] | null;
  /** Weekdays, each with its position in the month or year, or 0 for every position. */
  readonly weekdays: readonly { readonly weekday: Weekday; readonly place: number }[] | null;
  readonly hours: readonly number[] | null;
  readonly minutes: readonly number[] | null;
  readonly seconds: readonly number[] | null;
  readonly places: readonly number[] | null;
}

const FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const PART =
  /^(?:FREQ|INTERVAL|COUNT|UNTIL|WKST|BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))$/;
const LONGEST_RULE = 2_000;
const MOST = 1_000_000_000;

/** Null if the text isn't a rule. */
export function readRule(text: string): Rule | null {
  if (text.length > LONGEST_RULE) return null;
  const given = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    if (part === '') continue;
    const [name = '', value = ''] = part.split('=');
    if (!PART.test(name) || given.has(name)) return null;
    given.set(name, value);
  }
  const until = given.get('UNTIL');
  given.delete('UNTIL');
  const frequency = FREQUENCIES.find((one) => one === given.get('FREQ'));
  const interval = wholeNumber(given.get('INTERVAL') ?? '1');
  const count = given.has('COUNT') ? wholeNumber(given.get('COUNT') ?? '') : null;
  if (!frequency || interval === null || (given.has('COUNT') && count === null)) return null;
  const parts = partsOf(given);
  if (parts === null) return null;
  const numbers = (name: string) => parts[name]?.map(Number) ?? null;
  const readUntil = until === undefined ? null : readTime(until);
  return {
    frequency,
    interval,
    count,
    until: readUntil,
    hasMalformedUntil: until !== undefined && readUntil === null,
    weekStart: Math.max(0, WEEKDAYS.indexOf(given.get('WKST') ?? 'MO')),
    months: numbers('BYMONTH'),
    weeks: numbers('BYWEEKNO'),
    yearDays: numbers('BYYEARDAY'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: parts.BYDAY?.map(readWeekday) ?? null,
    hours: numbers('BYHOUR'),
    minutes: numbers('BYMINUTE'),
    seconds: numbers('BYSECOND'),
    places: numbers('BYSETPOS'),
  };
}

/** The rule's lists as ical.js reads and checks them; null if malformed. */
function partsOf(
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly unknown[] | undefined>> | null {
  try {
    return ICAL.Recur.fromString([...given].map((part) => part.join('=')).join(';')).parts;
  } catch {
    return null; // ical.js throws plain errors for rules that it can't read
  }
}

function wholeNumber(text: string): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}

function readWeekday(text: unknown) {
  const [, place = 0, name = ''] = /^([+-]?\d{1,2})?(\w\w)$/.exec(String(text)) ?? [];
  return { weekday: WEEKDAYS.indexOf(name), place: Number(place) };
}

/** Days to search for instances. */
interface Span {
  /** The first relevant day. Earlier instances may be left out. */
  readonly from: number;
  /** The day after the last relevant day. */
  readonly until: number;
  readonly work: Work;
  /** The last time at which an instance may begin, in seconds on the event's wall clock. */
  readonly last?: number | null;
}

/** Yields a rule's instances after `start`, in order. `start` is the first instance: it isn't yielded, but counts toward `COUNT`. */
export function* occurrences(
  rule: Rule,
  start: Wall,
  { from, until, work, last = null }: Span,
): Generator<Wall> {
  const begin = secondsOf(start);
  const end = Math.min(until * DAY_SECONDS - 1, last ?? Number.POSITIVE_INFINITY);
  const isCounted = rule.count !== null;
  let left = (rule.count ?? MOST) - 1;
  for (let step = isCounted ? 0 : stepsBefore(rule, start, from); left > 0; step++) {
    work.spend(1);
    const period = periodOf(rule, start, step);
    if (period.first * DAY_SECONDS > end || period.second > end) return;
    for (const at of placed(rule, instancesOf(rule, start, period, work))) {
      if (at <= begin) continue;
      if (at > end || left === 0) return;
      left -= 1;
      yield wallAt(at);
    }
  }
}

/** A rule's day, week, month or year, or a single point in time if it repeats more often. */
interface Period {
  readonly first: number;
  /** The first day after the period. */
  readonly next: number;
  /** The period's time in seconds for rules that repeat more often than daily; otherwise its first midnight. */
  readonly second: number;
  readonly year: number;
}

const SUB_DAY = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3_600 } as const;

const isSubDay = (frequency: Frequency): frequency is keyof typeof SUB_DAY => frequency in SUB_DAY;

const dayNumber = (year: number, month: number, date: number) =>
  Date.UTC(year, month, date) / (DAY_SECONDS * 1_000);

const fieldsOf = (day: number) => {
  const date = new Date(day * DAY_SECONDS * 1_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
};

/** The first day in a day's week. */
const weekOf = (day: number, weekStart: Weekday) => day - ((fieldsOf(day).weekday - weekStart + 7) % 7);

function periodOf({ frequency, interval, weekStart, weeks }: Rule, start: Wall, step: number): Period {
  const steps = step * interval;
  const { year, month } = fieldsOf(start.day);
  if (isSubDay(frequency)) {
    const moment = later(start, steps * SUB_DAY[frequency]);
    return {
      first: moment.day,
      next: moment.day + 1,
      second: secondsOf(moment),
      year: fieldsOf(moment.day).year,
    };
  }
  const span = (first: number, next: number, ofYear = year): Period => ({
    first,
    next,
    year: ofYear,
    second: first * DAY_SECONDS,
  });
  if (frequency === 'DAILY') return span(start.day + steps, start.day + steps + 1);
  if (frequency === 'WEEKLY') {
    const first = weekOf(start.day, weekStart) + steps * 7;
    return span(first, first + 7);
  }
  if (frequency === 'MONTHLY')
    return span(dayNumber(year, month - 1 + steps, 1), dayNumber(year, month + steps, 1));
  const inYear = year + steps;
  if (weeks === null) return span(dayNumber(inYear, 0, 1), dayNumber(inYear + 1, 0, 1), inYear);
  return span(firstWeek(inYear, weekStart), firstWeek(inYear + 1, weekStart), inYear);
}

/** The first day in a year's week 1, which has at least four days in that year. */
const firstWeek = (year: number, weekStart: Weekday) => weekOf(dayNumber(year, 0, 4), weekStart);

/** Number of the rule's periods that end before a day. */
function stepsBefore({ frequency, interval }: Rule, start: Wall, from: number): number {
  const days = from - start.day;
  if (days <= 0) return 0;
  const perStep = isSubDay(frequency)
    ? SUB_DAY[frequency] / DAY_SECONDS
    : { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency];
  return Math.max(0, Math.floor(days / (perStep * interval)) - 2);
}

/** A period's instances in order, in seconds. */
function instancesOf(rule: Rule, start: Wall, period: Period, work: Work): readonly number[] {
  if (isSubDay(rule.frequency)) {
    const { second } = wallAt(period.second);
    return isOnDay(rule, start, period.first, period) && isAtTime(rule, second) ? [period.second] : [];
  }
  const times = timesOf(rule, start, work);
  const found: number[] = [];
  work.spend(period.next - period.first);
  for (let day = period.first; day < period.next; day++) {
    if (!isOnDay(rule, start, day, period)) continue;
    work.spend(times.length);
    for (const time of times) found.push(day * DAY_SECONDS + time);
  }
  return found;
}

function timesOf({ hours, minutes, seconds }: Rule, { second }: Wall, work: Work): readonly number[] {
  if (!hours && !minutes && !seconds) return [second];
  const [hour, minute] = [Math.floor(second / 3_600), Math.floor((second % 3_600) / 60)];
  const [h, m, s] = [hours ?? [hour], minutes ?? [minute], seconds ?? [second % 60]];
  work.spend(h.length * m.length * s.length);
  const times = h.flatMap((one) => m.flatMap((two) => s.map((three) => (one * 60 + two) * 60 + three)));
  return [...new Set(times)].filter((time) => time < DAY_SECONDS).sort((a, b) => a - b);
}

const isAtTime = ({ hours, minutes, seconds }: Rule, second: number): boolean =>
  (hours?.includes(Math.floor(second / 3_600)) ?? true) &&
  (minutes?.includes(Math.floor((second % 3_600) / 60)) ?? true) &&
  (seconds?.includes(second % 60) ?? true);

/** Picks the `BYSETPOS` positions from one period's instances. */
function placed({ places }: Rule, instances: readonly number[]): readonly number[] {
  if (places === null) return instances;
  const picked = places.map((place) => instances[place > 0 ? place - 1 : instances.length + place]);
  return [...new Set(picked.filter((at) => at !== undefined))].sort((a, b) => a - b);
}

/** True if the numbers include a position; negative numbers count from the end. */
const includes = (numbers: readonly number[], place: number, of: number) =>
  numbers.includes(place) || numbers.includes(place - of - 1);

function isOnDay(rule: Rule, start: Wall, day: number, period: Period): boolean {
  const { frequency, months, weeks, yearDays, monthDays, weekdays, weekStart } = rule;
  const { year, month, date, weekday } = fieldsOf(day);
  if (months && !months.includes(month)) return false;
  if (weeks && frequency === 'YEARLY') {
    const week = (weekOf(day, weekStart) - period.first) / 7 + 1;
    if (!includes(weeks, week, (period.next - period.first) / 7)) return false;
  }
  const monthStart = day - date + 1;
  const monthLength = dayNumber(year, month, 1) - monthStart;
  if (monthDays && !includes(monthDays, date, monthLength)) return false;
  const yearStart = dayNumber(year, 0, 1);
  const yearLength = dayNumber(year + 1, 0, 1) - yearStart;
  if (yearDays && !includes(yearDays, day - yearStart + 1, yearLength)) return false;
  if (weekdays) {
    const isOfMonth = frequency === 'MONTHLY' || (frequency === 'YEARLY' && months !== null);
    const [first, length] = isOfMonth ? [monthStart, monthLength] : [yearStart, yearLength];
    const counts = frequency === 'MONTHLY' || (frequency === 'YEARLY' && weeks === null);
    const place = Math.floor((day - first) / 7) + 1;
    const placeFromEnd = -Math.floor((first + length - 1 - day) / 7) - 1;
    return weekdays.some(
      (one) =>
        one.weekday === weekday &&
        (!counts || one.place === 0 || one.place === place || one.place === placeFromEnd),
    );
  }
  if (monthDays || yearDays || isSubDay(frequency) || frequency === 'DAILY') return true;
  const begun = fieldsOf(start.day);
  if (frequency === 'WEEKLY' || weeks) return weekday === begun.weekday;
  return date === begun.date && (frequency === 'MONTHLY' || months !== null || month === begun.month);
}
