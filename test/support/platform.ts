import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '#kit/config.ts';
import { openPlatform, type Platform } from '#server/platform.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { startSubgraphServices } from './subgraph-services.ts';

/** A running product with its own database. */
export interface TestPlatform extends Platform {
  readonly database: TestDatabase;
  /** `http://127.0.0.1:PORT`: send a storefront's name in the Host header. */
  readonly address: string;
  readonly port: number;
  /** Settings that connect another process to its subgraphs, if they are services. */
  readonly subgraphSettings?: Readonly<Record<string, string>>;
}

/**
 * Starts the product on a free port over a copy of the demo world. Closing it drops the database, unless a
 * shared one was passed in. `settings` are environment settings from docs/interface/operations.md#settings.
 * Under TEST_SUBGRAPHS=remote every subgraph is a separate mercurius service, so the same tests prove both
 * ways of running.
 */
export async function startPlatform(
  settings: Readonly<Record<string, string>> = {},
  shared?: TestDatabase,
): Promise<TestPlatform> {
  const database = shared ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-data-'));
  const { demoFile } = inject('postgres');
  await copyFile(demoFile, join(dataDir, 'demo.json'));
  await cp(join(dirname(demoFile), 'media'), join(dataDir, 'media'), { recursive: true });
  const own = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'error',
    NODE_ENV: 'test',
    AGENT_RATE_LIMIT: '1000000',
    AGENT_HOLD_NIGHTS: '1000000000',
    PUBLIC_RATE_LIMIT: '1000000',
    ...settings,
  };
  const services = process.env.TEST_SUBGRAPHS === 'remote' ? await startSubgraphServices(own) : null;
  const { close, ...opened } = await openPlatform(readConfig({ PORT: '0', ...own, ...services?.settings }));
  const port = Number(new URL(opened.origin).port);
  const platform = {
    ...opened,
    database,
    port,
    subgraphSettings: services?.settings ?? {},
    address: `http://127.0.0.1:${port}`,
    async close() {
      await close();
      await services?.close();
      if (!shared) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      forget(platform);
    },
  };
  return platform;
}

/**
 * Files share a process, and a file's variables live as long as that: releases the 20 MB that a closed server
 * leaves.
 */
function forget(platform: TestPlatform): void {
  for (const part of ['http', 'db', 'execute'] as const) Reflect.deleteProperty(platform, part);
}
