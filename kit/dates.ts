/** A calendar date in transit: `YYYY-MM-DD` (the spec's `Y-m-d`). */
export type IsoDate = string;

/** Hour on the check-out day, in the property's time zone, by which the guests have left. */
export const CHECK_OUT_HOUR = 11;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Parses `YYYY-MM-DD`; null if the date doesn't exist (2026-02-30). Years are 0001 to 9999. */
export function parseDate(text: string): Temporal.PlainDate | null {
  if (!ISO_DATE.test(text) || text.startsWith('0000')) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/**
 * Parses an ISO 8601 timestamp with its zone, or a date, which is read as its first moment in UTC. Null for
 * any other text, for a date that doesn't exist, and outside the years 0001 to 9999, which have four digits.
 */
export function parseInstant(text: string): Date | null {
  const date = ISO_INSTANT.exec(text)?.[1];
  if (date === undefined || !parseDate(date)) return null;
  const instant = new Date(text.replace(',', '.'));
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null; // false if the time doesn't exist, because its year is NaN
}

/** Returns the number of nights in the stay [checkIn, checkOut); negative if checkOut is earlier. */
export function nightsBetween(checkIn: Temporal.PlainDate, checkOut: Temporal.PlainDate): number {
  return checkIn.until(checkOut, { largestUnit: 'days' }).days;
}

/** Returns the next date. */
export const dayAfter = (date: IsoDate): IsoDate => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** Returns the date at an instant in an IANA time zone: a property's "today". */
export function dateIn(timeZone: string, instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(usableZone(timeZone))
    .toPlainDate();
}

const USABLE = new Map<string, string>();

/**
 * Returns a stored time zone, or UTC if this runtime doesn't have it: a newer one may have stored it. The
 * property isn't sold then, but its host and guests can still read their bookings. SQL has `usable_zone`
 * (db/functions.sql).
 */
export function usableZone(timeZone: string): string {
  const known = USABLE.get(timeZone);
  if (known !== undefined) return known;
  const usable = isTimeZone(timeZone) ? timeZone : 'UTC';
  if (USABLE.size < MOST_ZONES) USABLE.set(timeZone, usable);
  return usable;
}

/** Higher than the number of time zone names. */
const MOST_ZONES = 2_000;

/** More than any time zone's offset from UTC, historical ones included. */
const FARTHEST_MS = 16 * 3_600_000;

const dateInUtc = (ms: number): IsoDate => new Date(ms).toISOString().slice(0, 10);

/** True if a date is in the past at an instant in an IANA time zone; looks up the zone only if it matters. */
export function isOver(date: IsoDate, timeZone: string, instant: Date): boolean {
  const at = instant.getTime();
  if (date < dateInUtc(at - FARTHEST_MS)) return true;
  if (date >= dateInUtc(at + FARTHEST_MS)) return false;
  return date < dateIn(timeZone, instant).toString();
}

/**
 * Converts an ISO 8601 duration without calendar units (`PT2H`, `P1DT30M`) to milliseconds; throws RangeError
 * otherwise.
 */
export function durationMs(iso: string): number {
  return Temporal.Duration.from(iso).total('milliseconds');
}

/**
 * True if the runtime accepts a text as a time zone name: any IANA name or link, in upper or lower case.
 * Offsets such as `+02:00` aren't names. `Intl` replaces a link with an older name, so never compare a name
 * with the one it returns.
 */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** True if the text is a time of day, `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
