import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const run = promisify(execFile);
let platform: TestPlatform;
let results: string;

beforeAll(async () => {
  platform = await startPlatform();
  results = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(async () => {
  await platform.close();
  await rm(results, { recursive: true, force: true });
});

test.each([
  'server-initialize',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
])('the official conformance scenario %s passes', async (scenario) => {
  const { stdout } = await run(
    process.execPath,
    [
      join(process.cwd(), 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      'server',
      '--url',
      `http://localhost:${platform.port}/api/mcp`,
      '--scenario',
      scenario,
    ],
    { cwd: results },
  );
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
});
