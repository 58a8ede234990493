import { type EpochDay, epochDayOf } from './calendar.ts';
import { LONGEST_STAY } from './restrictions.ts';

/** A stay starts at most this many days from today (docs/interface/catalog.md#search): the nights on sale. */
export const HORIZON_DAYS = 730;

/** What is searched for; dates come as a pair or not at all. */
export interface SearchWish {
  readonly checkIn: Temporal.PlainDate | null;
  readonly checkOut: Temporal.PlainDate | null;
  readonly adults: number;
  readonly children: number;
  readonly units: number;
}

/** The argument that is wrong, by its name on the wire, and a sentence that says how to put it right. */
export interface SearchRefusal {
  readonly argument: 'check_in' | 'check_out' | 'adults' | 'children' | 'units';
  readonly reason: string;
}

/** Most of adults, of children and of units a search may ask for. */
export const LARGEST_COUNT = 999;

/**
 * The first rule of docs/interface/catalog.md#search that a search breaks; null where it may run. `today`
 * is the earliest "today" among the storefront's properties, so nobody's today is refused.
 */
export function refuseSearch(wish: SearchWish, today: EpochDay): SearchRefusal | null {
  return (
    refuseCount('adults', wish.adults, 1) ??
    refuseCount('children', wish.children, 0) ??
    refuseCount('units', wish.units, 1) ??
    refuseDates(wish, today)
  );
}

function refuseCount(
  argument: 'adults' | 'children' | 'units',
  count: number,
  least: number,
): SearchRefusal | null {
  if (Number.isInteger(count) && count >= least && count <= LARGEST_COUNT) return null;
  return { argument, reason: `${argument} must be a whole number from ${least} to ${LARGEST_COUNT}.` };
}

function refuseDates({ checkIn, checkOut }: SearchWish, today: EpochDay): SearchRefusal | null {
  if (checkIn === null && checkOut === null) return null;
  if (checkIn === null) return { argument: 'check_in', reason: 'check_out needs a check_in with it.' };
  if (checkOut === null) return { argument: 'check_out', reason: 'check_in needs a check_out with it.' };
  const [from, to] = [epochDayOf(checkIn), epochDayOf(checkOut)];
  if (from < today) return { argument: 'check_in', reason: `check_in ${checkIn} is in the past.` };
  if (from > today + HORIZON_DAYS) {
    return { argument: 'check_in', reason: `check_in may be at most ${HORIZON_DAYS} days ahead.` };
  }
  if (to <= from) return { argument: 'check_out', reason: 'check_out must be after check_in.' };
  if (to - from > LONGEST_STAY) {
    return { argument: 'check_out', reason: `A stay has at most ${LONGEST_STAY} nights.` };
  }
  return null;
}
