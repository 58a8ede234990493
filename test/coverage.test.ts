import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TOOLS } from '#server/programs/tool.ts';

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

describe('README.md', () => {
  const text = readFileSync('README.md', 'utf8');

  test('has proofs that run', () => {
    const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
    const rows =
      text
        .split('## Proofs')[1]
        ?.split('\n## ')[0]
        ?.matchAll(/\| `(?<command>[^`]+)`/g) ?? [];
    const commands = [...rows].map(({ groups }) => groups?.command ?? '');
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) {
      const [, tool] = /^npm run tool (\S+)$/.exec(command) ?? [];
      const [, script] = /^npm run (\w+)$/.exec(command) ?? [];
      const [, tests] = /^npx vitest run (\S+) --project local$/.exec(command) ?? [];
      const [, bench] = /^npx node (\S+)$/.exec(command) ?? [];
      const isThere =
        (tool && tool in TOOLS) || (script && script in scripts) || existsSync(bench ?? `${tests}.test.ts`);
      expect(isThere, command).toBe(true);
    }
  });

  test('has pictures in light and dark of at most 150 kB', () => {
    const pictures = [...text.matchAll(/src(?:set)?="(docs\/public\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(pictures.filter((path) => path.endsWith('-dark.webp'))).toHaveLength(pictures.length / 2);
    for (const path of pictures) expect(statSync(path).size, path).toBeLessThanOrEqual(150_000);
  });
});
