import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROWS = readFileSync('docs/coverage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (---|what )/.test(line));
const TESTED = /`([\w/-]+\.test\.ts)`: (.+?)(?=<br>| \|$)/g;
const named = ROWS.flatMap((row) =>
  [...row.matchAll(TESTED)].map(([, file = '', title = '']) => ({ file: `test/${file}`, title })),
);

/** Whether a file has a test or a group of this title, as it is in the source. */
function has(file: string, title: string): boolean {
  const source = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

describe('docs/coverage.md', () => {
  test('names files and titles that exist', () => {
    const missing = named.filter(({ file, title }) => !existsSync(file) || !has(file, title));
    expect(missing).toEqual([]);
  });

  test('says of every row where it is tested, or that no interface is given', () => {
    expect(ROWS.length).toBeGreaterThan(100);
    const silent = ROWS.filter(
      (row) => ![...row.matchAll(TESTED)].length && !/No interface is given|Nothing is sent/.test(row),
    );
    expect(silent).toEqual([]);
  });
});
