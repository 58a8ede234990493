import { nightsBetween } from '#kit/dates.ts';
import { divideHalfAwayFromZero, type Minor } from '#kit/money.ts';
import type { Period } from './periods.ts';

/** A full period's price before and after a change. */
export interface PriceChange {
  readonly before: Minor;
  readonly after: Minor;
}

/** Charges for a change within a period. */
export interface Proration {
  /** Negative or zero: the old plan's remaining days. */
  readonly credit: Minor;
  /** Zero or positive: the new plan's days. */
  readonly charge: Minor;
}

/**
 * Prorates a change for the rest of a period in whole UTC days. The day of the change belongs to the new plan, and
 * each amount is rounded once.
 */
export function prorate({ before, after }: PriceChange, period: Period, on: Temporal.PlainDate): Proration {
  if (period.end === null) return { credit: 0, charge: 0 };
  const days = nightsBetween(period.start, period.end);
  const left = Math.min(Math.max(nightsBetween(on, period.end), 0), days);
  return { credit: 0 - partOf(before, left, days), charge: partOf(after, left, days) };
}

const partOf = (amount: Minor, days: number, of: number): Minor =>
  Number(divideHalfAwayFromZero(BigInt(amount) * BigInt(days), BigInt(of)));
