import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '#db/cluster.ts';
import type { OwnDatabase } from './own-database.ts';
import { freePort } from './process.ts';

const run = promisify(execFile);

/** A hot standby of an embedded PostgreSQL. */
export interface StandbyServer {
  readonly url: string;
  /** Stops applying the primary's changes, until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Stops the server, until `start`. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Copies a running primary and follows it by streaming replication. */
export async function openStandbyServer({ url, dataDir }: OwnDatabase): Promise<StandbyServer> {
  const { pg_ctl } = await findBinaries();
  const source = join(dataDir, 'postgres');
  const home = await mkdtemp(join(tmpdir(), 'platform-standby-'));
  await chmod(home, 0o755); // as root, PostgreSQL runs under a separate user
  const folder = join(home, 'postgres');
  const { uid, gid } = await stat(source);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};

  const primary = new pg.Client(url);
  await primary.connect();
  await primary.query("SELECT pg_backup_start('standby', true)");
  await cp(source, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => !['postmaster.pid', 'postmaster.opts'].includes(basename(file)),
  });
  const { rows: limits } = await primary.query<{ max_connections: string }>('SHOW max_connections');
  const { rows } = await primary.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop()');
  await primary.end();
  await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '');
  await writeFile(join(folder, 'standby.signal'), '');
  const { hostname, port: primaryPort, username, password } = new URL(url);
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  );
  await run('chown', ['-R', `${uid}:${gid}`, folder]);
  await chown(home, uid, gid);

  const port = await freePort();
  const options = [
    `-p ${port}`,
    "-c unix_socket_directories=''",
    '-c max_standby_streaming_delay=-1', // cancels no statement for its recovery
    `-c max_connections=${limits[0]?.max_connections}`, // at least the primary's
  ].join(' ');
  const start = async () => {
    const log = join(folder, 'standby.log');
    await run(pg_ctl, ['start', '-D', folder, '-w', '-l', log, '-o', options], { ...owner, cwd: '/' });
  };
  const stop = async () => {
    await run(pg_ctl, ['stop', '-D', folder, '-m', 'immediate', '-w'], { ...owner, cwd: '/' });
  };
  const own = Object.assign(new URL(url), { port: String(port) }).href;
  const send = async (text: string) => {
    const client = new pg.Client(own);
    client.on('error', () => {}); // the server may be stopping
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await start();
  return {
    url: own,
    pause: () => send('SELECT pg_wal_replay_pause()'),
    resume: () => send('SELECT pg_wal_replay_resume()'),
    stop,
    start,
    async close() {
      await stop().catch(() => undefined); // it may be stopped already
      await rm(home, { recursive: true, force: true });
    },
  };
}
