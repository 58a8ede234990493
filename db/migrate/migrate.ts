import type { MigrationsOptions } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '#kit/log.ts';
import { recordOldestRelease, refuseIfTooOld } from '../oldest-release.ts';
import { failedUpgrade } from '../upgrade-error.ts';
import { applyBaseline } from './baseline.ts';
import { applyDefinitions, definitionsOf } from './definitions.ts';
import { LOCK_WAIT_MS, untilUnlocked } from './lock-waits.ts';
import { whileLocked } from './migration-lock.ts';
import { MIGRATIONS_FOLDER, missingMigrations } from './migration-names.ts';

const MIGRATIONS: MigrationsOptions = {
  path: MIGRATIONS_FOLDER,
  pathTs: MIGRATIONS_FOLDER,
  glob: '*.ts',
  tableName: 'migrations',
  snapshot: false,
  silent: true,
};

/**
 * Brings the database to the newest migration and functions, then runs `alsoLocked`. Queries on a table being
 * changed don't wait long, even if another transaction is open.
 */
export const migrate = (
  url: string,
  alsoLocked: () => Promise<void>,
  log?: Pick<Logger, 'warn'>,
): Promise<void> =>
  whileLocked(url, async (client) => {
    const found = await missingMigrations(client);
    await refuseIfTooOld(client, found.ours);
    if (found.isNew) await step('The first migration of an empty database', () => applyBaseline(client));
    const { inDatabase } = found.isNew ? await missingMigrations(client) : found;
    if (inDatabase.length > 0) await runMigrations(url, inDatabase, log); // otherwise no migration has to be loaded
    await step('The update of functions and triggers', () => applyDefinitions(client, definitionsOf, log));
    await step('The record of the oldest release', () => recordOldestRelease(client));
    await step("The upgrade of the job queue's tables", alsoLocked);
  });

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
