import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbeddedServer } from '#db/server.ts';
import { readConfig } from '#kit/config.ts';
import { openPlatform } from '#server/platform.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** This test run's PostgreSQL and its template: a migrated database with the demo world. */
    readonly postgres: { readonly url: string; readonly template: string; readonly demoFile: string };
  }
}

/**
 * This server never loses power, so it needs no durability; tests that need it open their own
 * (own-database.ts).
 */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', wal_compression: 'off', max_wal_size: '512MB' };

/** In-memory folder, on a Linux with enough room: copying the template takes a tenth of the time. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

async function scratchFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

/**
 * Runs once per test run: starts one real PostgreSQL with the demo world as a template for every test
 * database.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'platform-test-'));
  const server = await openEmbeddedServer(dataDir, FORGETFUL);
  const end = async () => {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const settings = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: server.url, LOG_LEVEL: 'error' };
    const config = readConfig({ ...settings, SECRET_KEY: TEST_SECRET_KEY, NODE_ENV: 'test' });
    await (await openPlatform(config)).close();
  } catch (error) {
    await end();
    throw error;
  }
  provide('postgres', { url: server.url, template: 'platform', demoFile: join(dataDir, 'demo.json') });
  return end;
}
