import { columnsExcept, columnsOf, type RowOf } from '#db/columns.ts';
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
