import { addDays, nightsBetween } from '../../format/dates.ts';

/** What the timeline needs to know of a booking. */
export interface TimelineBooking {
  readonly id: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly lines: readonly {
    readonly unitTypeId: string | null;
    readonly quantity: number;
    readonly units: readonly { readonly id: string }[];
  }[];
}

/** What it needs to know of a unit type. */
export interface TimelineUnitType {
  readonly id: string;
  readonly namedUnits: readonly { readonly id: string; readonly name: string }[];
}

/** The days drawn: from `from` on, `days` of them. */
export interface Span {
  readonly from: string;
  readonly days: number;
}

/** A stay in a lane: half days from the start of the span, the end exclusive, so that one may leave as another arrives. */
export interface Bar<TBooking> {
  readonly key: string;
  readonly booking: TBooking;
  readonly start: number;
  readonly end: number;
  /** Whether it began before the span, or goes on after it. */
  readonly cut: { readonly start: boolean; readonly end: boolean };
}

/** Nights that another calendar took, across the days of a lane; placed as a stay is. */
export interface BlockBar<TBlock> extends Omit<Bar<never>, 'booking'> {
  readonly block: TBlock;
}

/** The stays of one unit, or of no unit yet, none of which overlap. */
export interface Lane<TBooking> {
  /** Null for stays without a unit. */
  readonly unitId: string | null;
  readonly bars: readonly Bar<TBooking>[];
}

/**
 * The lanes of a unit type: one for each unit in the order of the host, before them as many as the stays without a unit need.
 * Stays of other unit types, and those outside the span, are left out.
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
      const known = units.filter(({ id }) => ofUnit.has(id)); // the host may have fewer units by now
      for (const { id } of known) ofUnit.get(id)?.push({ key: `${booking.id}.${id}`, booking, ...place });
      for (let missing = known.length; missing < quantity; missing += 1) {
        open.push({ key: `${booking.id}.${missing}`, booking, ...place });
      }
    }
  }
  return [
    ...packed(open).map((bars) => ({ unitId: null, bars })),
    ...unitType.namedUnits.map(({ id }) => ({ unitId: id, bars: ofUnit.get(id) ?? [] })),
  ];
}

/** What the timeline needs to know of nights that another calendar took. */
export interface TimelineBlock {
  readonly feedId: string;
  readonly unitTypeId: string;
  readonly checkIn: string;
  readonly checkOut: string;
}

/** The lanes that other calendars' nights of a unit type need: they have no unit of their own. */
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

/** From the afternoon of the arrival to the morning of the departure, cut to the span; null where nothing of it is in there. */
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

/** Puts stays into as few lanes as they need: each into the first one that is free when it begins. */
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
 * The units of a booking once one of its stays in a unit type moves to another unit, or to none: what `bookingUnitsAssign`
 * takes. `from` is null where the stay had no unit.
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

/** The dates of a span. */
export const datesOf = ({ from, days }: Span): readonly string[] =>
  Array.from({ length: days }, (_, day) => addDays(from, day));
