import { basisPointsOf, type Minor } from '#kit/money.ts';
import type { Fee, FeeBasis, PropertyTerms, Tax } from './terms.ts';

/** One line's part of what a property charges for: its accommodation after discount, and what fees count. */
export interface Charged {
  readonly accommodation: Minor;
  readonly units: number;
  readonly adults: number;
  readonly guests: number;
}

/** A fee or an added tax of a stay, in minor units. */
export interface Surcharge {
  readonly id: number;
  readonly name: string;
  readonly amount: Minor;
}

/** An added tax, and how much of it each line carries; the parts sum to `amount`. */
export interface AddedTax extends Surcharge {
  readonly perLine: readonly Minor[];
}

/** What a property adds to the accommodation of one stay. */
export interface Surcharges {
  readonly fees: readonly Surcharge[];
  readonly taxes: readonly AddedTax[];
}

const TIMES: Record<FeeBasis, (nights: number, units: number, guests: number) => number> = {
  per_stay: () => 1,
  per_night: (nights) => nights,
  per_unit_per_stay: (_nights, units) => units,
  per_guest_per_night: (nights, _units, guests) => nights * guests,
};

/**
 * Fees and added taxes of one stay: all lines of a checkout at one property for the same dates, so a per-stay or
 * per-night fee is charged once however the units are spread over lines (docs/interface/catalog.md#fees-and-taxes). Inclusive taxes are
 * left out. Each tax is rounded half away from zero once, then shared over the lines by largest remainder.
 */
export function surchargesOf(
  { fees, taxes }: Pick<PropertyTerms, 'fees' | 'taxes'>,
  nights: number,
  lines: readonly Charged[],
): Surcharges {
  const units = sum(lines.map((line) => line.units));
  const guests = sum(lines.map((line) => line.guests));
  const amountOf = (fee: Fee) => fee.amount * TIMES[fee.basis](nights, units, guests);
  const taxableFees = sum(fees.filter((fee) => fee.taxable).map(amountOf));
  return {
    fees: fees.map((fee) => ({ id: fee.id, name: fee.name, amount: amountOf(fee) })),
    taxes: taxes
      .filter((tax) => !tax.inclusive)
      .map((tax) => {
        const { amount, shares } = levy(tax, nights, lines, taxableFees);
        return { id: tax.id, name: tax.name, amount, perLine: allocate(amount, shares) };
      }),
  };
}

function levy(tax: Tax, nights: number, lines: readonly Charged[], taxableFees: Minor) {
  if (tax.kind === 'percent') {
    const shares = lines.map((line) => line.accommodation);
    return { amount: basisPointsOf(sum(shares) + taxableFees, tax.basisPoints), shares };
  }
  const shares = lines.map((line) => line.adults);
  return { amount: tax.amount * nights * sum(shares), shares };
}

/**
 * Shares a whole amount in proportion to `shares` by largest remainder: the parts sum to `amount`, each is within one
 * of its exact share, and ties go to the earlier part. Equal parts where every share is 0.
 */
export function allocate(amount: Minor, shares: readonly number[]): Minor[] {
  const total = sum(shares);
  if (total === 0 && shares.length > 0) {
    return allocate(
      amount,
      shares.map(() => 1),
    );
  }
  const exact = shares.map((share) => BigInt(amount) * BigInt(share));
  const divisor = BigInt(Math.max(total, 1));
  const parts = exact.map((product) => Number(product / divisor));
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % divisor }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const missing = amount - sum(parts);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
