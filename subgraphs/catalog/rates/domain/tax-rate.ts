/** A tax's percentage columns. */
interface TaxRateColumns {
  readonly percent?: number | null | undefined;
  readonly basisPoints?: number | null | undefined;
}

/**
 * A tax's percentage in thousandths of a percent; null for an amount. The previous release writes only
 * `basisPoints`, so `percent` is valid only while it rounds to them.
 */
export function taxRate({ percent, basisPoints }: TaxRateColumns): number | null {
  if (basisPoints == null) return null;
  const rate = Math.round((percent ?? 0) * 1_000);
  return Math.round(rate / 10) === basisPoints ? rate : basisPoints * 10;
}

/** A tax's percentage; null for an amount. */
export function taxPercent(columns: TaxRateColumns): number | null {
  const rate = taxRate(columns);
  return rate === null ? null : rate / 1_000;
}

/** A tax's percentage in basis points; null for an amount, and if the rate isn't a whole number of them. */
export function taxBasisPoints(columns: TaxRateColumns): number | null {
  const rate = taxRate(columns);
  return rate === null || rate % 10 !== 0 ? null : rate / 10;
}
