import { nightsBetween } from '../../format/dates.ts';
import { type Bar, type GridBooking, type Lane, type Nights, overlap } from './lanes.ts';
import type { Span } from './span.ts';

/** A stay's move from one unit to another; null means no unit. */
export interface Move {
  readonly bookingId: string;
  readonly unitTypeId: string;
  readonly from: string | null;
  readonly to: string | null;
  /** First night in the new unit; null if all of the stay's nights move. */
  readonly night: string | null;
}

/** A booking whose guests are expected, in house or gone. */
export interface MovableBooking extends GridBooking {
  readonly stay: { readonly state: 'expected' | 'in_house' | 'departed' | 'no_show' };
}

/** True if a bar can move: its guests haven't left its unit. */
export const isMovable = ({ booking: { stay }, unit }: Bar<MovableBooking>): boolean =>
  (stay.state === 'expected' || stay.state === 'in_house') && (unit?.until ?? null) === null;

/**
 * Returns a bar's move to a unit. Guests in house keep their unit for the nights before today, and guests who
 * change units keep the first one until then.
 */
export function moveOf(
  { booking, unit }: Bar<MovableBooking>,
  unitTypeId: string,
  to: string | null,
  today: string,
): Move {
  const { id: bookingId, checkIn, stay } = booking;
  const begins = unit?.from ?? checkIn;
  const now = begins < today ? today : begins;
  const night = stay.state === 'in_house' ? now : (unit?.from ?? null);
  return { bookingId, unitTypeId, from: unit?.id ?? null, to, night: unit && to !== null ? night : null };
}

/** Returns a booking as it will be after a move. */
export function moved<TBooking extends GridBooking>(
  booking: TBooking,
  { unitTypeId, from, to, night }: Move,
): TBooking {
  const place = booking.lines.findIndex(
    ({ unitTypeId: booked, quantity, units }) =>
      booked === unitTypeId &&
      (from === null
        ? units.filter(({ until }) => until === null).length < quantity
        : units.some(({ id }) => id === from)),
  );
  const lines = booking.lines.map((line, nth) => {
    if (nth !== place) return line;
    const stayed = line.units.flatMap((unit) => {
      if (unit.id === to) return [];
      if (unit.id !== from || unit.until !== null) return [unit];
      return night !== null && (unit.from ?? booking.checkIn) < night ? [{ ...unit, until: night }] : [];
    });
    const begins = night === booking.checkIn ? null : night;
    return { ...line, units: to === null ? stayed : [...stayed, { id: to, from: begins, until: null }] };
  });
  return { ...booking, lines };
}

/** Returns a booking's units after a move of all its nights, as input for `bookingUnitsAssign`. */
export const unitsAfter = (booking: GridBooking, move: Move): readonly string[] =>
  moved(booking, move).lines.flatMap(({ units }) => units.map(({ id }) => id));

interface Search {
  readonly lanes: readonly Lane<MovableBooking>[];
  /** Nights on which a unit is out of order, by unit. */
  readonly closed: ReadonlyMap<string, Nights>;
  readonly span: Span;
  readonly today: string;
}

/** True if a unit is free on the nights of a bar's move. */
export function isFree(
  bar: Bar<MovableBooking>,
  unitId: string,
  { lanes, closed, span, today }: Search,
): boolean {
  const first =
    bar.booking.stay.state === 'in_house' ? Math.max(bar.night, nightsBetween(span.from, today)) : bar.night;
  const wanted = { night: first, nights: bar.night + bar.nights - first };
  const outage = closed.get(unitId);
  if (outage && overlap(outage, wanted)) return false;
  const lane = lanes.find((one) => one.unitId === unitId);
  return !lane?.bars.some((other) => other.booking.id !== bar.booking.id && overlap(other, wanted));
}

/**
 * Returns the next free unit for a bar, up (-1) or down (1), past taken ones; null for no unit, above the first
 * one; undefined if every unit in that direction is taken.
 */
export function nextFree(bar: Bar<MovableBooking>, by: -1 | 1, search: Search): string | null | undefined {
  const units = [null, ...search.lanes.flatMap(({ unitId }) => unitId ?? [])];
  const own = units.indexOf(bar.unit?.id ?? null);
  const ahead = by === 1 ? units.slice(own + 1) : units.slice(0, Math.max(own, 0)).toReversed();
  return ahead.find((unitId) => unitId === null || isFree(bar, unitId, search));
}
