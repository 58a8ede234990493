import type { SubgraphContext } from '#db/context.ts';
import type { Minor } from '#kit/money.ts';
import type { QueryCancellationReportArgs } from '../../generated.ts';
import { bookingSums, ratio, totalOf } from '../domain/booking-sums.ts';
import { monthsOf } from '../domain/periods.ts';
import { oneCurrency } from './one-currency.ts';
import { readProperties, readRange } from './report-input.ts';
import { readingSales, type StaySums } from './sales.ts';

/** Cancelled bookings among all. */
interface Cancellations {
  readonly bookings: number;
  readonly cancelled: number;
  readonly share: number | null;
  readonly lostNights: number;
  readonly lostRoomRevenue: Minor;
}

/** Cancelled bookings by month. */
export interface CancellationReported {
  readonly rows: readonly { readonly month: string; readonly cancellations: Cancellations }[];
  readonly totals: Cancellations;
  readonly currency: string | null;
}

/** Returns the team's cancelled bookings by month of check-in. See docs/interface/reports.md#cancellations. */
export async function cancellationReport(
  ctx: SubgraphContext,
  range: QueryCancellationReportArgs,
): Promise<CancellationReported> {
  const period = readRange(range, { isDaily: false });
  const found = await readingSales(ctx, readProperties(range.propertyIds), (sales) =>
    sales.stays({ dimension: 'outcome', period }),
  );
  const currency = oneCurrency(
    found.map((sums) => sums.currency),
    'Amounts',
  );
  const byMonth = Map.groupBy(found, ({ month }) => month);
  return {
    rows: monthsOf(period).map((month) => ({
      month,
      cancellations: cancellationsIn(byMonth.get(month) ?? []),
    })),
    totals: cancellationsIn(found),
    currency,
  };
}

function cancellationsIn(found: readonly StaySums[]): Cancellations {
  const bookings = totalOf(found, (sums) => sums.bookings);
  const lost = bookingSums(found.filter(({ key }) => key === 'cancelled'));
  return {
    bookings,
    cancelled: lost.bookings,
    share: ratio(lost.bookings, bookings, 4),
    lostNights: lost.sold,
    lostRoomRevenue: lost.roomRevenue,
  };
}
