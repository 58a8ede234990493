import { type TypedTables, typedTables } from '#db/typed.ts';
import type { HeardBookingEntity, TaskCommentEntity, TaskEntity, TaskTypeEntity } from './entities.ts';

export type Tables = TypedTables<
  typeof HeardBookingEntity | typeof TaskCommentEntity | typeof TaskEntity | typeof TaskTypeEntity
>;

/** Typed statements over tasks' tables, under their entities' names. */
export const tables = typedTables<Tables>('tasks');
