/** A calendar date as it is on every wire: `YYYY-MM-DD` (the spec's `Y-m-d`). */
export type IsoDate = string;

/** The hour of the check-out day, in the property's time zone, at which the guests are gone. */
export const CHECK_OUT_HOUR = 11;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Parses `YYYY-MM-DD`; null if the text is not a date that exists (2026-02-30 does not). Years are 0001 to 9999. */
export function parseDate(text: string): Temporal.PlainDate | null {
  if (!ISO_DATE.test(text) || text.startsWith('0000')) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/**
 * Parses an ISO 8601 instant with its zone, or a date, which means its first moment in UTC; null if the text is neither, where
 * its date does not exist, and outside the years 0001 to 9999, which are those that have a year of four digits.
 */
export function parseInstant(text: string): Date | null {
  const date = ISO_INSTANT.exec(text)?.[1];
  if (date === undefined || !parseDate(date)) return null;
  const instant = new Date(text.replace(',', '.'));
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null; // false where the time does not exist: its year is NaN
}

/** Number of nights of the stay [checkIn, checkOut); negative when checkOut comes first. */
export function nightsBetween(checkIn: Temporal.PlainDate, checkOut: Temporal.PlainDate): number {
  return checkIn.until(checkOut, { largestUnit: 'days' }).days;
}

/** The date after one. */
export const dayAfter = (date: IsoDate): IsoDate => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** The date at an instant in an IANA time zone: a property's "today". */
export function dateIn(timeZone: string, instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(usableZone(timeZone))
    .toPlainDate();
}

const USABLE = new Map<string, string>();

/**
 * A stored time zone, or UTC if this runtime doesn't know it: a newer one may have stored it. Its property isn't sold then, and its
 * host and its guests still read their bookings. SQL has `usable_zone` (db/functions.sql).
 */
export function usableZone(timeZone: string): string {
  const known = USABLE.get(timeZone);
  if (known !== undefined) return known;
  const usable = isTimeZone(timeZone) ? timeZone : 'UTC';
  if (USABLE.size < MOST_ZONES) USABLE.set(timeZone, usable);
  return usable;
}

/** More than there are names of zones. */
const MOST_ZONES = 2_000;

/** More than any time zone is ahead of UTC or behind it, long ago included. */
const FARTHEST_MS = 16 * 3_600_000;

const dateInUtc = (ms: number): IsoDate => new Date(ms).toISOString().slice(0, 10);

/** Whether a date lies before that at an instant in an IANA time zone, which is only looked up where it matters. */
export function isOver(date: IsoDate, timeZone: string, instant: Date): boolean {
  const at = instant.getTime();
  if (date < dateInUtc(at - FARTHEST_MS)) return true;
  if (date >= dateInUtc(at + FARTHEST_MS)) return false;
  return date < dateIn(timeZone, instant).toString();
}

/** Milliseconds of an ISO 8601 duration without calendar units (`PT2H`, `P1DT30M`); throws RangeError otherwise. */
export function durationMs(iso: string): number {
  return Temporal.Duration.from(iso).total('milliseconds');
}

/**
 * Whether the runtime can use a text as the name of a time zone: any IANA name or link, in any case. Offsets such as `+02:00`
 * aren't names. `Intl` replaces a link by an older name, so a name is never compared with the name that it returns.
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
