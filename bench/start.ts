import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../test/support/server-process.ts';

/**
 * Measures the time from start to the ready line: with a fresh data folder (creating the embedded PostgreSQL
 * and seeding the demo world), then with the existing folder.
 */
const ROUNDS = Number(process.argv[2] ?? 3);

for (let round = 0; round < ROUNDS; round += 1) {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-'));
  const settings = { DATA_DIR: dataDir };
  const fresh = await startServerProcess(settings);
  const freshExit = await fresh.stop();
  const again = await startServerProcess(settings);
  const againExit = await again.stop();
  process.stdout.write(
    `fresh ${(fresh.readyMs / 1000).toFixed(2)} s, existing ${(again.readyMs / 1000).toFixed(2)} s, exit codes ${freshExit} ${againExit}\n`,
  );
  await rm(dataDir, { recursive: true, force: true });
}
