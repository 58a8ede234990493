import {
  type CancellationCost,
  type CancellationTerms,
  type CancellationTier,
  isFree,
  isFullPrice,
  lastFreeTier,
  tierEnds,
} from '#kit/cancellation.ts';
import type { IsoDate } from '#kit/dates.ts';
import type { StayCancelling } from '../../generated.ts';

/** How a guest who books stays under some terms can cancel them; null where there are no terms. */
export type CancellingOf = (terms: CancellationTerms | null) => StayCancelling | null;

/** When and where guests arrive. */
interface Arriving {
  readonly checkIn: IsoDate;
  readonly timeZone: string;
}

/** Of stays with dates, as it is at an instant: worked out once for all that are sold with the same terms. */
export function cancellingOn(stay: Arriving, now: Date): CancellingOf {
  const known = new Map<CancellationTerms, StayCancelling>();
  const endOf = (terms: CancellationTerms, tier: CancellationTier) => endOfTier(terms, tier, stay);
  const work = (terms: CancellationTerms): StayCancelling => {
    const cost = terms.tiers.find((tier) => now <= endOf(terms, tier)) ?? terms.afterLast;
    const last = isFree(cost) ? lastFreeTier(terms) : null;
    return {
      free: isFree(cost),
      freeUntil: last && endOf(terms, last),
      refundable: !isFullPrice(cost),
    };
  };
  return (terms) => {
    if (terms === null) return null;
    const cancelling = known.get(terms) ?? work(terms);
    known.set(terms, cancelling);
    return cancelling;
  };
}

/** Ends that were worked out before: the arithmetic of the calendar takes longer than all that a search does with them. */
const ENDS = new Map<string, Date>();
/** Every check-in of a year, in thirty time zones or under thirty tiers. */
const MOST_ENDS = 10_000;

function endOfTier(terms: CancellationTerms, tier: CancellationTier, stay: Arriving): Date {
  const key = `${stay.checkIn} ${stay.timeZone} ${tier.hoursBefore} ${terms.timeOfDay}`;
  const known = ENDS.get(key);
  if (known) return known;
  if (ENDS.size >= MOST_ENDS) ENDS.clear();
  const end = new Date(tierEnds(terms, tier, stay).epochMilliseconds);
  ENDS.set(key, end);
  return end;
}

/** Of stays without dates: what applies to those that are booked early. */
export const cancellingEarly: CancellingOf = (terms) => {
  if (terms === null) return null;
  const first: CancellationCost = terms.tiers[0] ?? terms.afterLast;
  return { free: isFree(first), freeUntil: null, refundable: !isFullPrice(first) };
};
