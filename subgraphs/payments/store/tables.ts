import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import { TYPED } from '#db/typed.ts';
import type { Method, PaymentSession, Refund } from './entities.ts';

export type Tables = InferKyselyDB<typeof PaymentSession | typeof Refund | typeof Method, typeof TYPED>;

/** Typed statements over the tables of payments, in the names of their entities. */
export const tables = (em: EntityManager) => em.getKysely<Tables, typeof TYPED>(TYPED).withSchema('payments');
