import type { Minor } from '#kit/money.ts';
import type { BookingSourceKind } from '../../bookings/domain/statuses.ts';
import type { SoldNight } from './sold-nights.ts';

/** Dates by which nights sold count; `ReportBasis` in the SDL. */
export type Basis = 'stay' | 'booking';

/** Properties of a night sold by which sums are kept. Each dimension has its own sums, so that none multiplies another. */
export const DIMENSIONS = ['property', 'unit_type', 'source', 'rate_plan', 'country'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What a booking sold, as it's stored. */
export interface BookingSales {
  readonly currency: string;
  /** Date at the property on which it was made, `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly source: BookingSourceKind;
  /** The guest's country; null if unknown. */
  readonly country: string | null;
  readonly nights: readonly SoldNight[];
}

/** A sum of sales by one dimension. */
export interface Cell {
  readonly basis: Basis;
  readonly dimension: Dimension;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly propertyId: number;
  readonly key: string;
  readonly currency: string;
  readonly sold: number;
  readonly revenue: Minor;
}

/** Prefix of a unit type whose default rate plan was sold. */
export const DEFAULT_PLAN_OF = 'default:';

const keyOf = (dimension: Dimension, { source, country }: BookingSales, night: SoldNight): string => {
  switch (dimension) {
    case 'property':
      return ''; // each sum has its property
    case 'unit_type':
      return String(night.unitTypeId);
    case 'source':
      return source;
    case 'rate_plan':
      return night.ratePlanId ?? `${DEFAULT_PLAN_OF}${night.unitTypeId}`;
    case 'country':
      return country ?? '';
  }
};

/** Returns a booking's sales as parts of sums; with the sign -1, those to take off. */
export const cellsOf = (sales: BookingSales, sign: 1 | -1 = 1): readonly Cell[] =>
  sales.nights.flatMap((night) =>
    DIMENSIONS.flatMap((dimension) =>
      (['stay', 'booking'] as const).map((basis) => ({
        basis,
        dimension,
        day: basis === 'stay' ? night.night : sales.bookedOn,
        propertyId: night.propertyId,
        key: keyOf(dimension, sales, night),
        currency: sales.currency,
        sold: sign * night.units,
        revenue: sign * night.revenue,
      })),
    ),
  );

/** Adds up each sum's parts, and leaves out sums that don't change. */
export function addedUp(cells: readonly Cell[]): readonly Cell[] {
  const sums = new Map<string, { -readonly [Field in keyof Cell]: Cell[Field] }>();
  for (const cell of cells) {
    const { basis, dimension, day, propertyId, key, currency, sold, revenue } = cell;
    const name = [basis, dimension, day, propertyId, currency, key].join();
    const sum = sums.get(name);
    if (!sum) {
      sums.set(name, { ...cell });
      continue;
    }
    sum.sold += sold;
    sum.revenue += revenue;
  }
  return [...sums.values()].filter(({ sold, revenue }) => sold !== 0 || revenue !== 0);
}
