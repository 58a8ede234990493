import type { MigrationsOptions } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Logger } from '#kit/log.ts';
import { recordOldestRelease, refuseIfTooOld } from '../oldest-release.ts';
import { failedUpgrade } from '../upgrade-error.ts';
import { applyBaseline } from './baseline.ts';
import { applyDefinitions, definitionsOf } from './definitions.ts';
import { LOCK_WAIT_MS, untilUnlocked } from './lock-waits.ts';
import { MIGRATIONS_FOLDER, missingMigrations } from './migration-names.ts';

/** Arbitrary number that only this product uses with `pg_advisory_lock`. */
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
 * Brings the database to the newest migration and functions, then runs `alsoLocked`. Processes that start
 * together wait for one another, so each change runs once. Uses separate connections, because changing a
 * large table may take longer than a request's statement timeout. Queries on a table being changed don't wait
 * long, even if another transaction is open.
 */
export async function migrate(
  url: string,
  alsoLocked: () => Promise<void>,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  const lock = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const found = await missingMigrations(lock);
    await refuseIfTooOld(lock, found.ours);
    if (found.isNew) await step('The first migration of an empty database', () => applyBaseline(lock));
    const { inDatabase } = found.isNew ? await missingMigrations(lock) : found;
    if (inDatabase.length > 0) await runMigrations(url, inDatabase, log); // otherwise no migration has to be loaded
    await step('The update of functions and triggers', () => applyDefinitions(lock, definitionsOf, log));
    await step('The record of the oldest release', () => recordOldestRelease(lock));
    await step("The upgrade of the job queue's tables", alsoLocked);
  } finally {
    await lock.end();
  }
}

/** Opens the ORM with only a database's migrations; its `migrator` runs them. */
export async function openMigrations(clientUrl: string, allOrNothing = true): Promise<MikroORM> {
  const { Migrator } = await import('@mikro-orm/migrations');
  return MikroORM.init({
    clientUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { ...MIGRATIONS, allOrNothing },
    pool: { min: 0, max: 2 },
    driverOptions: { lock_timeout: LOCK_WAIT_MS },
  });
}

/** Runs an upgrade step; a failure becomes one line with the step, the reason and the fix. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw failedUpgrade(name, error);
  }
}

/** Each migration commits on its own: no lock is held while the next one waits for another. */
async function runMigrations(
  url: string,
  names: readonly string[],
  log: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const orm = await openMigrations(url, false);
  try {
    for (const name of names.toSorted())
      await step(`The migration ${name}`, () =>
        untilUnlocked(() => orm.migrator.up({ migrations: [name] }), log),
      );
  } finally {
    await orm.close();
  }
}
