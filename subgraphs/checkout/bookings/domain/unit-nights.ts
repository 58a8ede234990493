import type { AssignedUnit, Booking } from '../../store/entities.ts';

const DAY_MS = 86_400_000;

/** Returns a date's days since the epoch. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Returns a booking's nights in a unit, as days since the epoch: twin of `unitFrom` and `unitUntil`. */
export function nightsIn(
  { checkIn, checkOut, nightsUntil }: Pick<Booking, 'checkIn' | 'checkOut' | 'nightsUntil'>,
  { from, until }: Pick<AssignedUnit, 'from' | 'until'>,
): { readonly from: number; readonly until: number } {
  const end = dayOf(nightsUntil ?? checkOut);
  return { from: dayOf(from ?? checkIn), until: until === undefined ? end : Math.min(dayOf(until), end) };
}

/** Returns the units that a line's guests have until check-out. */
export const currentUnits = (units: readonly AssignedUnit[], line: number): readonly AssignedUnit[] =>
  units.filter((unit) => unit.line === line && unit.until === undefined);
