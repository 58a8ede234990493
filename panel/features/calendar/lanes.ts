import { nightsBetween } from '../../format/dates.ts';
import type { Span } from './span.ts';

/** A unit that guests have for some or all of their nights. */
export interface StayUnit {
  readonly id: string;
  /** First night in this unit; null for the stay's first night. */
  readonly from: string | null;
  /** Day on which it's left for another unit; null if it's kept until check-out. */
  readonly until: string | null;
}

/** Booking fields that the grid needs. */
export interface GridBooking {
  readonly id: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly lines: readonly {
    readonly unitTypeId: string | null;
    readonly quantity: number;
    readonly units: readonly StayUnit[];
  }[];
}

/** Unit type fields that the grid needs. */
export interface GridUnitType {
  readonly id: string;
  readonly namedUnits: readonly { readonly id: string }[];
}

/** Nights of a span: `nights` of them, the first one counted from the span's start. */
export interface Nights {
  readonly night: number;
  readonly nights: number;
}

/** A stretch of nights in a lane. */
interface Placed extends Nights {
  readonly key: string;
  /** Set if it begins before the span or ends after it. */
  readonly cut: { readonly start: boolean; readonly end: boolean };
}

/** A stay in a lane. */
export interface Bar<TBooking> extends Placed {
  readonly booking: TBooking;
  /** The lane's unit; undefined for a stay without a unit. */
  readonly unit: StayUnit | undefined;
}

/** Nights that another calendar occupies. */
export interface BlockBar<TBlock> extends Placed {
  readonly block: TBlock;
}

/** Stays in one unit, or without a unit; they don't overlap. */
export interface Lane<TBooking> {
  /** Null for stays without a unit. */
  readonly unitId: string | null;
  readonly bars: readonly Bar<TBooking>[];
}

/**
 * Returns a unit type's lanes: first as many as the stays without a unit need, then a lane for each unit in
 * the host's order. Leaves out stays in other unit types or without a night in the span.
 */
export function lanesOf<TBooking extends GridBooking>(
  unitType: GridUnitType,
  bookings: readonly TBooking[],
  span: Span,
): readonly Lane<TBooking>[] {
  const open: Bar<TBooking>[] = [];
  const ofUnit = new Map<string, Bar<TBooking>[]>(unitType.namedUnits.map(({ id }) => [id, []]));
  for (const booking of bookings) {
    const place = placeOf(booking, span);
    if (place === null) continue;
    for (const { unitTypeId, quantity, units } of booking.lines) {
      if (unitTypeId !== unitType.id) continue;
      const known = units.filter(({ id }) => ofUnit.has(id)); // the host may have removed units
      for (const unit of known) {
        const { from, until } = unit;
        const part = placeOf({ checkIn: from ?? booking.checkIn, checkOut: until ?? booking.checkOut }, span);
        if (part) ofUnit.get(unit.id)?.push({ key: `${booking.id}.${unit.id}`, booking, unit, ...part });
      }
      const kept = known.filter(({ until }) => until === null).length;
      for (let missing = kept; missing < quantity; missing += 1) {
        open.push({ key: `${booking.id}.${missing}`, booking, unit: undefined, ...place });
      }
    }
  }
  return [
    ...packed(open).map((bars) => ({ unitId: null, bars })),
    ...unitType.namedUnits.map(({ id }) => ({ unitId: id, bars: inOrder(ofUnit.get(id) ?? []) })),
  ];
}

/** Fields that the grid needs for nights that another calendar occupies. */
export interface GridBlock {
  readonly feedId: string;
  readonly unitTypeId: string;
  readonly checkIn: string;
  readonly checkOut: string;
}

/** Returns the lanes for a unit type's nights that other calendars occupy; these nights have no unit. */
export function blockLanesOf<TBlock extends GridBlock>(
  { id }: Pick<GridUnitType, 'id'>,
  blocks: readonly TBlock[],
  span: Span,
): readonly (readonly BlockBar<TBlock>[])[] {
  return packed(
    blocks.flatMap((block, nth) => {
      const place = block.unitTypeId === id ? placeOf(block, span) : null;
      return place === null ? [] : [{ key: `${block.feedId}.${block.checkIn}.${nth}`, block, ...place }];
    }),
  );
}

/** Returns a lane's cells in order: its bars, and the numbers of the nights between them. */
export function cellsOf<TBar extends Nights>(
  bars: readonly TBar[],
  nights: number,
): readonly (TBar | number)[] {
  const cells: (TBar | number)[] = [];
  let next = 0;
  for (const bar of bars) {
    for (; next < bar.night; next += 1) cells.push(next);
    cells.push(bar);
    next = Math.max(next, bar.night + bar.nights);
  }
  for (; next < nights; next += 1) cells.push(next);
  return cells;
}

/**
 * Returns a bar's position in half days from the span's start, from the arrival's afternoon to the departure's
 * morning, so that guests can leave and arrive on the same day. The end is exclusive.
 */
export const halvesOf = ({ night, nights, cut }: Placed, span: Span) => ({
  start: cut.start ? 0 : 2 * night + 1,
  end: Math.min(2 * (night + nights) + 1, 2 * span.nights),
});

/** Returns a stay's nights in the span; null if it has none there. */
function placeOf({ checkIn, checkOut }: Pick<GridBooking, 'checkIn' | 'checkOut'>, { from, nights }: Span) {
  const start = nightsBetween(from, checkIn);
  const end = nightsBetween(from, checkOut);
  if (end <= 0 || start >= nights) return null;
  const night = Math.max(start, 0);
  return { night, nights: Math.min(end, nights) - night, cut: { start: start < 0, end: end >= nights } };
}

const inOrder = <TBar extends Nights>(bars: readonly TBar[]): TBar[] =>
  bars.toSorted((one, other) => one.night - other.night);

/** Packs bars into as few lanes as possible: each goes into the first free lane. */
function packed<TBar extends Nights>(bars: readonly TBar[]): TBar[][] {
  const lanes: TBar[][] = [];
  for (const bar of inOrder(bars)) {
    const free = lanes.find((lane) => endOf(lane.at(-1)) <= bar.night);
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}

const endOf = (bar: Nights | undefined) => (bar ? bar.night + bar.nights : 0);

/** True if two stretches share a night. */
export const overlap = (one: Nights, other: Nights): boolean =>
  one.night < endOf(other) && other.night < endOf(one);
