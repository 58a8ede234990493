import { usableZone } from './dates.ts';
import { allocate, basisPointsOf, type Minor } from './money.ts';

/** A cancelling guest's refund or fee. Exactly one field is set. */
export interface CancellationCost {
  /** Percentage of the price refunded: 100 is free, 0 charges the full price. */
  readonly refundPercent: number | null;
  /** Number of nights, counted from the first, that the guest pays for. */
  readonly feeNights: number | null;
  /** Amount the guest pays, in minor units of the booking's currency. */
  readonly feeAmount: Minor | null;
}

/** Cost of cancelling until a given time before check-in. */
export interface CancellationTier extends CancellationCost {
  /** Multiples of 24 are calendar days, so that clock changes have no effect; other values are elapsed hours. */
  readonly hoursBefore: number;
}

/** Cancellation costs over time. */
export interface CancellationTerms {
  /** Tiers, farthest from check-in first. */
  readonly tiers: readonly CancellationTier[];
  /** Cost after the last tier, and for no-shows. */
  readonly afterLast: CancellationCost;
  /** Time on the check-in day from which hours are counted, `HH:MM` in the property's time zone. */
  readonly timeOfDay: string;
}

/** A stay's fields that determine its refund. Amounts in minor units. */
export interface CancelledStay {
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly timeZone: string;
  readonly total: Minor;
  /**
   * Each night's contribution to the price, in order; empty if unknown, in which case all nights count
   * equally.
   */
  readonly nightly: readonly Minor[];
  readonly nights: number;
}

/** Returns the last instant at which a tier applies to a stay. */
export function tierEnds(
  { timeOfDay }: Pick<CancellationTerms, 'timeOfDay'>,
  { hoursBefore }: Pick<CancellationTier, 'hoursBefore'>,
  { checkIn, timeZone }: Pick<CancelledStay, 'checkIn' | 'timeZone'>,
): Temporal.Instant {
  const arrival = Temporal.PlainDate.from(checkIn);
  const plainTime = Temporal.PlainTime.from(timeOfDay);
  const at = (days: number) =>
    arrival.subtract({ days }).toZonedDateTime({ timeZone: usableZone(timeZone), plainTime });
  if (hoursBefore % 24 === 0) return at(hoursBefore / 24).toInstant();
  return at(0).toInstant().subtract({ hours: hoursBefore });
}

/**
 * Returns the cost to cancel a stay at an instant: between 0 and its total, and never lower at a later
 * instant.
 */
export function cancellationCost(terms: CancellationTerms, stay: CancelledStay, at: Temporal.Instant): Minor {
  const isOpen = (tier: CancellationTier) => Temporal.Instant.compare(at, tierEnds(terms, tier, stay)) <= 0;
  return costOf(terms.tiers.find(isOpen) ?? terms.afterLast, stay);
}

/** Returns the last instant at which cancelling costs what it costs now; null if no later tier costs more. */
export function costChangesAfter(
  terms: CancellationTerms,
  stay: Pick<CancelledStay, 'checkIn' | 'timeZone'>,
  at: Temporal.Instant,
): Temporal.Instant | null {
  const ends = terms.tiers.map((tier) => tierEnds(terms, tier, stay));
  return ends.find((end) => Temporal.Instant.compare(at, end) <= 0) ?? null;
}

/** Returns the last instant for free cancellation; null if cancelling always or never costs something. */
export function freeUntil(
  terms: CancellationTerms,
  stay: Pick<CancelledStay, 'checkIn' | 'timeZone'>,
): Temporal.Instant | null {
  const free = lastFreeTier(terms);
  return free && tierEnds(terms, free, stay);
}

/** Returns the tier after which cancelling costs something; null if it always or never does. */
export function lastFreeTier({ tiers, afterLast }: CancellationTerms): CancellationTier | null {
  return isFree(afterLast) ? null : (tiers.findLast(isFree) ?? null);
}

/** True if cancelling is free for the guest. */
export const isFree = ({ refundPercent, feeNights, feeAmount }: CancellationCost): boolean =>
  refundPercent === 100 || feeNights === 0 || feeAmount === 0;

/** True if the guest pays the full price. */
export const isFullPrice = ({ refundPercent }: CancellationCost): boolean => refundPercent === 0;

function costOf({ refundPercent, feeNights, feeAmount }: CancellationCost, stay: CancelledStay): Minor {
  const { total, nights } = stay;
  if (refundPercent !== null) return total - basisPointsOf(total, refundPercent * 100);
  if (feeAmount !== null) return Math.min(total, feeAmount);
  const nightly = stay.nightly.length === nights ? stay.nightly : new Array<number>(nights).fill(1);
  return allocate(total, nightly)
    .slice(0, feeNights ?? nights)
    .reduce((sum, amount) => sum + amount, 0);
}
