import { type TypedTables, typedTables } from '#db/typed.ts';
import type { StorefrontEntity } from './entities.ts';

export type Tables = TypedTables<typeof StorefrontEntity>;

/** Typed statements over the tables of catalog, in the names of their entities. */
export const tables = typedTables<Tables>('catalog');
