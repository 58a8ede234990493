import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbeddedServer } from '#db/server.ts';
import { readConfig } from '#kit/config.ts';
import { openPlatform } from '#server/platform.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run and its template: a migrated database that holds the demo world. */
    readonly postgres: { readonly url: string; readonly template: string; readonly demoFile: string };
  }
}

/** Once a test run: one real PostgreSQL, and in it the demo world as a template that every test database is copied from. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-test-'));
  const server = await openEmbeddedServer(dataDir, { fsync: 'off' });
  const platform = await openPlatform(
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: server.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
    }),
  );
  await platform.close();
  provide('postgres', { url: server.url, template: 'platform', demoFile: join(dataDir, 'demo.json') });
  return async () => {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
