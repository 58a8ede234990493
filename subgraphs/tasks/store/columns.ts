import { columnsOf } from '#db/columns.ts';
import type { TaskResolvers } from '../generated.ts';
import { TaskEntity } from './entities.ts';

/** Every property that the SDL shows. */
export const COLUMNS = columnsOf(TaskEntity, [
  ...([
    'id',
    'teamId',
    'taskType',
    'status',
    'propertyId',
    'bookingId',
    'unitTypeId',
    'unitId',
    'dueAt',
    'dueOn',
  ] as const),
  ...([
    'dueNoted',
    'title',
    'note',
    'createdByApp',
    'externalId',
    'madeBy',
    'blocksGuestReady',
    'assigneeType',
  ] as const),
  ...([
    'assigneeName',
    'assignedBy',
    'assignBy',
    'customFields',
    'version',
    'createdAt',
    'updatedAt',
  ] as const),
]);

/** The properties that the fields of `BRIEF_FIELDS` read. */
export const BRIEF_COLUMNS = columnsOf(TaskEntity, [
  ...(['id', 'taskType', 'status', 'propertyId', 'bookingId', 'unitTypeId', 'unitId', 'dueAt'] as const),
  ...(['version', 'createdAt', 'updatedAt'] as const),
]);

/** What most ask of lists of tasks. Who asks for no more has no more columns read. */
export const BRIEF_FIELDS: ReadonlySet<string> = new Set<keyof TaskResolvers>([
  ...(['id', 'taskType', 'canonicalStatus', 'propertyId', 'property', 'bookingId', 'booking'] as const),
  ...(['unitTypeId', 'unitType', 'unitId', 'unit', 'dueAt', 'version', 'createdAt', 'updatedAt'] as const),
  'hostMoves',
]);
