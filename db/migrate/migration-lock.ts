import pg from 'pg';

/** Arbitrary number that only this product uses with `pg_advisory_lock`. */
const MIGRATION_LOCK = 7_310_884;

/**
 * Runs an upgrade's steps on a connection of their own, because changing a large table may take longer than a
 * request's statement timeout. Processes that start together wait for one another, so each change runs once.
 */
export async function whileLocked(url: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await run(client);
  } finally {
    await client.end();
  }
}
