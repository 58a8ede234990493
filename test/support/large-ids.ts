import { WIDE_IDS } from '#db/wide-ids.ts';
import type { TestDatabase } from './database.ts';

/** Gives new rows ids beyond `integer` from now on, as after years of bookings. */
export async function useUpIds({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  const columns = Object.entries(WIDE_IDS).flatMap(([table, names]) => names.map((name) => [table, name]));
  for (const [table, column] of columns)
    await query('SELECT setval(pg_get_serial_sequence($1, $2), 5000000000)', [table, column]);
}
