import { type TypedTables, typedTables } from '#db/typed.ts';
import type { Method, PaymentSession, Refund } from './entities.ts';

export type Tables = TypedTables<typeof PaymentSession | typeof Refund | typeof Method>;

/** Typed statements over the tables of payments, in the names of their entities. */
export const tables = typedTables<Tables>('payments');
