import { allocate, type Minor } from '#kit/money.ts';

/** A charge on a credited statement. */
export interface CreditedCharge {
  /** Names the app or theme. */
  readonly product: string;
  readonly amount: Minor;
}

/**
 * Splits a credit before tax among a statement's apps and themes, in proportion to their charges: developers return their part of
 * it. The parts sum to the credit.
 */
export function creditByProduct(net: Minor, charges: readonly CreditedCharge[]): readonly CreditedCharge[] {
  const sums = new Map<string, Minor>();
  for (const { product, amount } of charges) sums.set(product, (sums.get(product) ?? 0) + amount);
  // A product whose credits exceed its charges has no earnings to return.
  const products = [...sums].filter(([, amount]) => amount > 0);
  if (products.length === 0) return [];
  const parts = allocate(
    net,
    products.map(([, amount]) => amount),
  );
  return products.map(([product], place) => ({ product, amount: parts[place] ?? 0 }));
}

/** Returns the part of a credit that isn't tax, at the statement's own rate. */
export const netOf = (credit: Minor, { tax, total }: { readonly tax: Minor; readonly total: Minor }): Minor =>
  credit - (allocate(credit, [tax, total - tax])[0] ?? 0);
