import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Lines of the product that match. */
const linesOf = (pattern: RegExp) =>
  globSync('{db,subgraphs}/**/*.ts')
    .filter((file) => !file.includes('migrations') && !file.endsWith('generated.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => pattern.test(line)).length;

/** docs/contributing/statements.md. The bounds only go down. */
describe('statements written out', () => {
  test.each([
    ['columns renamed by hand', /AS "[a-z]+[A-Z]/, 60],
    ['raw statements with a row type of their own', /sql</, 101],
    ['connections without tables, outside statements()', /getKysely<unknown>/, 8],
  ])('%s do not become more', (_what, pattern, most) => {
    expect(linesOf(pattern)).toBeLessThanOrEqual(most);
    expect(linesOf(pattern)).toBeGreaterThan(0);
  });
});
