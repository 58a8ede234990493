import { usableZone } from './dates.ts';
import { allocate, basisPointsOf, type Minor } from './money.ts';

/** What a guest who cancels gets back or pays. Exactly one of them is set. */
export interface CancellationCost {
  /** Share of the price that is given back: 100 is free, 0 is the full price. */
  readonly refundPercent: number | null;
  /** The guest pays the first nights, as many as this. */
  readonly feeNights: number | null;
  /** The guest pays this, in minor units of the booking's currency. */
  readonly feeAmount: Minor | null;
}

/** What holds until some time before check-in. */
export interface CancellationTier extends CancellationCost {
  /** Whole days are days of the calendar, so that a change of the clocks moves nothing; anything else is hours that pass. */
  readonly hoursBefore: number;
}

/** When a guest who cancels pays what. */
export interface CancellationTerms {
  /** Farthest from check-in first. */
  readonly tiers: readonly CancellationTier[];
  /** After the last tier, and for guests who do not arrive. */
  readonly afterLast: CancellationCost;
  /** The time on the day of check-in that hours are counted from, `HH:MM` by the clock of the property. */
  readonly timeOfDay: string;
}

/** A stay as its refund depends on it. Amounts in minor units. */
export interface CancelledStay {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly timeZone: string;
  readonly total: Minor;
  /** What each night contributes to the price, in order; empty where it is not known: each the same. */
  readonly nightly: readonly Minor[];
  readonly nights: number;
}

/** The last instant at which a tier applies to a stay. */
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

/** What cancelling a stay at an instant costs of its total: 0 to all of it, and never less later. */
export function cancellationCost(terms: CancellationTerms, stay: CancelledStay, at: Temporal.Instant): Minor {
  const isOpen = (tier: CancellationTier) => Temporal.Instant.compare(at, tierEnds(terms, tier, stay)) <= 0;
  return costOf(terms.tiers.find(isOpen) ?? terms.afterLast, stay);
}

/** The last instant at which cancelling costs nothing; null if it always costs something, or never does. */
export function freeUntil(
  terms: CancellationTerms,
  stay: Pick<CancelledStay, 'checkIn' | 'timeZone'>,
): Temporal.Instant | null {
  const free = lastFreeTier(terms);
  return free && tierEnds(terms, free, stay);
}

/** The tier at whose end cancelling begins to cost something; null if it always does, or never. */
export function lastFreeTier({ tiers, afterLast }: CancellationTerms): CancellationTier | null {
  return isFree(afterLast) ? null : (tiers.findLast(isFree) ?? null);
}

/** Whether nothing is paid. */
export const isFree = ({ refundPercent, feeNights, feeAmount }: CancellationCost): boolean =>
  refundPercent === 100 || feeNights === 0 || feeAmount === 0;

/** Whether everything is paid. */
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
