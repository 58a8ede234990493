import { plural, t } from '@lingui/core/macro';
import { conventions, perLanguage } from '../i18n/language.ts';

const DAY_MS = 86_400_000;

const utc = (date: string) => new Date(`${date}T00:00:00Z`);
const formatter = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((tag) => new Intl.DateTimeFormat(tag, options));
const inUtc = (options: Intl.DateTimeFormatOptions) => formatter({ timeZone: 'UTC', ...options });

const DAY = inUtc({ weekday: 'short', day: 'numeric', month: 'short' });
const DAY_AND_YEAR = inUtc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const MONTH_AND_YEAR = inUtc({ month: 'long', year: 'numeric' });
const SHORT_DAY = inUtc({ day: 'numeric', month: 'short' });
const SHORT_DAY_AND_YEAR = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });
const THIS_YEAR = formatter({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const ANY_YEAR = formatter({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats a stay date, `YYYY-MM-DD`, as `Sat 21 Nov`. */
export const day = (date: string): string => DAY().format(utc(date)).replaceAll(' ', '\u00a0');

/** Formats a stay date as `21 Nov`. */
export const dayAndMonth = (date: string): string => SHORT_DAY().format(utc(date));

/** Returns a stay date's parts: `Sat`, `21` and `Nov`. */
export function dateParts(date: string) {
  const parts = DAY().formatToParts(utc(date));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { weekday: part('weekday'), number: part('day'), month: part('month') };
}

/** Formats a stay date as `Sat 21 Nov 2026`. */
export const dayAndYear = (date: string): string => DAY_AND_YEAR().format(utc(date));

/** Formats a stay date as `21 Nov 2026`. */
export const shortDayAndYear = (date: string): string => SHORT_DAY_AND_YEAR().format(utc(date));

/** Formats a month, `YYYY-MM`, as `November 2026`. */
export const monthAndYear = (month: string): string => MONTH_AND_YEAR().format(utc(`${month}-01`));

/** Formats a stay's dates as `15–18 Jul`, with the year unless it's this one. */
export function days(checkIn: string, checkOut: string): string {
  const isThisYear = checkOut.startsWith(String(new Date().getFullYear()));
  return (isThisYear ? SHORT_DAY() : SHORT_DAY_AND_YEAR()).formatRange(utc(checkIn), utc(checkOut));
}

/** Formats a time in the reader's time zone, with the year unless it's the current one. */
export function instant(at: string): string {
  const when = new Date(at);
  return (when.getFullYear() === new Date().getFullYear() ? THIS_YEAR() : ANY_YEAR()).format(when);
}

/**
 * Returns the browser's name for a zone, which is the same for aliases such as `Asia/Kolkata` and
 * `Asia/Calcutta`; UTC for a zone that the browser doesn't recognize.
 */
function zoneOf(timeZone?: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}

/** The reader's time zone. */
const OWN_ZONE = zoneOf();

/**
 * Formats a time in a property's time zone, which is named if it differs from the reader's; in the reader's
 * zone if the property is unknown.
 */
export function instantAt(at: string, timeZone: string | null | undefined): string {
  if (timeZone == null || zoneOf(timeZone) === OWN_ZONE) return instant(at);
  const when = new Date(at);
  const year = when.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const text = new Intl.DateTimeFormat(conventions(), {
    timeZone: zoneOf(timeZone),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...year,
  });
  return `${text.format(when)} (${zoneWords(timeZone)})`;
}

/** Returns a time zone's everyday name: `Europe/Zurich` is `Zurich time`. */
export const zoneWords = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : t`${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`;

/** Formats a duration: `2 days`, `1 h 20 min`, `12 min`, `under a minute`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return t`under a minute`;
  if (minutes < 60) return t`${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t`${hours} h ${minutes % 60} min`;
  return plural(Math.floor(hours / 24), { one: '# day', other: '# days' });
}

/** Formats the time left until a given time: `2 days left`, `Under a minute left`, `Ended`. */
export function timeLeft(at: string, now: number): string {
  const ms = Date.parse(at) - now;
  if (ms < 0) return t`Ended`;
  return ms < 60_000 ? t`Under a minute left` : t`${span(ms)} left`;
}

/** Returns the point in time for a date and time, `YYYY-MM-DDTHH:MM`, in a time zone. */
export function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}:00Z`);
  // Twice, because the first guess may be on the other side of a clock change.
  const once = wanted - offsetMs(wanted, timeZone);
  return new Date(wanted - offsetMs(once, timeZone)).toISOString();
}

/** Returns a time's date and time, `YYYY-MM-DDTHH:MM`, in a time zone. */
export const localTime = (at: string, timeZone: string): string =>
  new Date(Date.parse(at) + offsetMs(Date.parse(at), timeZone)).toISOString().slice(0, 16);

function offsetMs(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zoneOf(timeZone),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${shown.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

/** Returns a time's date in the reader's time zone. */
export const ownDate = (at: string): string => localTime(at, OWN_ZONE).slice(0, 10);

/** Returns the date `days` days later. */
export const addDays = (date: string, days: number): string =>
  new Date(utc(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of nights between two dates. */
export const nightsBetween = (from: string, until: string): number =>
  (utc(until).getTime() - utc(from).getTime()) / DAY_MS;

/** True for Saturday and Sunday. */
export const isWeekend = (date: string): boolean => utc(date).getUTCDay() % 6 === 0;

/** Returns today's date in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zoneOf(timeZone), dateStyle: 'short' }).format(new Date());
