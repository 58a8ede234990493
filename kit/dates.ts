/** A calendar date as it stands on every wire: `YYYY-MM-DD` (the spec's `Y-m-d`). */
export type IsoDate = string;

/** The hour of the check-out day, in the property's time zone, at which the guests are gone. */
export const CHECK_OUT_HOUR = 11;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses `YYYY-MM-DD`; null where the text is not a date that exists (2026-02-30 does not). */
export function parseDate(text: string): Temporal.PlainDate | null {
  if (!ISO_DATE.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** Number of nights of the stay [checkIn, checkOut); negative when checkOut comes first. */
export function nightsBetween(checkIn: Temporal.PlainDate, checkOut: Temporal.PlainDate): number {
  return checkIn.until(checkOut, { largestUnit: 'days' }).days;
}

/** The date at an instant in an IANA time zone: a property's "today". */
export function dateIn(timeZone: string, instant: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Milliseconds of an ISO 8601 duration without calendar units (`PT2H`, `P1DT30M`); throws RangeError otherwise. */
export function durationMs(iso: string): number {
  return Temporal.Duration.from(iso).total('milliseconds');
}
