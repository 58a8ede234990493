import { divideHalfAwayFromZero, type Minor, thousandthsOf } from '#kit/money.ts';

/** Steps in which rates are tried, in thousandths of a percent: whole percents first. */
const STEPS = [1000, 500, 100, 10, 1] as const;

/**
 * Returns the percentage at which a tax was charged: the tax's current rate if it gives the amount; otherwise the
 * roundest rate that gives it, because the rate has changed since. `off` is the difference allowed for a part of
 * the nights. Null if no rate gives the amount.
 */
export function rateCharged(base: Minor, amount: Minor, current: number | null, off = 0): number | null {
  const gives = (thousandths: number) => Math.abs(thousandthsOf(base, thousandths) - amount) <= off;
  const known = Math.round((current ?? 0) * 1000);
  if (known > 0 && gives(known)) return known / 1000;
  if (base === 0) return null;
  for (const step of STEPS) {
    const rate = Math.round((amount * 100_000) / base / step) * step;
    if (rate > 0 && gives(rate)) return rate / 1000;
  }
  return null;
}

/** Amounts that contain a tax, and the percentages contained in each. */
export interface Containing {
  readonly amount: Minor;
  /** Percentages of all taxes that the amount contains, added up. */
  readonly percents: number;
}

/** Returns the tax that some amounts contain at a percentage, rounded half away from zero once. */
export function taxContained(percent: number, parts: readonly Containing[]): Minor {
  const rate = BigInt(Math.round(percent * 1000));
  let [numerator, denominator] = [0n, 1n];
  for (const { amount, percents } of parts) {
    const divisor = 100_000n + BigInt(Math.round(percents * 1000));
    numerator = numerator * divisor + BigInt(amount) * rate * denominator;
    denominator *= divisor;
  }
  return Number(divideHalfAwayFromZero(numerator, denominator));
}
