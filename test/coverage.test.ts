import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coveragePage, coverageRows } from '#server/docs/coverage-docs.ts';
import { TOOLS } from '#server/programs/tool.ts';
import { anchorOf } from './support/anchors.ts';

const PAGES = Object.entries(coverageRows());
const ROWS = PAGES.flatMap(([, rows]) => rows);

/** True if a file has a test or group with this title, as written in the source. */
function has(file: string, title: string): boolean {
  const source = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

/** Sections in a page about the interface, such as `checkout#holds`. */
function sectionsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^##+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => `${basename(file, '.md')}#${anchorOf(heading)}`);
}

describe('test/promises', () => {
  test('every row has a test and every test that a row names exists', () => {
    expect(ROWS.length).toBeGreaterThan(400);
    expect(ROWS.filter(({ tests }) => Object.keys(tests).length === 0)).toEqual([]);
    const named = ROWS.flatMap(({ tests }) =>
      Object.entries(tests).flatMap(([name, titles]) =>
        titles.map((title) => ({ file: `test/${name}`, title })),
      ),
    );
    expect(named.filter(({ file, title }) => !existsSync(file) || !has(file, title))).toEqual([]);
  });

  test('every interface section has a row, and rows name only interface sections', () => {
    const sections = globSync('docs/interface/*.md', { exclude: ['docs/interface/README.md'] }).flatMap(
      sectionsOf,
    );
    expect(sections.length).toBeGreaterThan(200);
    const covered = ROWS.flatMap((row) => row.sections);
    expect(sections.filter((section) => !covered.includes(section))).toEqual([]);
    expect(covered.filter((section) => !sections.includes(section))).toEqual([]);
  });

  test('every row is in the file for its first section', () => {
    const elsewhere = PAGES.flatMap(([page, rows]) =>
      rows.filter(({ sections: [first = 'repository'] }) => first.split('#')[0] !== page),
    );
    expect(elsewhere).toEqual([]);
  });

  test('docs/reference/coverage.md matches the rows: run `npm run docs`', () => {
    expect(readFileSync('docs/reference/coverage.md', 'utf8')).toBe(coveragePage());
  });
});

describe('docs/contributing/promises.md', () => {
  const rows = [
    ...readFileSync('docs/contributing/promises.md', 'utf8').matchAll(/^\| (?!---|promise|\*\*)(.+) \|$/gm),
  ];

  test('each of about 30 promises names a test file that the coverage also names', () => {
    expect(rows.length).toBeGreaterThanOrEqual(25);
    expect(rows.length).toBeLessThanOrEqual(35);
    const files = new Set(ROWS.flatMap(({ tests }) => Object.keys(tests)));
    const wrong = rows.filter(([row]) => {
      const named = [...row.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, file = '']) => file);
      return named.length === 0 || named.some((file) => !files.has(file));
    });
    expect(wrong.map(([row]) => row)).toEqual([]);
  });
});

describe('README.md', () => {
  const text = readFileSync('README.md', 'utf8');

  test('the proofs listed in README.md exist and run', () => {
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

  test('README.md has light and dark pictures of at most 150 kB each', () => {
    const pictures = [...text.matchAll(/src(?:set)?="(docs\/public\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(pictures.filter((path) => path.endsWith('-dark.webp'))).toHaveLength(pictures.length / 2);
    for (const path of pictures) expect(statSync(path).size, path).toBeLessThanOrEqual(150_000);
  });
});
