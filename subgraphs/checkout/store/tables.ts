import { type TypedTables, typedTables } from '#db/typed.ts';
import type {
  BookingEntity,
  BookingRequestEntity,
  ContactEntity,
  IdempotencyEntity,
  SessionEntity,
  StrayHoldEntity,
} from './entities.ts';

export type Tables = TypedTables<
  | typeof BookingEntity
  | typeof BookingRequestEntity
  | typeof ContactEntity
  | typeof IdempotencyEntity
  | typeof SessionEntity
  | typeof StrayHoldEntity
>;

/** Typed statements over the tables of checkout, in the names of their entities. */
export const tables = typedTables<Tables>('checkout');
