import { availableUnits } from './availability.ts';
import type { EpochDay, NightCalendar, StayDays } from './calendar.ts';
import { isUnrestricted, longestFrom } from './restrictions.ts';

/** How far from the wished check-in other dates are looked for, in days. */
export const NEARBY_DAYS = 14;

/** What the other dates must offer. */
export interface Wish {
  readonly stay: StayDays;
  readonly units: number;
  /** First and last day a stay may start, both inclusive. */
  readonly checkIns: { readonly first: EpochDay; readonly last: EpochDay };
  readonly capPercent: number;
  /** Units that agents are not offered. */
  readonly heldBack?: number;
}

/**
 * The nearest stays that can be booked instead of a refused one, nearest check-in first and the earlier of two first:
 * as many nights as wished or, where a check-in allows only longer or shorter stays, the closest length it allows;
 * within 14 days. At most `limit`; looks at 29 check-ins and no more.
 */
export function nearestStays(calendar: NightCalendar, wish: Wish, limit = 2): StayDays[] {
  const found: StayDays[] = [];
  for (let distance = 0; distance <= NEARBY_DAYS && found.length < limit; distance++) {
    for (const shift of distance === 0 ? [0] : [-distance, distance]) {
      const stay = stayFrom(calendar, wish, wish.stay.checkIn + shift);
      if (stay !== null && found.length < limit) found.push(stay);
    }
  }
  return found;
}

function stayFrom(
  calendar: NightCalendar,
  { stay, units, checkIns, capPercent, heldBack }: Wish,
  checkIn: EpochDay,
) {
  if (checkIn < checkIns.first || checkIn > checkIns.last) return null;
  const wished = stay.checkOut - stay.checkIn;
  const shortest = calendar.minStay[checkIn - calendar.firstDay] ?? 0;
  const nights = Math.min(Math.max(wished, shortest), longestFrom(calendar, checkIn));
  const candidate = { checkIn, checkOut: checkIn + nights };
  const bookable =
    isUnrestricted(calendar, candidate) && availableUnits(calendar, candidate, capPercent, heldBack) >= units;
  return bookable ? candidate : null;
}
