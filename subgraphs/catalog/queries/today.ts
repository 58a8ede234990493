import { dateIn, usableZone } from '#kit/dates.ts';
import { type EpochDay, epochDayOf } from '../domain/calendar.ts';

interface Today {
  readonly day: EpochDay;
  /** Epoch milliseconds when this day begins and ends. */
  readonly from: number;
  readonly until: number;
}

const TODAYS = new Map<string, Today>();

/** Today's date in an IANA time zone, cached until its midnight because a search needs it for every property. */
export function todayIn(timeZone: string, now: Date): EpochDay {
  const at = now.getTime();
  const known = TODAYS.get(timeZone);
  if (known && at >= known.from && at < known.until) return known.day;
  const date = dateIn(timeZone, now);
  const midnight = date.add({ days: 1 }).toZonedDateTime(usableZone(timeZone));
  const today = { day: epochDayOf(date), from: at, until: midnight.epochMilliseconds };
  TODAYS.set(timeZone, today);
  return today.day;
}

/** True if this runtime knows a time zone: a newer runtime may have stored a property's zone. */
export const isKnownZone = (timeZone: string): boolean => usableZone(timeZone) === timeZone;

/** The earliest current date among time zones: a search from this date isn't in the past for any property. */
export function earliestToday(timeZones: readonly string[], now: Date): EpochDay {
  return Math.min(...(timeZones.length > 0 ? timeZones : ['UTC']).map((timeZone) => todayIn(timeZone, now)));
}
