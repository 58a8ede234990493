import type { EpochDay, NightCalendar, StayDays } from '../../domain/calendar.ts';
import { availableUnits } from '../../rates/domain/availability.ts';
import { isUnrestricted, longestFrom } from '../../rates/domain/restrictions.ts';

/** Search range around the requested check-in, in days. */
export const NEARBY_DAYS = 14;

/** Criteria for alternative dates. */
export interface Wish {
  readonly stay: StayDays;
  readonly units: number;
  /** First and last possible check-in day, both inclusive. */
  readonly checkIns: { readonly first: EpochDay; readonly last: EpochDay };
  readonly capPercent: number;
  /** Units kept from agents. */
  readonly heldBack?: number;
}

/** Maximum number of suggestions per refusal. */
const MOST = 2;

/**
 * Bookable stays in place of a refused stay, nearest check-in first, and the earlier check-in first on a tie.
 * Each has the requested number of nights or, if a check-in allows only longer or shorter stays, the closest
 * allowed length; all are within 14 days. `suits` rules out dates for other reasons. Checks at most 29
 * check-ins.
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

/** True if a wish can be booked on these dates. */
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

/**
 * The stay from a given check-in with the number of nights closest to the wish; null outside the wish's
 * check-ins.
 */
function stayFrom(calendar: NightCalendar, { stay, checkIns }: Wish, checkIn: EpochDay): StayDays | null {
  if (checkIn < checkIns.first || checkIn > checkIns.last) return null;
  const wished = stay.checkOut - stay.checkIn;
  const shortest = calendar.minStay[checkIn - calendar.firstDay] ?? 0;
  const nights = Math.min(Math.max(wished, shortest), longestFrom(calendar, checkIn));
  return { checkIn, checkOut: checkIn + nights };
}
