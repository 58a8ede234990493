import type { Minor } from '#kit/money.ts';
import type { BookingSourceKind } from '../../bookings/domain/statuses.ts';
import { BANDS, type BookedStay, bandOf, leadTime } from './booked-stays.ts';
import type { SoldNight } from './sold-nights.ts';

/** Dates by which nights sold count; `ReportBasis` in the SDL. */
export type Basis = 'stay' | 'booking';

/** Properties of a night sold by which sums are kept. Each dimension has its own sums, so that they don't multiply each other. */
export const DIMENSIONS = ['property', 'unit_type', 'source', 'rate_plan', 'country'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/**
 * Sums of whole bookings. `pace` has a booking on the day it was made, and takes it off on the day it was cancelled;
 * its days are arrival months. The others have check-in dates.
 */
export type StayDimension = 'pace' | 'lead_time' | 'length_of_stay' | 'outcome';

/** What a booking sold, as it's stored. */
export interface BookingSales {
  readonly currency: string;
  /** Date at the property on which it was made, `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly source: BookingSourceKind;
  /** The guest's country; null if unknown. */
  readonly country: string | null;
  readonly nights: readonly SoldNight[];
  /** Null if it counts in no report; absent in parts that an earlier version stored. */
  readonly stay?: BookedStay | null;
}

/** A sum of sales by one dimension. */
export interface Cell {
  readonly basis: Basis;
  readonly dimension: Dimension | StayDimension;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly propertyId: number;
  readonly key: string;
  readonly currency: string;
  readonly sold: number;
  readonly revenue: Minor;
  /** Whole bookings; 0 in sums of nights. */
  readonly bookings: number;
  /** Their lead times, or lengths, added up. */
  readonly days: number;
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
export const cellsOf = (sales: BookingSales, sign: 1 | -1 = 1): readonly Cell[] => [
  ...nightCells(sales, sign),
  ...(sales.stay ? stayCells(sales, sales.stay, sign) : []),
];

const nightCells = (sales: BookingSales, sign: 1 | -1): readonly Cell[] =>
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
        bookings: 0,
        days: 0,
      })),
    ),
  );

function stayCells({ bookedOn, currency }: BookingSales, stay: BookedStay, sign: 1 | -1): readonly Cell[] {
  const { propertyId, arrivesOn, length, cancelledOn, sold, revenue } = stay;
  const cell = (
    dimension: StayDimension,
    key: string,
    { of = sign, days = 0 }: { readonly of?: number; readonly days?: number } = {},
  ): Cell => ({
    basis: 'stay',
    dimension,
    day: dimension === 'pace' ? `${arrivesOn.slice(0, 7)}-01` : arrivesOn,
    propertyId,
    key,
    currency,
    sold: of * sold,
    revenue: of * revenue,
    bookings: of,
    days: of * days,
  });
  const made = cell('pace', bookedOn);
  if (cancelledOn !== null) {
    return [made, cell('pace', cancelledOn, { of: -sign }), cell('outcome', 'cancelled')];
  }
  const lead = leadTime(bookedOn, stay);
  return [
    made,
    cell('outcome', 'kept'),
    cell('lead_time', String(bandOf(BANDS.lead_time, lead)), { days: lead }),
    cell('length_of_stay', String(bandOf(BANDS.length_of_stay, length)), { days: length }),
  ];
}

/** Adds up each sum's parts, and leaves out sums that don't change. */
export function addedUp(cells: readonly Cell[]): readonly Cell[] {
  const sums = new Map<string, { -readonly [Field in keyof Cell]: Cell[Field] }>();
  for (const cell of cells) {
    const { basis, dimension, day, propertyId, key, currency } = cell;
    const name = [basis, dimension, day, propertyId, currency, key].join();
    const sum = sums.get(name);
    if (!sum) {
      sums.set(name, { ...cell });
      continue;
    }
    for (const field of SUMMED) sum[field] += cell[field];
  }
  return [...sums.values()].filter((sum) => SUMMED.some((field) => sum[field] !== 0));
}

const SUMMED = ['sold', 'revenue', 'bookings', 'days'] as const;
