import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBinaries, openCluster } from '#db/cluster.ts';
import { INITIAL_PASSWORD, NO_PLATFORM, preparedFolder } from '#db/prepared-cluster.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { prepareCluster } from '#server/programs/prepare-cluster.ts';
import { freePort } from '../support/process.ts';

const FORGETFUL = { fsync: 'off' };

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-prepared-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  return dataDir;
}

/** Opens a data folder's server until the test ends. */
async function open(dataDir: string, usePrepared = true) {
  const server = await openEmbeddedServer(dataDir, FORGETFUL, usePrepared);
  onTestFinished(() => server.release());
  const query = async <Row extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return { password: new URL(server.url).password, query };
}

const PLATFORM = `SELECT p.id, clock_timestamp() - seen_at < interval '1 minute' AS is_current FROM apps.platform p, clock`;

describe('the prepared cluster', () => {
  beforeAll(prepareCluster, 120_000);

  test('copies have their own passwords, platform ids and clocks', async () => {
    const dataDirs = [await newDataDir(), await newDataDir()];
    const servers = [];
    for (const dataDir of dataDirs) servers.push(await open(dataDir));
    const platforms = await Promise.all(
      servers.map(async ({ query }) => (await query<{ id: string; is_current: boolean }>(PLATFORM))[0]),
    );
    const prepared = await readFile(
      join(await preparedFolder(await findBinaries()), INITIAL_PASSWORD),
      'utf8',
    );
    expect(new Set([prepared, ...servers.map(({ password }) => password)]).size).toBe(3);
    expect(new Set([NO_PLATFORM, ...platforms.map((platform) => platform?.id)]).size).toBe(3);
    expect(platforms.map((platform) => platform?.is_current)).toEqual([true, true]);
    for (const dataDir of dataDirs) {
      expect(existsSync(join(dataDir, 'postgres', INITIAL_PASSWORD))).toBe(false);
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    }
  }, 120_000);

  test('the prepared password opens no copy', async () => {
    const dataDir = await newDataDir();
    const server = await openEmbeddedServer(dataDir, FORGETFUL);
    onTestFinished(() => server.release());
    const url = new URL(server.url);
    url.password = await readFile(join(await preparedFolder(await findBinaries()), INITIAL_PASSWORD), 'utf8');
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  }, 120_000);

  test('the next start finishes a copy whose process was killed before its password changed', async () => {
    const dataDir = await newDataDir();
    const { folder, binaries, owner } = await openCluster(dataDir);
    const args = ['start', '-D', folder, '-w', '-l', join(folder, 'server.log'), '-o'];
    const options = `-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c port=${await freePort()}`;
    await promisify(execFile)(binaries.pg_ctl, [...args, options], { ...owner, cwd: '/' });
    const { query } = await open(dataDir);
    const [platform] = await query<{ id: string }>(PLATFORM);
    expect(platform?.id).not.toBe(NO_PLATFORM);
    expect(existsSync(join(folder, INITIAL_PASSWORD))).toBe(false);
  }, 120_000);

  test('a copy has only the rows that every new database has', async () => {
    const { query } = await open(await newDataDir());
    const tables = await query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND table_type = 'BASE TABLE'`,
    );
    const filled: string[] = [];
    for (const { name } of tables)
      if ((await query(`SELECT FROM ${name} LIMIT 1`)).length > 0) filled.push(name);
    expect(filled.toSorted()).toEqual([
      'apps.platform',
      'public.clock',
      'public.definitions',
      'public.migrations',
      'public.oldest_release',
    ]);
  }, 120_000);

  test('a data folder that got its cluster without the prepared one starts empty', async () => {
    const { query } = await open(await newDataDir(), false);
    expect(await query("SELECT FROM pg_namespace WHERE nspname = 'apps'")).toEqual([]);
  }, 120_000);

  test('a changed migration needs another prepared cluster', async () => {
    const [one, other] = [await newDataDir(), await newDataDir()];
    for (const dir of [one, other]) await writeFile(join(dir, '20261101-first.ts'), `// ${dir}`);
    const binaries = await findBinaries();
    expect(await preparedFolder(binaries, one)).not.toBe(await preparedFolder(binaries, other));
  });
});
