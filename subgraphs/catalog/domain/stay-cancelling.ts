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
import type { StayCancelling } from '../generated.ts';

/** How a guest who books stays under some terms can cancel them; null where there are no terms. */
export type CancellingOf = (terms: CancellationTerms | null) => StayCancelling | null;

/** Of stays with dates, as it is at an instant: worked out once for all that are sold with the same terms, and each end once. */
export function cancellingOn(
  { checkIn, timeZone }: { readonly checkIn: IsoDate; readonly timeZone: string },
  now: Date,
): CancellingOf {
  const known = new Map<CancellationTerms, StayCancelling>();
  const ends = new Map<string, Date>();
  const endOf = (terms: CancellationTerms, tier: CancellationTier): Date => {
    const key = `${tier.hoursBefore} ${terms.timeOfDay}`;
    const end = ends.get(key) ?? new Date(tierEnds(terms, tier, { checkIn, timeZone }).epochMilliseconds);
    ends.set(key, end);
    return end;
  };
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

/** Of stays without dates: what applies to those that are booked early. */
export const cancellingEarly: CancellingOf = (terms) => {
  if (terms === null) return null;
  const first: CancellationCost = terms.tiers[0] ?? terms.afterLast;
  return { free: isFree(first), freeUntil: null, refundable: !isFullPrice(first) };
};
