import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** One TypeScript file per change, run in name order. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations/', import.meta.url));

/** Migrations missing from the database or from this release. */
export interface MissingMigrations {
  readonly inDatabase: readonly string[];
  readonly inRelease: readonly string[];
  /** True if the database has no migrations. */
  readonly isNew: boolean;
  /** This release's migrations. */
  readonly ours: ReadonlySet<string>;
}

/** Compares a database's migrations with this release's; a new database has no migrations. */
export async function missingMigrations(client: pg.Client): Promise<MissingMigrations> {
  const files = await readdir(MIGRATIONS_FOLDER);
  const ours = new Set(files.filter((file) => file.endsWith('.ts')).map((file) => basename(file, '.ts')));
  const theirs = new Set(await migrationsOf(client));
  return {
    inDatabase: [...ours.difference(theirs)],
    inRelease: [...theirs.difference(ours)],
    isNew: theirs.size === 0,
    ours,
  };
}

async function migrationsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows: tables } = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS made");
  if (!tables[0].made) return [];
  const { rows } = await client.query<{ readonly name: string }>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
}
