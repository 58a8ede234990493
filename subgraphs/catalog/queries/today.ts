import { dateIn } from '#kit/dates.ts';
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
  const midnight = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const today = { day: epochDayOf(date), from: at, until: midnight.epochMilliseconds };
  TODAYS.set(timeZone, today);
  return today.day;
}

const KNOWN = new Map<string, boolean>();

/** Whether this runtime knows a time zone: a newer one may have stored a property's. */
export function isKnownZone(timeZone: string): boolean {
  let isKnown = KNOWN.get(timeZone);
  if (isKnown === undefined) {
    try {
      isKnown = dateIn(timeZone, new Date(0)).year > 0;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      isKnown = false;
    }
    KNOWN.set(timeZone, isKnown);
  }
  return isKnown;
}

/** The earliest today among time zones: a search for it is in no one's past. */
export function earliestToday(timeZones: readonly string[], now: Date): EpochDay {
  return Math.min(...(timeZones.length > 0 ? timeZones : ['UTC']).map((timeZone) => todayIn(timeZone, now)));
}
