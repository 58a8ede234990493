import { readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedServer } from '#db/server.ts';

/** A benchmark's own PostgreSQL in a temporary folder. */
export interface BenchPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Server process id; its backends are its children. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/**
 * Starts PostgreSQL with the given settings. If a benchmark throws or is interrupted, the server is stopped
 * and its folder deleted.
 */
export async function openBenchPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-'));
  await chmod(dataDir, 0o755);
  const server = await openEmbeddedServer(dataDir, settings);
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const end = () => {
    process.kill(Number(pid), 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true });
  };
  const interrupted = () => process.exit(130);
  process.once('exit', end).once('SIGINT', interrupted);
  return {
    url: server.url,
    dataDir,
    pid: Number(pid),
    async close() {
      process.off('exit', end).off('SIGINT', interrupted);
      await server.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
