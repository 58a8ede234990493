import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './process.ts';

const run = promisify(execFile);

/**
 * Folder with PostgreSQL's own programs from Debian, server and clients in one version: npm's package has no pg_dump.
 * Null if missing.
 */
export const POSTGRES_BIN =
  globSync('/usr/lib/postgresql/*/bin').find((folder) =>
    ['initdb', 'pg_dump', 'pg_restore'].every((program) => existsSync(join(folder, program))),
  ) ?? null;

/** True if this machine has them; Debian's package is `postgresql`. */
export const hasPostgresTools = POSTGRES_BIN !== null;

/** A PostgreSQL that Debian's programs run, dump and restore. */
export interface ToolServer {
  /** A writable folder next to its data. */
  readonly folder: string;
  readonly urlOf: (database: string) => string;
  /** Runs a client program in the same version, as the server's user. */
  readonly run: (
    program: 'createdb' | 'pg_dump' | 'pg_restore' | 'pg_basebackup',
    args: readonly string[],
  ) => Promise<void>;
  /** Runs a shell script, given as text, as the server's user, with these programs first in its `PATH`. */
  readonly runScript: (script: string, settings: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends it like a power cut; its folder stays until `close`. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenToolServer {
  /** Server settings; `{folder}` in a value is its folder. */
  readonly settings?: Readonly<Record<string, string>>;
  /** An existing data directory instead of a new one. */
  readonly data?: string;
}

export async function startToolServer({
  settings = {},
  data: given,
}: OpenToolServer = {}): Promise<ToolServer> {
  if (POSTGRES_BIN === null)
    throw new Error('There is no pg_dump with its server: install Debian’s postgresql.');
  const program = (name: string) => join(POSTGRES_BIN, name);
  const folder = mkdtempSync(join(tmpdir(), 'platform-tools-'));
  const owner = postgresOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const data = given ?? join(folder, 'data');
  const port = await freePort();
  const asOwner = { ...owner, cwd: '/' };
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'platform' };
  const own = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('{folder}', folder)}'`,
  );
  const listen = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", 'fsync=off'];
  const options = [`-p ${port}`, ...listen.map((setting) => `-c ${setting}`)].join(' ');
  const initial = [
    '-D',
    data,
    '-U',
    'platform',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  if (given === undefined) await run(program('initdb'), initial, asOwner);
  await appendFile(join(data, 'postgresql.auto.conf'), own.map((line) => `${line}\n`).join(''));
  await run(
    program('pg_ctl'),
    ['start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options],
    asOwner,
  );
  const kill = async () => {
    await run(program('pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w'], asOwner);
  };
  let running = true;
  return {
    folder,
    urlOf: (database) => `postgres://platform@127.0.0.1:${port}/${database}`,
    async run(name, args) {
      await run(program(name), [...args], { ...asOwner, env });
    },
    async runScript(script, settings) {
      const path = `${POSTGRES_BIN}:${process.env.PATH}`;
      await run('/bin/sh', ['-c', script], { ...asOwner, env: { PATH: path, ...settings } });
    },
    async kill() {
      running = false;
      await kill();
    },
    async close() {
      if (running) await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The user that runs PostgreSQL, which refuses to run as root. */
export function postgresOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
