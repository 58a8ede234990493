import type { SubgraphContext } from '#db/context.ts';
import type { QueryStayReportArgs } from '../../generated.ts';
import { BANDS, type Band } from '../domain/booked-stays.ts';
import { type BookingSums, bookingSums, ratio, totalOf } from '../domain/booking-sums.ts';
import { oneCurrency } from './one-currency.ts';
import { readProperties, readRange } from './report-input.ts';
import { readingSales } from './sales.ts';

/** Bookings by lead time or length of stay. */
export interface StayReported {
  readonly rows: readonly (Band & { readonly sums: BookingSums; readonly share: number | null })[];
  readonly totals: BookingSums;
  readonly average: number | null;
  readonly currency: string | null;
}

/** Returns the team's bookings by lead time or length of stay. See docs/interface/reports.md#stays. */
export async function stayReport(
  ctx: SubgraphContext,
  { by, ...range }: QueryStayReportArgs,
): Promise<StayReported> {
  const period = readRange(range, { isDaily: false });
  const found = await readingSales(ctx, readProperties(range.propertyIds), (sales) =>
    sales.stays({ dimension: by, period }),
  );
  const totals = bookingSums(found);
  const byBand = Map.groupBy(found, ({ key }) => Number(key));
  return {
    rows: BANDS[by].map((band) => {
      const sums = bookingSums(byBand.get(band.from) ?? []);
      return { ...band, sums, share: ratio(sums.bookings, totals.bookings, 4) };
    }),
    totals,
    average: ratio(
      totalOf(found, ({ days }) => days),
      totals.bookings,
      1,
    ),
    currency: oneCurrency(
      found.map(({ currency }) => currency),
      'Amounts',
    ),
  };
}
