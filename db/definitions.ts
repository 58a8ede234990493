import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { missingMigrations } from './migration-names.ts';

/** The folders whose `functions.sql` has the one definition of each of their functions and triggers. */
export const DEFINITIONS = ['apps/authoring', 'catalog', 'checkout'] as const;

/** The current functions and triggers of a folder; safe to run again. */
export const definitionsOf = (folder: (typeof DEFINITIONS)[number]): Promise<string> =>
  readFile(new URL(`../subgraphs/${folder}/store/functions.sql`, import.meta.url), 'utf8');

/**
 * Puts in place what differs from what this database has, after the migrations and under their lock. A release that an
 * earlier text comes back with brings it back; a process of an earlier release that starts later does not: it lacks a migration
 * which the database has.
 */
export async function applyDefinitions(client: pg.Client, textOf = definitionsOf): Promise<void> {
  const { inRelease } = await missingMigrations(client);
  if (inRelease.length > 0) return;
  for (const folder of DEFINITIONS) {
    const text = await textOf(folder);
    const hash = createHash('sha256').update(text).digest('hex');
    await client.query('BEGIN');
    const { rowCount } = await client.query(
      `INSERT INTO definitions (folder, hash) VALUES ($1, $2)
      ON CONFLICT (folder) DO UPDATE SET hash = excluded.hash, applied_at = now()
        WHERE definitions.hash <> excluded.hash`,
      [folder, hash],
    );
    if (rowCount) await client.query(`SET LOCAL check_function_bodies = off; ${text}`);
    await client.query('COMMIT');
  }
}
