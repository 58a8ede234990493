import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Two processes on one database: this one, and a separate one. */
export interface TwoServers {
  /** The server in this process; its `execute` and `database` serve the test. */
  readonly platform: TestPlatform;
  /** Both servers' `http://127.0.0.1:PORT`. */
  readonly addresses: readonly [string, string];
  /** The server with its own process. */
  readonly second: ServerProcess;
  readonly close: () => Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/**
 * Starts both with the same settings from docs/interface/operations.md#settings, including those that depend
 * on their database.
 */
export async function startTwoServers(
  others: Settings = {},
  settingsFor: (database: TestDatabase) => Promise<Settings> = async () => ({}),
): Promise<TwoServers> {
  const database = await createTestDatabase();
  const settings = { ...others, ...(await settingsFor(database)) };
  const platform = await startPlatform(settings, database);
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-second-'));
  await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
  const second = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    AGENT_RATE_LIMIT: '1000000000',
    AGENT_HOLD_NIGHTS: '1000000000',
    PUBLIC_RATE_LIMIT: '1000000000',
    LOG_LEVEL: 'info',
    ...settings,
  });
  return {
    platform,
    addresses: [platform.address, second.address],
    second,
    async close() {
      await Promise.all([platform.close(), second.stop()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
