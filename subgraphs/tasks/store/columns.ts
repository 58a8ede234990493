import { columnsExcept, columnsOf, type RowOf } from '#db/columns.ts';
import { TaskEntity } from './entities.ts';

/** All task properties. */
export const COLUMNS = columnsExcept(TaskEntity, []);

/** A task as read by statements. */
export type TaskRow = RowOf<typeof COLUMNS>;

/** Properties needed for the fields in `BRIEF_FIELDS`. */
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
