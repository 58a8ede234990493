import type { SubgraphContext } from '#db/context.ts';
import type { QueryPaceReportArgs } from '../../generated.ts';
import { type BookingSums, bookingSums } from '../domain/booking-sums.ts';
import { monthsOf, type Period } from '../domain/periods.ts';
import { oneCurrency } from './one-currency.ts';
import { readDay, readProperties, readRange } from './report-input.ts';
import { readingSales } from './sales.ts';

/** Bookings on the books by arrival month. */
export interface PaceReported {
  readonly rows: readonly {
    readonly month: string;
    readonly now: BookingSums;
    readonly lastYear: BookingSums;
  }[];
  readonly totals: BookingSums;
  readonly lastYear: BookingSums;
  readonly asOf: string;
  readonly currency: string | null;
}

/**
 * Returns the bookings on the books by arrival month at a day's end, and for the months a year earlier at the day a year
 * earlier. See docs/interface/reports.md#pace.
 */
export async function paceReport(
  ctx: SubgraphContext,
  { asOf: given, ...range }: QueryPaceReportArgs,
): Promise<PaceReported> {
  const months = monthsOf(readRange(range, { isDaily: false }));
  const today = Temporal.PlainDate.from(ctx.clock.now().toISOString().slice(0, 10));
  const asOf = given ? readDay('asOf', given) : today;
  const onTheBooks = (arrivals: readonly string[], until: Temporal.PlainDate | null) => ({
    dimension: 'pace' as const,
    period: wholeMonths(arrivals),
    ...(until && { until: until.toString() }),
  });
  const [now, before] = await readingSales(ctx, readProperties(range.propertyIds), async (sales) => [
    // Where tomorrow has begun, bookings already have its date.
    await sales.stays(onTheBooks(months, given ? asOf : null)),
    await sales.stays(onTheBooks(months.map(yearBefore), asOf.subtract({ years: 1 }))),
  ]);
  const currency = oneCurrency(
    [...now, ...before].map((sums) => sums.currency),
    'Amounts',
  );
  const byMonth = Map.groupBy(now, ({ month }) => month);
  const byMonthBefore = Map.groupBy(before, ({ month }) => month);
  return {
    rows: months.map((month) => ({
      month,
      now: bookingSums(byMonth.get(month) ?? []),
      lastYear: bookingSums(byMonthBefore.get(yearBefore(month)) ?? []),
    })),
    totals: bookingSums(now),
    lastYear: bookingSums(before),
    asOf: asOf.toString(),
    currency,
  };
}

const yearBefore = (month: string): string =>
  Temporal.PlainYearMonth.from(month).subtract({ years: 1 }).toString();

/** Returns the period in which sums by arrival month are stored. */
const wholeMonths = (months: readonly string[]): Period => ({
  from: `${months[0]}-01`,
  until: `${months.at(-1)}-01`,
});
