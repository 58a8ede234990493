import { type TypedTables, typedTables } from '#db/typed.ts';
import type { Account, Membership, Team } from './entities.ts';

export type Tables = TypedTables<typeof Account | typeof Membership | typeof Team>;

/** Typed statements over the tables of accounts and teams, in the names of their entities. */
export const tables = typedTables<Tables>('apps');
