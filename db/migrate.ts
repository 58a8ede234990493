import { fileURLToPath } from 'node:url';
import type { MigrationsOptions } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';

/** Any number that only this product uses with `pg_advisory_lock`. */
const MIGRATION_LOCK = 7_310_884;

/** How the ORM finds the migrations: one TypeScript file per change in `db/migrations/`, run in order of their names. */
export const MIGRATIONS: MigrationsOptions = {
  path: fileURLToPath(new URL('./migrations/', import.meta.url)),
  pathTs: fileURLToPath(new URL('./migrations/', import.meta.url)),
  glob: '*.ts',
  tableName: 'migrations',
  snapshot: false,
  silent: true,
};

/** The ORM extension that runs them. */
export const MIGRATION_EXTENSIONS = [Migrator];

/**
 * Brings the database to the newest migration, then runs `alsoLocked`. Processes that start together wait for one another,
 * so each change is made once.
 */
export async function migrate(orm: MikroORM, url: string, alsoLocked: () => Promise<void>): Promise<void> {
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await orm.migrator.up();
    await alsoLocked();
  } finally {
    await lock.end();
  }
}
