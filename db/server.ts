import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from '#kit/log.ts';
import { type Cluster, DatabaseServerError, openCluster } from './cluster.ts';
import { disownZombie, isAlive, readLock } from './migrate/lock-file.ts';
import { makeItsOwn } from './prepared-cluster.ts';

const run = promisify(execFile);

/** A PostgreSQL server, with a way to release it. */
export interface DatabaseServer {
  readonly url: string;
  /**
   * Starts supervising: a killed embedded server restarts at the same address. An external server is left
   * unchanged.
   */
  readonly supervise: (log: Logger) => void;
  /**
   * Stops the embedded server unless another process still uses it; resolves once it's down. Leaves an
   * external server unchanged.
   */
  readonly release: () => Promise<void>;
}

const DATABASE = 'platform';
/** Interval for detecting a killed server and for retrying: PostgreSQL needs a moment to clean up. */
const LOOK_EVERY_MS = 500;

/** A running embedded server; plain values, which can be passed between threads. */
export interface RunningServer {
  readonly cluster: Cluster;
  readonly port: number;
  /** PostgreSQL settings, in addition to our own. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Opens a data folder's PostgreSQL (real PostgreSQL 18 from npm): created on first use, reused if a killed
 * process left it running, started otherwise. It listens on loopback only, on its own port. `settings` are
 * PostgreSQL settings. Without `usePrepared`, a new data folder doesn't get a copy of the prepared cluster.
 */
export async function openEmbeddedServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  usePrepared = true,
): Promise<DatabaseServer> {
  return embeddedServer(await runEmbeddedServer(dataDir, settings, usePrepared));
}

/** Starts or reuses the embedded server and creates its database. */
export async function runEmbeddedServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  usePrepared = true,
): Promise<RunningServer> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true });
  // The server's user must be able to traverse the folder; its files stay private.
  if (process.getuid?.() === 0) await chmod(home, 0o711);
  const cluster = await openCluster(home, usePrepared);
  const adminAt = (port: number) => urlAt(cluster, port, 'postgres');
  const port = (await findRunning(cluster, adminAt)) ?? (await startServer(cluster, settings, adminAt));
  await makeItsOwn(cluster, port, DATABASE);
  await createDatabase(adminAt(port));
  return { cluster, port, settings };
}

/** Wraps a running server as a `DatabaseServer`. */
export function embeddedServer({ cluster, port, settings }: RunningServer): DatabaseServer {
  const admin = urlAt(cluster, port, 'postgres');
  let supervisor: Supervisor | null = null;
  return {
    url: urlAt(cluster, port, DATABASE),
    supervise(log) {
      supervisor ??= superviseServer(() => start(cluster, settings, port), cluster, log);
    },
    async release() {
      await supervisor?.stop();
      if (!(await answers(admin)) || (await staysInUse(admin))) return;
      const args = ['stop', '-D', cluster.folder, '-m', 'fast', '-w', '-t', '8'];
      await run(cluster.binaries.pg_ctl, args, cluster.owner);
    },
  };
}

const urlAt = ({ user, password }: Cluster, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Time for a server left running to respond; it may still be starting or stopping. */
const FIND_TIMEOUT_MS = 30_000;

/** Finds the port of the cluster's running server; null if there is none. */
async function findRunning(cluster: Cluster, adminAt: (port: number) => string): Promise<number | null> {
  const until = performance.now() + FIND_TIMEOUT_MS;
  for (;;) {
    const lock = await readLock(cluster);
    if (!lock) return null;
    if (lock.port) {
      await makeItsOwn(cluster, lock.port, DATABASE).catch(() => undefined); // it isn't up yet
      if (await answers(adminAt(lock.port))) return lock.port;
    }
    if (!(await isAlive(lock.pid)) || performance.now() > until) return null;
    await sleep(100);
  }
}

/** Starts the server on a free port; if another process was faster, uses that server. */
async function startServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  adminAt: (port: number) => string,
): Promise<number> {
  const port = await freePort();
  try {
    await start(cluster, settings, port);
    return port;
  } catch (error) {
    const running = await findRunning(cluster, adminAt);
    if (running !== null) return running;
    throw error;
  }
}

async function start(cluster: Cluster, extra: Readonly<Record<string, string>>, port: number): Promise<void> {
  const { folder, binaries, owner } = cluster;
  await disownZombie(cluster);
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
  const args = ['start', '-D', folder, '-l', log, '-w', '-t', '30', '-o', options.join(' ')];
  try {
    await run(binaries.pg_ctl, args, { ...owner, cwd: '/' });
  } catch (cause) {
    throw new DatabaseServerError(`The embedded PostgreSQL didn't start. Read ${log}, or set DATABASE_URL.`, {
      cause,
    });
  }
}

interface Supervisor {
  readonly stop: () => Promise<void>;
}

/** Supervises the server's process; calls `restart` whenever it's gone. */
function superviseServer(restart: () => Promise<void>, cluster: Cluster, log: Logger): Supervisor {
  const stopping = new AbortController();

  async function look(): Promise<void> {
    const lock = await readLock(cluster);
    if (lock && (await isAlive(lock.pid))) return;
    log.error({}, 'The embedded PostgreSQL stopped; restarting it');
    await restart();
    log.info({}, 'The embedded PostgreSQL is running again');
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        log.error({ err: error }, "The embedded PostgreSQL didn't start; retrying"),
      );
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined); // rejects only to stop
    }
  }
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
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
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${DATABASE} STRATEGY FILE_COPY`).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && ALREADY_THERE.has(error.code ?? ''))) throw error;
    });
  });
}

/** Another process created it first. */
const ALREADY_THERE = new Set(['42P04', '23505']);

/**
 * PostgreSQL needs a moment to notice a closed connection; connections left after this long belong to another
 * process.
 */
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
    throw new DatabaseServerError('No free port was found.');
  return address.port;
}
