import { dateIn, usableZone } from '#kit/dates.ts';
import { type EpochDay, epochDayOf } from '../domain/calendar.ts';

interface Today {
  readonly day: EpochDay;
  /** Epoch milliseconds from and until which it is today. */
  readonly from: number;
  readonly until: number;
}

const TODAYS = new Map<string, Today>();

/** Today in an IANA time zone. Remembered until its midnight: a search asks for every property. */
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

/** Whether this runtime knows a time zone: a newer one may have stored a property's. */
export const isKnownZone = (timeZone: string): boolean => usableZone(timeZone) === timeZone;

/** The earliest today among time zones: a search for it is in no one's past. */
export function earliestToday(timeZones: readonly string[], now: Date): EpochDay {
  return Math.min(...(timeZones.length > 0 ? timeZones : ['UTC']).map((timeZone) => todayIn(timeZone, now)));
}
