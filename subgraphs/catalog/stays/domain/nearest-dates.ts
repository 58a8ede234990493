import type { EpochDay, NightCalendar, StayDays } from '../../domain/calendar.ts';
import { availableUnits } from '../../rates/domain/availability.ts';
import { isUnrestricted, longestFrom } from '../../rates/domain/restrictions.ts';

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

/** Suggestions of one refusal. */
const MOST = 2;

/**
 * The nearest stays that can be booked instead of a refused one, nearest check-in first and the earlier of two first:
 * as many nights as wished or, where a check-in allows only longer or shorter stays, the closest length it allows;
 * within 14 days. `suits` leaves out dates for other reasons. Looks at 29 check-ins and no more.
 */
export function nearestStays(
  calendar: NightCalendar,
  wish: Wish,
  suits: (stay: StayDays) => boolean = () => true,
): StayDays[] {
  const found: StayDays[] = [];
  for (let distance = 0; distance <= NEARBY_DAYS && found.length < MOST; distance++) {
    for (const shift of distance === 0 ? [0] : [-distance, distance]) {
      const stay = stayFrom(calendar, wish, wish.stay.checkIn + shift);
      const isBookable = stay !== null && canBook(calendar, wish, stay) && suits(stay);
      if (isBookable && found.length < MOST) found.push(stay);
    }
  }
  return found;
}

/** Whether a wish can be booked on these dates. */
export function canBook(
  calendar: NightCalendar,
  { units, checkIns, capPercent, heldBack }: Wish,
  stay: StayDays,
): boolean {
  return (
    stay.checkIn >= checkIns.first &&
    stay.checkIn <= checkIns.last &&
    isUnrestricted(calendar, stay) &&
    availableUnits(calendar, stay, capPercent, heldBack) >= units
  );
}

/** The stay from a check-in with the number of nights closest to the wish; null outside the check-ins that are looked at. */
function stayFrom(calendar: NightCalendar, { stay, checkIns }: Wish, checkIn: EpochDay): StayDays | null {
  if (checkIn < checkIns.first || checkIn > checkIns.last) return null;
  const wished = stay.checkOut - stay.checkIn;
  const shortest = calendar.minStay[checkIn - calendar.firstDay] ?? 0;
  const nights = Math.min(Math.max(wished, shortest), longestFrom(calendar, checkIn));
  return { checkIn, checkOut: checkIn + nights };
}
