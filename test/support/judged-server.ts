import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#kit/config.ts';
import { openPlatform } from '#server/platform.ts';
import { openOwnDatabase } from './own-database.ts';
import type { TestPlatform } from './platform.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/**
 * Opens the product with these settings and its own demo world on a free port, like `startPlatform` in tests,
 * but outside a test run.
 */
export async function openJudgedServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestPlatform> {
  const database = await openOwnDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-judged-'));
  await chmod(dataDir, 0o755);
  const { close, ...opened } = await openPlatform(
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      AGENT_RATE_LIMIT: '1000000',
      UCP_LODGING_DRAFT: '0030fd7',
      ...settings,
    }),
  );
  const port = Number(new URL(opened.origin).port);
  return {
    ...opened,
    database: { url: database.url, query: database.query, drop: database.close },
    port,
    address: `http://127.0.0.1:${port}`,
    async close() {
      await close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
