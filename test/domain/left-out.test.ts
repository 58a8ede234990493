import { expect, test } from 'vitest';
import { BROWSER, leftOut, REDIS } from '../support/programs.ts';

// README.md: tests are skipped without their external program.

test.each([
  ['a browser', BROWSER, 'test/panel/gallery.test.ts', 'test/races/redis-limits.test.ts'],
  ['Redis', REDIS, 'test/races/redis-limits.test.ts', 'test/panel/gallery.test.ts'],
])('tests that need %s are skipped without it', (_what, program, left, kept) => {
  const [without, ...others] = leftOut([{ ...program, path: null }]);
  expect(without?.files).toContain(left);
  expect(without?.files).not.toContain(kept);
  expect(others).toEqual([]);
});

test('every test runs if the programs are installed', () => {
  expect(leftOut([{ ...BROWSER, path: '/usr/bin/chromium' }])).toEqual([]);
});
