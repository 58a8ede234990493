import type { MigrationsOptions } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { applyDefinitions } from './definitions.ts';
import { MIGRATIONS_FOLDER, missingMigrations } from './migration-names.ts';

/** Any number that only this product uses with `pg_advisory_lock`. */
const MIGRATION_LOCK = 7_310_884;

const MIGRATIONS: MigrationsOptions = {
  path: MIGRATIONS_FOLDER,
  pathTs: MIGRATIONS_FOLDER,
  glob: '*.ts',
  tableName: 'migrations',
  snapshot: false,
  silent: true,
};

/**
 * Brings the database to the newest migration and the newest functions, then runs `alsoLocked`. Processes that start together wait for one another,
 * so each change is made once. It has connections of its own: a change of a large table may take longer than any statement
 * that answers a request.
 */
export async function migrate(url: string, alsoLocked: () => Promise<void>): Promise<void> {
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { inDatabase } = await missingMigrations(lock);
    if (inDatabase.length > 0) await runMigrations(url); // else none of them is loaded
    await applyDefinitions(lock);
    await alsoLocked();
  } finally {
    await lock.end();
  }
}

/** The ORM with nothing but the migrations of a database; its `migrator` runs them. */
export async function openMigrations(clientUrl: string): Promise<MikroORM> {
  const { Migrator } = await import('@mikro-orm/migrations');
  return MikroORM.init({
    clientUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: MIGRATIONS,
    pool: { min: 0, max: 2 },
  });
}

async function runMigrations(url: string): Promise<void> {
  const orm = await openMigrations(url);
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
