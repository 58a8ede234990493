import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { API_VERSIONS } from '#schema/views.ts';
import { SYSTEM_NODE } from '../support/cli.ts';

const EXAMPLES = globSync('examples/*/test/*.test.js');

test.each(EXAMPLES)("%s passes on the developer's own Node", async (file) => {
  const run = promisify(execFile)(SYSTEM_NODE, ['--test', file], { env: { PATH: process.env.PATH } });
  const { stdout } = await run.catch((error: { stdout: string }) => ({ stdout: error.stdout }));
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(0);
});

test.each(globSync('examples/*/app.toml'))('%s pins a version, which its code queries too', (file) => {
  const pinned = /^api_version = "(.+)"$/m.exec(readFileSync(file, 'utf8'))?.[1];
  expect(API_VERSIONS.map(({ version }) => version)).toContain(pinned);
  const code = globSync(`${dirname(file)}/*.js`)
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  const queried = [...code.matchAll(/API_VERSION = '(.+)'|api-types\/([\w-]+)/g)].map(
    ([, one, other]) => one ?? other,
  );
  expect(queried.filter((version) => version !== pinned)).toEqual([]);
});

test('the repository contains examples with tests', () => {
  expect(EXAMPLES.length).toBeGreaterThan(0);
});
