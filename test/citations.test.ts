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

/** `docs/interface/checkout.md#completing` in a comment of the code. */
const CITED = /\bdocs\/[\w./-]+?\.md(?:#([\w-]+))?/g;
/** `[text](file.md#heading)` in a page. */
const LINKED = /\]\((?!https?:|mailto:|\/)([^)#\s]*)(?:#([\w-]+))?\)/g;

/** `schema/views.ts` in a recipe: a path from the top of the repository, without a placeholder. */
const PATH = /`([\w.-]+\/[\w./-]+)`/g;

/** Pages that building the site makes from the schema: the build itself refuses a link to one that it does not make. */
const MADE_BY_THE_SITE = /^docs\/reference\/graphql\//;

describe('citations', () => {
  test('of the code name a page and a heading that exist', () => {
    const broken = files
      .filter((file) => !file.endsWith('.md'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(CITED)]
          .filter(([cited, anchor]) => !opens(cited.split('#')[0] ?? '', anchor))
          .map(([cited]) => `${file}: ${cited}`),
      );
    expect(broken).toEqual([]);
  });

  test('of pages name a file and a heading that exist', () => {
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

  test('of the recipes name files that exist', () => {
    const named = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(PATH)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('name no document that is not in the repository', () => {
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
