import { HORIZON_DAYS, LONGEST_STAY, MAX_PARTY, MAX_UNITS } from '#schema/limits.ts';
import { type EpochDay, epochDayOf } from '../../domain/calendar.ts';

/** A search's criteria; both dates are set, or neither is. */
export interface SearchWish {
  readonly checkIn: Temporal.PlainDate | null;
  readonly checkOut: Temporal.PlainDate | null;
  readonly adults: number;
  readonly children: number;
  readonly units: number;
}

/** The invalid argument, by its name on the wire, and a sentence that describes how to fix it. */
export interface SearchRefusal {
  readonly argument: 'check_in' | 'check_out' | 'adults' | 'children' | 'units';
  readonly reason: string;
}

/**
 * The first rule in docs/interface/catalog.md#search that a search breaks; null if the search may run.
 * `today` is the earliest date among the storefront's properties, so today is accepted in every zone.
 */
export function refuseSearch(wish: SearchWish, today: EpochDay): SearchRefusal | null {
  return (
    refuseCount('adults', wish.adults, 1, MAX_PARTY) ??
    refuseCount('children', wish.children, 0, MAX_PARTY) ??
    refuseCount('units', wish.units, 1, MAX_UNITS) ??
    refuseDates(wish, today)
  );
}

function refuseCount(
  argument: 'adults' | 'children' | 'units',
  count: number,
  least: number,
  most: number,
): SearchRefusal | null {
  if (Number.isInteger(count) && count >= least && count <= most) return null;
  return { argument, reason: `${argument} must be a whole number from ${least} to ${most}.` };
}

/** The first date rule that a search breaks; null if it breaks none. */
export function refuseDates(
  { checkIn, checkOut }: Pick<SearchWish, 'checkIn' | 'checkOut'>,
  today: EpochDay,
): SearchRefusal | null {
  if (checkIn === null && checkOut === null) return null;
  if (checkIn === null) return { argument: 'check_in', reason: 'check_out requires check_in.' };
  if (checkOut === null) return { argument: 'check_out', reason: 'check_in requires check_out.' };
  const [from, to] = [epochDayOf(checkIn), epochDayOf(checkOut)];
  if (from < today) return { argument: 'check_in', reason: `check_in ${checkIn} is in the past.` };
  if (from > today + HORIZON_DAYS) {
    return { argument: 'check_in', reason: `check_in can be at most ${HORIZON_DAYS} days ahead.` };
  }
  if (to <= from) return { argument: 'check_out', reason: 'check_out must be after check_in.' };
  if (to - from > LONGEST_STAY) {
    return { argument: 'check_out', reason: `A stay can have at most ${LONGEST_STAY} nights.` };
  }
  return null;
}
