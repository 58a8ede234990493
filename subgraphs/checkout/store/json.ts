import { type RawBuilder, sql } from 'kysely';

/** Returns a value for a `json` column. */
export const json = (value: unknown): RawBuilder<unknown> =>
  value === null ? sql`NULL::json` : sql`${JSON.stringify(value)}::json`;
