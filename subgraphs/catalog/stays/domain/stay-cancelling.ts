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

/** A guest's cancellation options under some terms; null without terms. */
export type CancellingOf = (terms: CancellationTerms | null) => StayCancelling | null;

/** Guests' arrival time and place. */
interface Arriving {
  readonly checkIn: IsoDate;
  readonly timeZone: string;
}

/**
 * Cancellation options for stays with dates, as of a given time: computed once for all stays with the same
 * terms.
 */
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

/** Cached end times of tiers: computing them would take longer than the rest of a search's work with tiers. */
const ENDS = new Map<string, Date>();
/** Enough for a year's check-ins in thirty time zones or under thirty tiers. */
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

/** Cancellation options for stays without dates: the terms for early bookings. */
export const cancellingEarly: CancellingOf = (terms) => {
  if (terms === null) return null;
  const first: CancellationCost = terms.tiers[0] ?? terms.afterLast;
  return { free: isFree(first), freeUntil: null, refundable: !isFullPrice(first) };
};
