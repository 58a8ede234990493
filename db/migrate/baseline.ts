import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { whileLocked } from './migration-lock.ts';
import { missingMigrations } from './migration-names.ts';

/**
 * Result of running the migrations named at its end on an empty database:
 * docs/contributing/migrations.md#the-baseline.
 */
export const BASELINE = new URL('../baseline.sql', import.meta.url);

/**
 * Brings a database without migrations to the baseline, completely or not at all, in one message instead of
 * several thousand. Later migrations still have to run.
 */
export async function applyBaseline(client: pg.Client): Promise<void> {
  const baseline = await readFile(BASELINE, 'utf8');
  await client.query('BEGIN; SET LOCAL check_function_bodies = off');
  try {
    await client.query('DROP TABLE IF EXISTS migrations'); // empty, from an interrupted start
    await client.query(baseline);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Brings a new database to the baseline ahead of `migrate`, without loading the ORM. */
export const beginWithBaseline = (url: string): Promise<void> =>
  whileLocked(url, async (client) => {
    if ((await missingMigrations(client)).isNew) await applyBaseline(client);
  });
