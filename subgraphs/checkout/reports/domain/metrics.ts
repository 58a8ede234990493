import { divideHalfAwayFromZero, type Minor } from '#kit/money.ts';
import type { ReportBasis, ReportMetric } from '../../generated.ts';
import type { UnitNights } from './availability.ts';
import { ratio } from './booking-sums.ts';

/** Sums from which metrics are computed. */
export interface MetricSums {
  readonly sold: number;
  readonly revenue: Minor;
  readonly units: UnitNights;
}

/** A metric's value. */
export interface MetricValue {
  readonly metric: ReportMetric;
  readonly amount: number | null;
  readonly currency: string | null;
}

const MONEY: ReadonlySet<ReportMetric> = new Set(['adr', 'revpar', 'room_revenue']);
/** Metrics of the nights available, which have no booking date. */
const OF_NIGHTS: ReadonlySet<ReportMetric> = new Set([
  'occupancy',
  'occupancy_of_all_units',
  'occupancyOfAllUnits',
  'revpar',
  'available',
]);

/** True for a metric whose amounts have a currency. */
export const isMoney = (metric: ReportMetric): boolean => MONEY.has(metric);

/** True if a metric needs to know the units on each night. */
export const needsUnits = (metric: ReportMetric): boolean => OF_NIGHTS.has(metric);

/** Computes metrics from sums, in the given order. */
export const valuesOf = (
  metrics: readonly ReportMetric[],
  sums: MetricSums,
  { basis, currency }: { readonly basis: ReportBasis; readonly currency: string | null },
): readonly MetricValue[] =>
  metrics.map((metric) => ({
    metric,
    amount: basis === 'booking' && needsUnits(metric) ? null : amountOf(metric, sums),
    currency: isMoney(metric) ? currency : null,
  }));

function amountOf(metric: ReportMetric, { sold, revenue, units }: MetricSums): number | null {
  switch (metric) {
    case 'sold':
      return sold;
    case 'available':
      return units.available;
    case 'room_revenue':
      return revenue;
    case 'occupancy':
      return ratio(sold, units.available, 4);
    case 'occupancy_of_all_units':
    case 'occupancyOfAllUnits':
      return ratio(sold, units.all, 4);
    case 'adr':
      return each(revenue, sold);
    case 'revpar':
      return each(revenue, units.available);
  }
}

/** Divides an amount, rounded half away from zero; null by 0. */
const each = (amount: Minor, count: number): Minor | null =>
  count === 0 ? null : Number(divideHalfAwayFromZero(BigInt(amount), BigInt(count)));
