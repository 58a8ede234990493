import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { BASELINE } from './migrate/baseline.ts';
import { DEFINITIONS, definitionsOf } from './migrate/definitions.ts';
import { MIGRATIONS_FOLDER } from './migrate/migration-names.ts';

/**
 * `npm run prepare` stores a stopped cluster here, with all tables and queues, and first starts copy it instead of creating one.
 * Copies share only its system identifier, which matters to physical replicas and WAL archives: the embedded server has neither.
 * `makeItsOwn` replaces the password and the platform's id.
 */
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/lodging-platform/', import.meta.url));

/** Changes whenever this file prepares clusters differently. */
const FORMAT = 2;

/** Returns the prepared cluster's folder for this checkout's PostgreSQL, tables and functions. */
export async function preparedFolder(
  { initdb }: { readonly initdb: string },
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<string> {
  const migrations = (await readdir(migrationsFolder)).toSorted();
  const texts = await Promise.all([
    readFile(join(dirname(initdb), '../../package.json'), 'utf8'), // PostgreSQL's version
    readFile(BASELINE, 'utf8'),
    ...migrations.map((name) => readFile(join(migrationsFolder, name), 'utf8')),
    ...DEFINITIONS.map(definitionsOf),
  ]);
  const key = createHash('sha256').update(JSON.stringify([FORMAT, migrations, texts]));
  return join(FOLDER, `cluster-${key.digest('hex').slice(0, 20)}`);
}

/** File with the prepared cluster's password, in a copy; deleted once the copy is a data folder's own. */
export const INITIAL_PASSWORD = 'initial-password';

/** A prepared cluster's platform id. */
export const NO_PLATFORM = '00000000-0000-0000-0000-000000000000';

/**
 * Replaces a running copy's password and platform id, and sets its clock, in one transaction: a killed process leaves
 * all three changed, or unchanged. Does nothing for a data folder whose cluster is already its own, even if several
 * processes try.
 */
export async function makeItsOwn(
  { folder, user, password }: { readonly folder: string; readonly user: string; readonly password: string },
  port: number,
  database: string,
): Promise<void> {
  const file = join(folder, INITIAL_PASSWORD);
  const initial = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (initial === null) return;
  const connectionTimeoutMillis = 2_000;
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    database,
    user,
    password: initial,
    connectionTimeoutMillis,
  });
  try {
    await client.connect();
    await client.query('BEGIN');
    const { rowCount } = await client.query('UPDATE apps.platform SET id = gen_random_uuid() WHERE id = $1', [
      NO_PLATFORM,
    ]);
    if (rowCount) {
      await client.query('UPDATE clock SET seen_at = clock_timestamp()');
      await client.query(`ALTER ROLE ${user} PASSWORD ${client.escapeLiteral(password)}`);
    }
    await client.query('COMMIT');
  } catch (error) {
    if ((error as pg.DatabaseError).code !== WRONG_PASSWORD) throw error; // otherwise another process has done it
  } finally {
    await client.end();
  }
  await rm(file, { force: true });
}

const WRONG_PASSWORD = '28P01';
