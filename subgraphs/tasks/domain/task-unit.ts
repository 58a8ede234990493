import type { TaskStatus } from './status.ts';

/** A task's unit type and unit, if unambiguous. */
export interface TaskUnit {
  readonly unitTypeId: number | null;
  readonly unitId: number | null;
}

/** Units sold in one booking line. */
interface BookedUnits {
  readonly unitTypeId: number | null;
  /** Units assigned by the host. */
  readonly unitIds: readonly number[];
}

/** For a task at the whole property. */
export const NO_UNIT: TaskUnit = { unitTypeId: null, unitId: null };

/**
 * Returns the unit for a booking's tasks: its unit type if there is only one, and its unit if exactly one is
 * assigned.
 */
export function unitOf(lines: readonly BookedUnits[]): TaskUnit {
  const types = new Set(lines.map(({ unitTypeId }) => unitTypeId));
  const units = lines.flatMap(({ unitIds }) => unitIds);
  const [unitTypeId = null] = types.size === 1 ? types : [];
  const [unitId = null] = units.length === 1 ? units : [];
  return { unitTypeId, unitId };
}

/** True if someone still has to go to the task's location. */
export const isOpenWork = (status: TaskStatus): boolean =>
  status === 'OPEN' || status === 'ASSIGNED' || status === 'IN_PROGRESS';
