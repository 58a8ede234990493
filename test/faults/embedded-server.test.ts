import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openEmbeddedServer } from '#db/server.ts';

test('the embedded server stops with its last user', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-embedded-'));
  await chmod(dataDir, 0o755);
  const running = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));
  const first = await openEmbeddedServer(dataDir, { fsync: 'off' });
  const second = await openEmbeddedServer(dataDir);
  expect(second.url, 'the same server').toBe(first.url);

  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => {}); // its own end, below
  await client.connect();
  await first.release();
  expect(running(), 'someone else is connected').toBe(true);

  client.query('SELECT pg_sleep(0.5)').catch(() => {});
  await new Promise((sent) => setTimeout(sent, 50));
  // like a killed process
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  await second.release();
  expect(running()).toBe(false);
  await rm(dataDir, { recursive: true, force: true });
});
