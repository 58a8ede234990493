/** A month's charges in one currency. */
export interface Month {
  readonly month: string;
  readonly amount: number;
  /** The platform's share of the amount. */
  readonly share: number;
}

interface OfCurrency extends Month {
  readonly currency: string;
}

/** Returns the currencies, those with the most months first. */
export function currenciesIn(revenue: readonly OfCurrency[]): readonly string[] {
  const months = Object.groupBy(revenue, ({ currency }) => currency);
  return Object.keys(months).toSorted(
    (one, other) => (months[other]?.length ?? 0) - (months[one]?.length ?? 0) || one.localeCompare(other),
  );
}

interface Shown {
  readonly currency: string;
  /** Number of months until now. */
  readonly length: number;
  readonly today: Date;
}

/** Returns every month of a period in order; months without charges have zeros. */
export function monthsOf(
  revenue: readonly OfCurrency[],
  { currency, length, today }: Shown,
): readonly Month[] {
  return Array.from({ length }, (_, place) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (length - 1 - place), 1);
    const month = new Date(first).toISOString().slice(0, 7);
    const charged = revenue.find((one) => one.month === month && one.currency === currency);
    return { month, amount: charged?.amount ?? 0, share: charged?.share ?? 0 };
  });
}
