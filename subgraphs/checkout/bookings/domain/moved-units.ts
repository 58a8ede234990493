import type { AssignedUnit, Booking, ChangedLine } from '../../store/entities.ts';
import type { Unit } from './unit-assignment.ts';
import { currentUnits } from './unit-nights.ts';

/**
 * Returns a booking's units after a unit is replaced, or added if `fromUnitId` is null; null if the booking doesn't
 * have that unit, or has no place for the new one.
 */
export function unitsAfterMove(
  { lines, assignedUnits }: Pick<Booking, 'lines' | 'assignedUnits'>,
  fromUnitId: number | null,
  { id, name, unitTypeId }: Unit,
): readonly AssignedUnit[] | null {
  if (assignedUnits.some((unit) => unit.id === id)) return null;
  if (fromUnitId === null) {
    const line = unfilledLine({ lines, assignedUnits }, unitTypeId);
    return line === -1 ? null : [...assignedUnits, { id, line, name, automatic: true }];
  }
  const had = assignedUnits.find((unit) => unit.id === fromUnitId);
  if (!had || lines[had.line]?.unitTypeId !== unitTypeId) return null;
  return assignedUnits.map((unit) => (unit === had ? { ...had, id, name } : unit));
}

/** Returns the index of a booking's first line of a unit type with missing units; -1 if all are assigned. */
const unfilledLine = (
  { lines, assignedUnits }: Pick<Booking, 'lines' | 'assignedUnits'>,
  unitTypeId: number,
): number =>
  lines.findIndex(
    (line, place) =>
      line.unitTypeId === unitTypeId && currentUnits(assignedUnits, place).length < line.quantity,
  );

/** A change of a booking's unit from a night on. */
export interface UnitChange {
  /** The unit that the booking leaves; null if it had none. */
  readonly leaves: AssignedUnit | null;
  readonly to: Unit;
  /** First night in the new unit, `YYYY-MM-DD`. */
  readonly from: string;
  /** True if the nights before are over, so that the booking no longer needs the unit that it leaves. */
  readonly isNow: boolean;
}

/** Returns a booking's units after its change to another one from a night on; null if it has no place for the new one. */
export function unitsAfterChange(
  { lines, checkIn, assignedUnits }: Pick<Booking, 'lines' | 'checkIn' | 'assignedUnits'>,
  { leaves, to, from, isNow }: UnitChange,
): readonly AssignedUnit[] | null {
  const line = leaves?.line ?? unfilledLine({ lines, assignedUnits }, to.unitTypeId);
  if (lines[line]?.unitTypeId !== to.unitTypeId) return null;
  const first = leaves?.from ?? checkIn;
  const gained = { id: to.id, line, name: to.name, ...(from === checkIn ? {} : { from }) };
  const kept = assignedUnits.flatMap((unit) => {
    if (unit !== leaves) return [unit];
    return isNow || first >= from ? [] : [{ ...unit, until: from }];
  });
  return [...kept, gained];
}

/** Returns the units of a stay that ends earlier: the guests keep the unit they have on its last night until check-out. */
export const unitsUntil = (units: readonly AssignedUnit[], checkOut: string): readonly AssignedUnit[] =>
  units.flatMap(({ until, ...unit }) => {
    if (unit.from !== undefined && unit.from >= checkOut) return [];
    return [until === undefined || until >= checkOut ? unit : { ...unit, until }];
  });

/** Returns the units of the lines that remain after a change, under their new places. */
export const unitsOfLines = (
  units: readonly AssignedUnit[],
  lines: readonly Pick<ChangedLine, 'place'>[],
): readonly AssignedUnit[] =>
  units.flatMap((unit) => {
    const line = lines.findIndex(({ place }) => place === unit.line);
    return line === -1 ? [] : [{ ...unit, line }];
  });
