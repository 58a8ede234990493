import { allocate, type Minor } from '#kit/money.ts';
import type { Product } from './product.ts';

/** A charge on a credited statement. */
export interface CreditedCharge {
  readonly product: Product;
  readonly amount: Minor;
}

/**
 * Splits a credit before tax among a statement's apps and themes, in proportion to their charges: developers return
 * their part of it. The parts sum to the credit.
 */
export function creditByProduct(net: Minor, charges: readonly CreditedCharge[]): readonly CreditedCharge[] {
  const sums = [...Map.groupBy(charges, ({ product }) => keyOf(product)).values()].flatMap((same) => {
    const amount = same.reduce((sum, one) => sum + one.amount, 0);
    // A product whose credits exceed its charges has no earnings to return.
    return same[0] && amount > 0 ? [{ product: same[0].product, amount }] : [];
  });
  if (sums.length === 0) return [];
  const parts = allocate(
    net,
    sums.map(({ amount }) => amount),
  );
  return sums.map(({ product }, place) => ({ product, amount: parts[place] ?? 0 }));
}

const keyOf = ({ appId, themeId }: Product): string => `${appId} ${themeId}`;

/** Returns the part of a credit that isn't tax, at the statement's own rate. */
export const netOf = (credit: Minor, { tax, total }: { readonly tax: Minor; readonly total: Minor }): Minor =>
  credit - (allocate(credit, [tax, total - tax])[0] ?? 0);
