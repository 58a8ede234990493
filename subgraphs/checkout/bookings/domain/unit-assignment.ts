import type { AssignedUnit, BookedLine } from '../../store/entities.ts';

/** An assignable unit. */
export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly unitTypeId: number;
}

/**
 * Places units on the booked lines, in line order, or returns the first unit without a place: its unit type
 * isn't booked, or its lines are full.
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
