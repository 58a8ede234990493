import type { TaskStatus } from './status.ts';

/** What a task is about within its property, as far as that is one thing. */
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

/** A task at the whole property. */
export const NO_UNIT: TaskUnit = { unitTypeId: null, unitId: null };

/** What the tasks of a booking are about: its unit type where it has one, and its unit where exactly one is assigned. */
export function unitOf(lines: readonly BookedUnits[]): TaskUnit {
  const types = new Set(lines.map(({ unitTypeId }) => unitTypeId));
  const units = lines.flatMap(({ unitIds }) => unitIds);
  const [unitTypeId = null] = types.size === 1 ? types : [];
  const [unitId = null] = units.length === 1 ? units : [];
  return { unitTypeId, unitId };
}

/** Whether someone still has to go there. */
export const isOpenWork = (status: TaskStatus): boolean =>
  status === 'OPEN' || status === 'ASSIGNED' || status === 'IN_PROGRESS';
