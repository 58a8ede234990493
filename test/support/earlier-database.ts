import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { openEmptyDatabase, type TestDatabase } from './database.ts';

const FOLDER = new URL('../fixtures/databases/', import.meta.url);

/** Commits whose databases are stored as fixtures. */
export const EARLIER_COMMITS: readonly string[] = readdirSync(FOLDER).flatMap((name) =>
  name.endsWith('.sql.gz') ? [name.replace('.sql.gz', '')] : [],
);

/** A database as that commit left it. The caller drops it. */
export async function openEarlierDatabase(commit: string): Promise<TestDatabase> {
  const database = await openEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(gunzipSync(readFileSync(new URL(`${commit}.sql.gz`, FOLDER))).toString());
  } finally {
    await client.end();
  }
  return database;
}
