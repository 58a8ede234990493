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

/** Price of a unit of use. */
interface UnitPrice {
  readonly key: string;
  readonly amount: Minor;
  readonly included: number;
}

/** A subscription's usage in the current period, and the prices of its plan. */
export interface UsageSoFar {
  readonly prices: readonly UnitPrice[];
  readonly usage: UsageCounts;
  readonly usageAmount: Minor;
  readonly cappedAmount: Minor;
}

/** The next step that brings usage to 80% of its cap. */
export type NearCapStep =
  | { readonly usageKey: string; readonly quantity: number }
  /** No record of use does under the current cap. */
  | { readonly cappedAmount: Minor };

/** Units of the cheapest use that a new cap has room for; several of them are within its last 20%. */
const UNITS_IN_CAP = 20;

/** Returns the next step that brings usage to 80% of its cap; null if nothing in the plan costs anything. */
export function stepToNearCap(
  { prices, usage, usageAmount, cappedAmount }: UsageSoFar,
  maxQuantity: number,
): NearCapStep | null {
  const [cheapest, ...others] = prices
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => one.amount - other.amount);
  if (!cheapest) return null;
  const near = Math.ceil((cappedAmount * NEAR_PERCENT) / 100);
  for (const { key, amount, included } of isNear(usageAmount, cappedAmount) ? [] : [cheapest, ...others]) {
    const free = Math.max(0, included - (usage[key]?.units ?? 0));
    const charged = Math.max(1, Math.ceil((near - usageAmount) / amount));
    const quantity = free + charged;
    if (usageAmount + charged * amount <= cappedAmount && quantity <= maxQuantity)
      return { usageKey: key, quantity };
  }
  return { cappedAmount: usageAmount * 2 + cheapest.amount * UNITS_IN_CAP };
}
