import {
  type CancellationCost,
  type CancellationTerms,
  type CancellationTier,
  freeUntil,
  isFree,
  isFullPrice,
  tierEnds,
} from '#kit/cancellation.ts';
import type { IsoDate } from '#kit/dates.ts';
import type { StayCancelling } from '../generated.ts';

/** How a guest who books stays under some terms can cancel them; null where there are no terms. */
export type CancellingOf = (terms: CancellationTerms | null) => StayCancelling | null;

/** Of stays with dates, as it is at an instant: worked out once for all that are sold with the same terms. */
export function cancellingOn(
  { checkIn, timeZone }: { readonly checkIn: IsoDate; readonly timeZone: string },
  now: Date,
): CancellingOf {
  const known = new Map<CancellationTerms, StayCancelling>();
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const work = (terms: CancellationTerms): StayCancelling => {
    const stay = { checkIn, timeZone };
    const isOpen = (tier: CancellationTier) => Temporal.Instant.compare(at, tierEnds(terms, tier, stay)) <= 0;
    const cost = terms.tiers.find(isOpen) ?? terms.afterLast;
    const end = isFree(cost) ? freeUntil(terms, stay) : null;
    return {
      free: isFree(cost),
      freeUntil: end && new Date(end.epochMilliseconds),
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
