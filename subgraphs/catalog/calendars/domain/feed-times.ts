import type { EpochDay } from '../../domain/calendar.ts';

/** Seconds per day. */
export const DAY_SECONDS = 86_400;

/** A date and time on a wall clock. */
export interface Wall {
  readonly day: EpochDay;
  /** Seconds since midnight, 0 to 86,399. */
  readonly second: number;
}

/** A DATE or DATE-TIME (RFC 5545 sections 3.3.4 and 3.3.5). */
export interface FeedTime extends Wall {
  /** True for a whole day. */
  readonly isDay: boolean;
  readonly isUtc: boolean;
}

const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;
const FIRST_DAY = 0;
const LAST_DAY = Date.UTC(LAST_YEAR, 11, 31) / (DAY_SECONDS * 1_000);

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;

/**
 * Reads `YYYYMMDD`, which is a day regardless of its `VALUE`, or `YYYYMMDDThhmmss` with or without `Z`. Null
 * for any other form, for dates that don't exist, and for years outside 1970 to 2199.
 */
export function readTime(value: string): FeedTime | null {
  const [, year, month, date, hour, minute, second, utc] = TIME.exec(value) ?? [];
  if (year === undefined) return null;
  const day = dayOf(Number(year), Number(month), Number(date));
  if (day === null) return null;
  if (hour === undefined) return { day, second: 0, isDay: true, isUtc: false };
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  const isUtc = utc !== undefined;
  return { day, second: (hours * 60 + minutes) * 60 + Math.min(seconds, 59), isDay: false, isUtc };
}

function dayOf(year: number, month: number, date: number): EpochDay | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const stamp = new Date(Date.UTC(year, month - 1, date));
  const exists = stamp.getUTCMonth() === month - 1 && stamp.getUTCDate() === date;
  return exists ? stamp.getTime() / (DAY_SECONDS * 1_000) : null;
}

const DURATION = /^\+?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;
const LONGEST_SECONDS = (LAST_DAY - FIRST_DAY) * DAY_SECONDS;

/** A DURATION in seconds (RFC 5545 section 3.3.6). Null if it's malformed, negative, or longer than 230 years. */
export function readDuration(value: string): number | null {
  const [whole, weeks, days, hours, minutes, seconds] = DURATION.exec(value) ?? [];
  if (whole === undefined || !/\d[WDHMS]$/.test(whole)) return null;
  const count = (text: string | undefined) => Number(text ?? 0);
  const total =
    (count(weeks) * 7 + count(days)) * DAY_SECONDS +
    (count(hours) * 60 + count(minutes)) * 60 +
    count(seconds);
  return total > LONGEST_SECONDS ? null : total;
}

/** The wall time after the given number of seconds. */
export function later({ day, second }: Wall, seconds: number): Wall {
  const total = second + seconds;
  const days = Math.floor(total / DAY_SECONDS);
  return { day: day + days, second: total - days * DAY_SECONDS };
}

/** Seconds since 1970-01-01T00:00:00 on the same wall clock. */
export const secondsOf = ({ day, second }: Wall): number => day * DAY_SECONDS + second;

/** The inverse of `secondsOf`. */
export const wallAt = (seconds: number): Wall => later({ day: 0, second: 0 }, seconds);

/** True for dates in the years that feeds may use. */
export const isNameable = (day: EpochDay): boolean => day >= FIRST_DAY && day <= LAST_DAY;
