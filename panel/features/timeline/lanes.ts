import { addDays, nightsBetween } from '../../format/dates.ts';

/** Booking fields that the timeline needs. */
export interface TimelineBooking {
  readonly id: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly lines: readonly {
    readonly unitTypeId: string | null;
    readonly quantity: number;
    readonly units: readonly {
      readonly id: string;
      /** First night in this unit; null for the stay's first night. */
      readonly from: string | null;
      /** Day on which it's left for another unit; null if it's kept until check-out. */
      readonly until: string | null;
    }[];
  }[];
}

/** Unit type fields that the timeline needs. */
export interface TimelineUnitType {
  readonly id: string;
  readonly namedUnits: readonly { readonly id: string; readonly name: string }[];
}

/** The range of days shown: `days` days, starting with `from`. */
export interface Span {
  readonly from: string;
  readonly days: number;
}

/**
 * A stay in a lane, measured in half days from the span's start. The end is exclusive, so that guests can
 * leave and arrive on the same day.
 */
export interface Bar<TBooking> {
  readonly key: string;
  readonly booking: TBooking;
  readonly start: number;
  readonly end: number;
  /** Set if it begins before the span or ends after it. */
  readonly cut: { readonly start: boolean; readonly end: boolean };
}

/** Nights that another calendar occupies, across a lane's days; positioned like a stay. */
export interface BlockBar<TBlock> extends Omit<Bar<never>, 'booking'> {
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
 * the host's order. Leaves out stays in other unit types or outside the span.
 */
export function lanesOf<TBooking extends TimelineBooking>(
  unitType: TimelineUnitType,
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
      for (const { id, from, until } of known) {
        const part = placeOf({ checkIn: from ?? booking.checkIn, checkOut: until ?? booking.checkOut }, span);
        if (part) ofUnit.get(id)?.push({ key: `${booking.id}.${id}`, booking, ...part });
      }
      for (
        let missing = known.filter(({ until }) => until === null).length;
        missing < quantity;
        missing += 1
      ) {
        open.push({ key: `${booking.id}.${missing}`, booking, ...place });
      }
    }
  }
  return [
    ...packed(open).map((bars) => ({ unitId: null, bars })),
    ...unitType.namedUnits.map(({ id }) => ({ unitId: id, bars: ofUnit.get(id) ?? [] })),
  ];
}

/** Fields that the timeline needs for nights that another calendar occupies. */
export interface TimelineBlock {
  readonly feedId: string;
  readonly unitTypeId: string;
  readonly checkIn: string;
  readonly checkOut: string;
}

/** Returns the lanes for a unit type's nights that other calendars occupy; these nights have no unit. */
export function blockLanesOf<TBlock extends TimelineBlock>(
  { id }: Pick<TimelineUnitType, 'id'>,
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

/**
 * Returns a stay's position, from the arrival's afternoon to the departure's morning, clipped to the span;
 * null if it's outside the span.
 */
function placeOf({ checkIn, checkOut }: Pick<TimelineBooking, 'checkIn' | 'checkOut'>, { from, days }: Span) {
  const start = 2 * nightsBetween(from, checkIn) + 1;
  const end = 2 * nightsBetween(from, checkOut) + 1;
  if (end <= 0 || start >= 2 * days) return null;
  return {
    start: Math.max(start, 0),
    end: Math.min(end, 2 * days),
    cut: { start: start < 0, end: end > 2 * days },
  };
}

/** Packs stays into as few lanes as possible: each goes into the first free lane. */
function packed<TBar extends { readonly start: number; readonly end: number }>(
  bars: readonly TBar[],
): TBar[][] {
  const lanes: TBar[][] = [];
  for (const bar of bars.toSorted((a, b) => a.start - b.start)) {
    const free = lanes.find((lane) => (lane.at(-1)?.end ?? 0) <= bar.start);
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}

/**
 * Returns a booking's units after a stay moves to another unit, or to no unit, as input for
 * `bookingUnitsAssign`. `from` is null if the stay had no unit.
 */
export function unitsAfterMove(
  { lines }: TimelineBooking,
  from: string | null,
  to: string | null,
): readonly string[] {
  const kept = lines
    .flatMap(({ units }) => units.map(({ id }) => id))
    .filter((id) => id !== from && id !== to);
  return to === null ? kept : [...kept, to];
}

/** Returns a span's dates. */
export const datesOf = ({ from, days }: Span): readonly string[] =>
  Array.from({ length: days }, (_, day) => addDays(from, day));
