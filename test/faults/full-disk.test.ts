import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAK } from '../support/leak.ts';
import { type OwnDatabase, openOwnDatabase } from '../support/own-database.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';

/** Mounts a small disk in memory; null if this account may not mount one. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'platform-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

const disk = mountDisk();

describe.skipIf(disk === null)('a disk without space', () => {
  let database: OwnDatabase;
  let server: ServerProcess;
  let demo: {
    readonly storefronts: readonly { readonly key: string; readonly acp_api_key: string }[];
  };

  beforeAll(async () => {
    database = await openOwnDatabase(disk ?? '');
    server = await startServerProcess({
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'silent',
    });
    demo = JSON.parse(await readFile(join(database.dataDir, 'demo.json'), 'utf8'));
  });

  afterAll(async () => {
    await server?.stop();
    await database?.close();
    execFileSync('umount', ['-l', disk ?? '']);
  });

  const filler = () => join(disk ?? '', 'filler');

  /** Fills the disk's remaining space, including space that PostgreSQL frees in the meantime. */
  async function fill(): Promise<void> {
    const file = await open(filler(), 'a');
    try {
      for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(4_096)]) {
        for (;;) {
          try {
            await file.write(block);
          } catch (error) {
            if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') break;
            throw error;
          }
        }
      }
    } finally {
      await file.close();
    }
  }

  const send = (path: string, request: RequestInit = {}) => fetch(`${server.address}${path}`, request);
  const readiness = async () => (await send('/readyz')).status;
  const json = { 'content-type': 'application/json' };

  /** Agents' writes, each a separate checkout. */
  const WRITES: Readonly<Record<string, () => Promise<Response>>> = {
    MCP: () => {
      const id = `stay:1:${daysAhead(20)}:${daysAhead(22)}:2:0`;
      const args = {
        meta: { 'ucp-agent': { profile: 'https://agent.example/profile' } },
        checkout: { line_items: [{ item: { id }, quantity: 1 }] },
      };
      const params = { name: 'create_checkout', arguments: args };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return send('/api/mcp', {
        method: 'POST',
        headers: { ...json, accept: 'application/json, text/event-stream' },
        body,
      });
    },
    ACP: () => {
      const key = demo.storefronts.find((each) => each.key === 'instant')?.acp_api_key ?? '';
      const items = [{ id: `stay:1:${daysAhead(20)}:${daysAhead(22)}:2:0`, quantity: 1 }];
      const headers = { ...json, authorization: `Bearer ${key}`, 'api-version': '2026-04-17' };
      return send('/api/acp/checkout_sessions', { method: 'POST', headers, body: JSON.stringify({ items }) });
    },
  };

  /** Repeats a write until it needs missing space: PostgreSQL first uses free space in its files. */
  async function untilRefused(write: () => Promise<Response>): Promise<Response> {
    for (let n = 0; n < 400; n++) {
      const answer = await write();
      if (answer.status >= 500) return answer;
      await answer.text();
    }
    throw new Error('No write was refused.');
  }

  test('a full disk makes writes return 503 and readiness fail until there is space again', async () => {
    await expect.poll(readiness).toBe(200);
    await fill();
    await expect.poll(readiness).toBe(503);
    for (const [surface, write] of Object.entries(WRITES)) {
      const answer = await untilRefused(write);
      const text = await answer.text();
      expect(answer.status, `${surface}: ${text}`).toBe(503);
      expect(Number(answer.headers.get('retry-after')), surface).toBeGreaterThan(0);
      expect(text, surface).not.toMatch(LEAK);
    }
    await rm(filler());
    await expect.poll(readiness).toBe(200);
    for (const [surface, write] of Object.entries(WRITES)) {
      await expect.poll(async () => (await write()).status, { message: surface }).toBeLessThan(500);
    }
  });
});
