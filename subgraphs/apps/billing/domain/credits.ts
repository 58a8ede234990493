import { allocate, type Minor } from '#kit/money.ts';

/** A charge on a credited statement. */
export interface CreditedCharge {
  readonly appId: number;
  readonly amount: Minor;
}

/**
 * Splits a credit before tax among a statement's apps, in proportion to their charges: developers return their part of
 * it. The parts sum to the credit.
 */
export function creditByApp(
  net: Minor,
  charges: readonly CreditedCharge[],
): readonly { readonly appId: number; readonly amount: Minor }[] {
  const sums = new Map<number, Minor>();
  for (const { appId, amount } of charges) sums.set(appId, (sums.get(appId) ?? 0) + amount);
  // An app whose credits exceed its charges has no earnings to return.
  const apps = [...sums].filter(([, amount]) => amount > 0);
  if (apps.length === 0) return [];
  const parts = allocate(
    net,
    apps.map(([, amount]) => amount),
  );
  return apps.map(([appId], place) => ({ appId, amount: parts[place] ?? 0 }));
}

/** Returns the part of a credit that isn't tax, at the statement's own rate. */
export const netOf = (credit: Minor, { tax, total }: { readonly tax: Minor; readonly total: Minor }): Minor =>
  credit - (allocate(credit, [tax, total - tax])[0] ?? 0);
