import { type Minor, thousandthsOf } from '#kit/money.ts';

/** A property's percentage tax. */
export interface PercentTax {
  readonly id: string;
  readonly name: string;
  /** True if rates and fees already include it. */
  readonly inclusive: boolean;
  readonly percent: number | null;
  /** First and last day on which it applies, `YYYY-MM-DD`; null for an open end. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** A tax added to a charge. */
export interface AddedTax {
  readonly id: string;
  readonly name: string;
  readonly amount: Minor;
}

/** Returns the taxes that apply on a date. */
export const taxesOn = <Tax extends PercentTax>(taxes: readonly Tax[], date: string): readonly Tax[] =>
  taxes.filter(({ validFrom, validUntil }) => (validFrom ?? date) <= date && date <= (validUntil ?? date));

/** Returns the taxes added on top of an amount, each rounded once; taxes included in it aren't added. */
export const taxesAddedTo = (amount: Minor, taxes: readonly PercentTax[]): readonly AddedTax[] =>
  taxes
    .filter(({ inclusive }) => !inclusive)
    .map(({ id, name, percent }) => ({
      id,
      name,
      amount: thousandthsOf(amount, Math.round((percent ?? 0) * 1000)),
    }))
    .filter((tax) => tax.amount !== 0);
