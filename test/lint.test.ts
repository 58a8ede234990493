import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Lints a file with only our own rules. */
function lint(code: string): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const plugins = [resolve('test/lint/literal-spread.grit')];
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ plugins, linter: { rules: { preset: 'none' } } }),
  );
  writeFileSync(join(folder, 'sample.ts'), code);
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['biome', 'lint', `--config-path=${folder}`, join(folder, 'sample.ts')],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  return { status, output: stdout + stderr };
}

test.each([
  ['an object', 'export const stay = { nights: 1, ...{ adults: 2, children: 0 } };'],
  ['an array', 'export const nights = [1, ...[2, 3]];'],
])('spreading %s literal is refused', (_what, code) => {
  const { status, output } = lint(code);
  expect(output).toContain('List the members themselves');
  expect(status).not.toBe(0);
});

test('spreading a value is accepted', () => {
  expect(lint('const guests = { adults: 2 };\nexport const stay = { nights: 1, ...guests };').status).toBe(0);
});
