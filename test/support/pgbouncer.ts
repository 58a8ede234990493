import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './process.ts';

/** True if this machine has PgBouncer; Debian's package is `pgbouncer`. */
export const hasPgBouncer = (() => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** PgBouncer in transaction mode. */
export interface PgBouncer {
  /** URL of the database behind it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** With so few connections, consecutive transactions probably use different ones. */
const POOL_SIZE = 4;

/** Starts PgBouncer in front of a database. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const ownPort = await freePort();
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = ${server} connect_query='SET statement_timeout = 4000; SET idle_in_transaction_session_timeout = 60000'`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${POOL_SIZE}`,
      'max_client_conn = 200',
    ].join('\n'),
  );
  await chmod(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asRoot, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const url = Object.assign(new URL(databaseUrl), {
    hostname: '127.0.0.1',
    port: `${ownPort}`,
    pathname,
  }).href;
  await untilItAnswers(url);
  return {
    url,
    async close() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const TRIES = 100;

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(100);
    }
  }
}
