import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

// CONTRIBUTING.md: `npm run dev` runs everything in one process, from the sources.

test('npm run dev starts with its own PostgreSQL and hashes a password', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    readonly scripts: { readonly dev: string };
  };
  const [, ...args] = scripts.dev.replace('exec ', '').split(' ');
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  const server = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await gone;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    if (/^ready |^Failed running/.test(line)) break;
  }
  const ready = lines.at(-1) ?? '';
  expect(ready).toMatch(/^ready http:/);
  expect((await fetch(ready.replace('ready ', ''))).status).toBe(200);
}, 120_000);
