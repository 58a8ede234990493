import { LONGEST_STAY } from '#schema/limits.ts';
import {
  CLOSED_TO_ARRIVAL,
  CLOSED_TO_DEPARTURE,
  dateOfEpochDay,
  type EpochDay,
  type NightCalendar,
  STOP_SELL,
  type StayDays,
} from '../../domain/calendar.ts';
import { type BookingWindow, checkInDays } from './rate-plan.ts';

/**
 * The reason a stay is refused although units are free; codes in the order given in
 * docs/interface/catalog.md#restrictions.
 */
export type Restriction =
  | { readonly code: 'min_stay' | 'max_stay'; readonly nights: number }
  | { readonly code: 'min_advance' | 'max_advance'; readonly days: number }
  | {
      readonly code: 'closed_to_arrival' | 'closed_to_departure' | 'stop_sell';
      readonly date: Temporal.PlainDate;
    };

/** True for a restriction's code: hosts set restrictions for guests, but aren't bound by them. */
export const isRestriction = (code: string): code is Restriction['code'] => code in RESTRICTIONS;

const RESTRICTIONS: Readonly<Record<Restriction['code'], true>> = {
  min_stay: true,
  max_stay: true,
  closed_to_arrival: true,
  closed_to_departure: true,
  stop_sell: true,
  min_advance: true,
  max_advance: true,
};

/** True if a code concerns only the day of booking: once a stay was booked in time, it never has this problem. */
export const isAboutBookingDay = (code: string): boolean => code === 'min_advance' || code === 'max_advance';

/**
 * The booking window's restrictions on a check-in, for a booking made `today`; none for a past check-in,
 * which isn't on sale.
 */
export function windowOn(window: BookingWindow, checkIn: EpochDay, today: EpochDay): Restriction[] {
  const { first, last } = checkInDays(window, today);
  if (checkIn < today || (checkIn >= first && checkIn <= last)) return [];
  return checkIn < first
    ? [{ code: 'min_advance', days: first - today }]
    : [{ code: 'max_advance', days: last - today }];
}

/**
 * Every restriction that a stay breaks, ordered as in docs/interface/catalog.md#restrictions; empty if it can
 * be sold. Minimum, maximum and closed arrival come from the check-in night, closed departure from the
 * check-out date, stop-sell from every night (the first stopped night is named). Nights outside the calendar
 * don't restrict a stay; the availability check refuses them.
 */
export function restrictionsOn(calendar: NightCalendar, { checkIn, checkOut }: StayDays): Restriction[] {
  const nights = checkOut - checkIn;
  const arrival = checkIn - calendar.firstDay;
  const departure = checkOut - calendar.firstDay;
  const minStay = calendar.minStay[arrival] ?? 0;
  const maxStay = longestFrom(calendar, checkIn);
  const found: Restriction[] = [];
  if (nights < minStay) found.push({ code: 'min_stay', nights: minStay });
  if (nights > maxStay) found.push({ code: 'max_stay', nights: maxStay });
  if (hasFlag(calendar, arrival, CLOSED_TO_ARRIVAL)) {
    found.push({ code: 'closed_to_arrival', date: dateOfEpochDay(checkIn) });
  }
  if (hasFlag(calendar, departure, CLOSED_TO_DEPARTURE)) {
    found.push({ code: 'closed_to_departure', date: dateOfEpochDay(checkOut) });
  }
  const stopped = firstStopped(calendar, arrival, departure);
  if (stopped >= 0) found.push({ code: 'stop_sell', date: dateOfEpochDay(calendar.firstDay + stopped) });
  return found;
}

/**
 * True if no restriction refuses the stay: a version of `restrictionsOn` for search that builds no texts and
 * allocates no memory.
 */
export function isUnrestricted(calendar: NightCalendar, { checkIn, checkOut }: StayDays): boolean {
  const nights = checkOut - checkIn;
  const arrival = checkIn - calendar.firstDay;
  const departure = checkOut - calendar.firstDay;
  return (
    nights >= (calendar.minStay[arrival] ?? 0) &&
    nights <= longestFrom(calendar, checkIn) &&
    !hasFlag(calendar, arrival, CLOSED_TO_ARRIVAL) &&
    !hasFlag(calendar, departure, CLOSED_TO_DEPARTURE) &&
    firstStopped(calendar, arrival, departure) < 0
  );
}

/** The longest stay that can start on a day: its maximum, at most `LONGEST_STAY`. */
export function longestFrom(calendar: NightCalendar, checkIn: number): number {
  return Math.min(calendar.maxStay[checkIn - calendar.firstDay] || LONGEST_STAY, LONGEST_STAY);
}

function hasFlag(calendar: NightCalendar, slot: number, flag: number): boolean {
  return ((calendar.flags[slot] ?? 0) & flag) !== 0;
}

function firstStopped({ flags }: NightCalendar, from: number, to: number): number {
  const end = Math.min(to, flags.length);
  for (let slot = Math.max(0, from); slot < end; slot++) {
    if (((flags[slot] ?? 0) & STOP_SELL) !== 0) return slot;
  }
  return -1;
}
