import { type TypedTables, typedTables } from '#db/typed.ts';
import type { HeardBookingEntity, TaskEntity, TaskTypeEntity } from './entities.ts';

export type Tables = TypedTables<typeof HeardBookingEntity | typeof TaskEntity | typeof TaskTypeEntity>;

/** Typed statements over the tables of tasks, in the names of their entities. */
export const tables = typedTables<Tables>('tasks');
