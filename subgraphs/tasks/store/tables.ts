import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { TYPED } from '#db/typed.ts';
import type { HeardBookingEntity, TaskEntity, TaskTypeEntity } from './entities.ts';

type Tables = InferKyselyDB<
  typeof HeardBookingEntity | typeof TaskEntity | typeof TaskTypeEntity,
  typeof TYPED
>;

/** Typed statements over the tables of tasks, in the names of their entities. */
export const tables = (em: EntityManager) => em.getKysely<Tables, typeof TYPED>(TYPED).withSchema('tasks');
