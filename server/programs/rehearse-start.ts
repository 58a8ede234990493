import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../bundle/current-bundle.ts';

const LONGEST_START_MS = 60_000;

/**
 * Starts the server with a temporary demo world and stops it: at its end, Node caches all code that it compiled. `environment` is the
 * server's, without settings.
 */
export async function rehearseStart(environment: NodeJS.ProcessEnv): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-rehearsal-'));
  const server = spawn(process.execPath, ['--max-semi-space-size=8', 'server/start.js'], {
    cwd: ROOT,
    env: { ...environment, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  try {
    await untilReady(server.stdout);
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  const lines = createInterface({ input: output });
  const timeout = setTimeout(() => lines.close(), LONGEST_START_MS);
  try {
    for await (const line of lines) if (line.startsWith('ready ')) return;
    throw new Error("The server didn't start.");
  } finally {
    clearTimeout(timeout);
  }
}
