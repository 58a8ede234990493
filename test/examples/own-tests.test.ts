import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SYSTEM_NODE } from '../support/cli.ts';

const EXAMPLES = globSync('examples/*/test/*.test.js');

test.each(EXAMPLES)("%s passes on the developer's own Node", async (file) => {
  const run = promisify(execFile)(SYSTEM_NODE, ['--test', file], { env: { PATH: process.env.PATH } });
  const { stdout } = await run.catch((error: { stdout: string }) => ({ stdout: error.stdout }));
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(0);
});

test('the repository contains examples with tests', () => {
  expect(EXAMPLES.length).toBeGreaterThan(0);
});
