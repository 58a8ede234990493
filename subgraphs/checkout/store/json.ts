import { type RawBuilder, sql } from 'kysely';

/** A value for a `json` column. */
export const json = (value: unknown): RawBuilder<unknown> =>
  value === null ? sql`NULL::json` : sql`${JSON.stringify(value)}::json`;
