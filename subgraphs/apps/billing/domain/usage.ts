import type { Minor } from '#kit/money.ts';

/** A period's usage, by usage key. */
export type UsageCounts = Readonly<Record<string, UsageCount>>;

export interface UsageCount {
  readonly units: number;
  readonly amount: Minor;
}

/** A record of use, and what it's charged against. */
export interface Measured {
  readonly price: Minor;
  /** Units per period before the first one is charged. */
  readonly included: number;
  readonly quantity: number;
  /** Units recorded earlier in the period. */
  readonly unitsBefore: number;
  /** Charged for all usage earlier in the period. */
  readonly usageAmount: Minor;
  readonly cappedAmount: Minor;
}

/** Returns a record's amount; null if it would exceed the cap, in which case no part of it is recorded. */
export function chargeFor(measured: Measured): Minor | null {
  const { price, included, quantity, unitsBefore, usageAmount, cappedAmount } = measured;
  const charged = (units: number) => Math.max(0, units - included);
  const amount = price * (charged(unitsBefore + quantity) - charged(unitsBefore));
  return usageAmount + amount > cappedAmount ? null : amount;
}

/** Part of the cap that apps are notified about. */
const NEAR_PERCENT = 80;

/** True if a change of the amount crosses 80% of the cap. */
export const crossesNearCap = (before: Minor, after: Minor, cap: Minor): boolean =>
  !isNear(before, cap) && isNear(after, cap);

const isNear = (amount: Minor, cap: Minor): boolean => amount > 0 && amount * 100 >= cap * NEAR_PERCENT;
