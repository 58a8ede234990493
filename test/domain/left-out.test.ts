import { expect, test } from 'vitest';
import { BROWSER, leftOut, REDIS } from '../support/programs.ts';

// README.md: tests that need another program are skipped without it.

test.each([
  ['a browser', BROWSER, 'test/panel/gallery.test.ts', 'test/races/redis-limits.test.ts'],
  ['Redis', REDIS, 'test/races/redis-limits.test.ts', 'test/panel/gallery.test.ts'],
])('files that need %s are left out without it', (_what, program, left, kept) => {
  const [without, ...others] = leftOut([{ ...program, path: null }]);
  expect(without?.files).toContain(left);
  expect(without?.files).not.toContain(kept);
  expect(others).toEqual([]);
});

test('nothing is left out where the programs are', () => {
  expect(leftOut([{ ...BROWSER, path: '/usr/bin/chromium' }])).toEqual([]);
});
