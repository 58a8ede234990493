import { columnsExcept, columnsOf, type RowOf } from '#db/columns.ts';
import type { TaskResolvers } from '../generated.ts';
import { TaskEntity } from './entities.ts';

/** Every property of a task. */
export const COLUMNS = columnsExcept(TaskEntity, []);

/** A task as statements read it. */
export type TaskRow = RowOf<typeof COLUMNS>;

/** Properties that the fields of `BRIEF_FIELDS` read. */
export const BRIEF = [
  'id',
  'taskType',
  'status',
  'propertyId',
  'bookingId',
  'unitTypeId',
  'unitId',
  'dueAt',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export const BRIEF_COLUMNS = columnsOf(TaskEntity, BRIEF);

/** What most ask of lists of tasks. Who asks for no more has no more columns read. */
export const BRIEF_FIELDS: ReadonlySet<string> = new Set<keyof TaskResolvers>([
  ...(['id', 'taskType', 'canonicalStatus', 'propertyId', 'property', 'bookingId', 'booking'] as const),
  ...(['unitTypeId', 'unitType', 'unitId', 'unit', 'dueAt', 'version', 'createdAt', 'updatedAt'] as const),
  'hostMoves',
]);
