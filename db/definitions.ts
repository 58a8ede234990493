import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The folders whose `functions.sql` has the one definition of each of their functions and triggers. */
export const DEFINITIONS = ['apps/authoring', 'catalog', 'checkout'] as const;

/** The current functions and triggers of a folder; safe to run again. */
export const definitionsOf = (folder: (typeof DEFINITIONS)[number]): Promise<string> =>
  readFile(new URL(`../subgraphs/${folder}/store/functions.sql`, import.meta.url), 'utf8');

/**
 * Puts in place what changed since this database last saw it, after the migrations and under their lock. Each text is run once,
 * as a migration is: a process of the previous release that starts later does not bring its own back.
 */
export async function applyDefinitions(client: pg.Client): Promise<void> {
  for (const folder of DEFINITIONS) {
    const text = await definitionsOf(folder);
    const hash = createHash('sha256').update(text).digest('hex');
    await client.query('BEGIN');
    const { rowCount } = await client.query(
      'INSERT INTO definitions (folder, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [folder, hash],
    );
    if (rowCount) await client.query(`SET LOCAL check_function_bodies = off; ${text}`);
    await client.query('COMMIT');
  }
}
