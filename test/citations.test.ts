import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf } from './support/anchors.ts';

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(tsx?|js|sql|graphql|md)$/.test(file) && existsSync(file));

function anchorsOf(file: string): Set<string> {
  return new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^#{1,6} /.test(line))
      .map((line) => anchorOf(line.replace(/^#+ /, ''))),
  );
}

function opens(target: string, anchor: string | undefined): boolean {
  return existsSync(target) && (!anchor || anchorsOf(target).has(anchor));
}

/** Matches `docs/interface/checkout.md#completing` in a code comment. */
const CITED = /\bdocs\/[\w./-]+?\.md(?:#([\w-]+))?/g;
/** Matches `[text](file.md#heading)` in a page. */
const LINKED = /\]\((?!https?:|mailto:|\/)([^)#\s]*)(?:#([\w-]+))?\)/g;

/** Matches `schema/views.ts` in a recipe: a path from the repository's root, without a placeholder. */
const PATH = /`([\w.-]+\/[\w./-]+)`/g;

/** Pages that the site build generates from the schema; the build itself refuses broken links to them. */
const MADE_BY_THE_SITE = /^docs\/reference\/graphql\//;

describe('citations', () => {
  test('citations in code name an existing page and heading', () => {
    const broken = files
      .filter((file) => !file.endsWith('.md'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(CITED)]
          .filter(([cited, anchor]) => !opens(cited.split('#')[0] ?? '', anchor))
          .map(([cited]) => `${file}: ${cited}`),
      );
    expect(broken).toEqual([]);
  });

  test('citations in pages name an existing file and heading', () => {
    const broken = files
      .filter((file) => file.endsWith('.md') && !file.startsWith('cli/templates/'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(LINKED)]
          .map(([link, to = '', anchor]) => ({
            link,
            target: to ? normalize(join(dirname(file), to)) : file,
            anchor,
          }))
          .filter(({ target, anchor }) => !MADE_BY_THE_SITE.test(target) && !opens(target, anchor))
          .map(({ link }) => `${file}: ${link}`),
      );
    expect(broken).toEqual([]);
  });

  test('citations in recipes name existing files', () => {
    const named = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(PATH)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('citations name only documents in the repository', () => {
    const foreign = /\b(interface|decisions|running|extensions|HOUSE|STYLE|ENGINE)\.md\b/;
    const found = files
      .filter((file) => file !== 'test/citations.test.ts')
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line, at) => (foreign.test(line) ? [`${file}:${at + 1}`] : [])),
      );
    expect(found).toEqual([]);
  });
});
