import { execFile } from 'node:child_process';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';

/** Starts a program on a database; returns its exit code and both outputs. */
const start = (program: string, { url }: TestDatabase) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'error',
      SEED: 'none',
    };
    execFile(
      process.execPath,
      [program],
      { env: { ...env, DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY }, timeout: 60_000 },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const NEWEST = '20261214-clock';

/** A database without the newest migration, in which creating its tables fails. */
async function failing(state: string, message: string): Promise<TestDatabase> {
  const database = await useTestDatabase();
  await database.query(`DELETE FROM migrations WHERE name = '${NEWEST}'`);
  await database.query('DROP TABLE clock, oldest_release');
  await database.query(`CREATE FUNCTION refuse_tables() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = '${state}', MESSAGE = '${message}'; END $$`);
  await database.query(`CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TABLE')
    EXECUTE FUNCTION refuse_tables()`);
  return database;
}

describe('a start that cannot upgrade the database', () => {
  const FULL = 'could not extend file "base/1/2": No space left on device';
  test.each([
    ['53100', FULL, `${FULL} (53100). Free space on the database's disk, then start again.`],
    [
      '42501',
      'permission denied for schema public',
      "permission denied for schema public (42501). Give DATABASE_URL's user the rights of the tables' owner, then start again.",
    ],
    [
      '42710',
      'it is there\nalready',
      'it is there already (42710). The database is unchanged by this step. Start the previous release, and report this line to its developers.',
    ],
  ])(
    'a failed upgrade prints one line with the migration, the reason and the fix for %s',
    async (state, message, line) => {
      const database = await failing(state, message);
      const expected = `The migration ${NEWEST} failed: ${line}\n`;
      expect(await start('server/start.js', database)).toEqual({ code: 1, stdout: '', stderr: expected });
      expect(await start('server/programs/migrate.ts', database)).toEqual({
        code: 1,
        stdout: '',
        stderr: expected,
      });
    },
  );

  test('an upgrade succeeds once the reason is fixed', async () => {
    const database = await failing('53100', FULL);
    await start('server/programs/migrate.ts', database);
    await database.query('DROP EVENT TRIGGER refuse');
    expect(await start('server/programs/migrate.ts', database)).toMatchObject({ code: 0, stderr: '' });
    expect(await database.query('SELECT migration FROM oldest_release')).toHaveLength(1);
  });
});

test('a migration that waits for a table logs it as JSON on standard error', async () => {
  const database = await useTestDatabase();
  const migration = '20261220-operator-recovery'; // alters a table; rerunning it changes nothing
  await database.query('DELETE FROM migrations WHERE name = $1', [migration]);
  const reader = new pg.Client(database.url);
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE apps.mail_tokens IN ACCESS SHARE MODE');
  const migrating = start('server/programs/migrate.ts', database);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => database.query(waiting), { timeout: 30_000, interval: 20 }).toHaveLength(1);
  await expect.poll(() => database.query(waiting), { timeout: 30_000, interval: 20 }).toHaveLength(0);
  await reader.end();
  const { code, stdout, stderr } = await migrating;
  expect([code, stdout]).toEqual([0, 'The database is up to date with this release.\n']);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, time: expect.any(Number), msg: expect.stringContaining('wait') }),
  );
});

describe('a release that is older than the oldest one', () => {
  test('a release older than the oldest allowed one stops with one line', async () => {
    const database = await useTestDatabase();
    await database.query(`UPDATE oldest_release SET migration = '20991231-later'`);
    const stderr =
      'This release is too old for the database, which needs a release with the migration 20991231-later. Start the release that ran last or a later one.\n';
    expect(await start('server/start.js', database)).toEqual({ code: 1, stdout: '', stderr });
    expect(await start('server/programs/migrate.ts', database)).toEqual({ code: 1, stdout: '', stderr });
  });

  test('the newest release that ran records the oldest allowed release', async () => {
    const database = await useTestDatabase();
    await database.query(`UPDATE oldest_release SET migration = '20261121-tasks-due'`);
    expect(await start('server/programs/migrate.ts', database)).toMatchObject({ code: 0 });
    const [row] = await database.query<{ migration: string }>('SELECT migration FROM oldest_release');
    expect(row?.migration).toMatch(/^20261212-/);
  });
});
