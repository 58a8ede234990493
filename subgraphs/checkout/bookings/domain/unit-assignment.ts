import type { AssignedUnit, BookedLine } from '../../store/entities.ts';

/** A unit that may be assigned. */
export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly unitTypeId: number;
}

/**
 * The units on the lines that were booked, filled in the order of the lines, or the first unit that has no place: its unit
 * type was not booked, or all units of it that were booked have one already.
 */
export function placeUnits(
  lines: readonly Pick<BookedLine, 'unitTypeId' | 'quantity'>[],
  units: readonly Unit[],
): { readonly assigned: readonly AssignedUnit[] } | { readonly misfit: Unit } {
  const free = lines.map(({ quantity }) => quantity);
  const assigned: AssignedUnit[] = [];
  for (const unit of units) {
    const line = lines.findIndex(
      ({ unitTypeId }, place) => unitTypeId === unit.unitTypeId && (free[place] ?? 0) > 0,
    );
    if (line === -1) return { misfit: unit };
    free[line] = (free[line] ?? 0) - 1;
    assigned.push({ id: unit.id, line, name: unit.name });
  }
  return { assigned };
}
