import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** What the migrations that it names at its end make of an empty database: docs/contributing/migrations.md#the-baseline. */
export const BASELINE = new URL('../baseline.sql', import.meta.url);

/**
 * Brings a database that has had no migration to those of the baseline, whole or not at all: one message instead of some thousand.
 * Migrations that came after it are still missing.
 */
export async function applyBaseline(client: pg.Client): Promise<void> {
  const baseline = await readFile(BASELINE, 'utf8');
  await client.query('BEGIN; SET LOCAL check_function_bodies = off');
  try {
    await client.query('DROP TABLE IF EXISTS migrations'); // empty, from a start that was interrupted
    await client.query(baseline);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
