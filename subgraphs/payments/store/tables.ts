import { type TypedTables, typedTables } from '#db/typed.ts';
import type { Method, PaymentSession, Refund, Reversal } from './entities.ts';

export type Tables = TypedTables<typeof PaymentSession | typeof Refund | typeof Reversal | typeof Method>;

/** Typed statements over payments' tables, under their entities' names. */
export const tables = typedTables<Tables>('payments');
