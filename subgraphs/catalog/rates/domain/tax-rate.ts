/** The columns of a tax that hold its percentage. */
interface TaxRateColumns {
  readonly percent?: number | null | undefined;
  readonly basisPoints?: number | null | undefined;
}

/**
 * The percentage of a tax in thousandths of a percent; null for an amount. The release before writes only `basisPoints`, so `percent`
 * counts only while it rounds to them.
 */
export function taxRate({ percent, basisPoints }: TaxRateColumns): number | null {
  if (basisPoints == null) return null;
  const rate = Math.round((percent ?? 0) * 1_000);
  return Math.round(rate / 10) === basisPoints ? rate : basisPoints * 10;
}

/** The percentage of a tax; null for an amount. */
export function taxPercent(columns: TaxRateColumns): number | null {
  const rate = taxRate(columns);
  return rate === null ? null : rate / 1_000;
}

/** The percentage of a tax in basis points; null for an amount, and if the rate isn't a whole number of them. */
export function taxBasisPoints(columns: TaxRateColumns): number | null {
  const rate = taxRate(columns);
  return rate === null || rate % 10 !== 0 ? null : rate / 10;
}
