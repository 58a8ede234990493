import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { table, written } from './markdown.ts';

const Rows = z.array(
  z.strictObject({
    /** Interface sections that make the promise (`checkout#holds`), the row's own page first. */
    sections: z.array(z.string()),
    promise: z.string(),
    /** Test titles by file, relative to `test/`. */
    tests: z.record(z.string(), z.array(z.string()).min(1)),
  }),
);

/** A promise with the tests that prove it. */
export type CoverageRow = z.infer<typeof Rows>[number];

const FOLDER = new URL('../../test/promises/', import.meta.url);

/** Reads all interface pages' rows, by page. Promises about the repository itself are under `repository`. */
export function coverageRows(): Readonly<Record<string, readonly CoverageRow[]>> {
  const pages = globSync('*.json', { cwd: FOLDER })
    .map((file) => basename(file, '.json'))
    .sort();
  return Object.fromEntries(
    pages.map((page) => [
      page,
      Rows.parse(JSON.parse(readFileSync(new URL(`${page}.json`, FOLDER), 'utf8'))),
    ]),
  );
}

/** Writes the page that lists all promises and their tests. */
export function coveragePage(): string {
  const pages = Object.entries(coverageRows()).map(([page, rows]) => {
    const title = page === 'repository' ? 'The repository' : `[${page}](../interface/${page}.md)`;
    return `## ${title}\n\n${table(
      ['promise', 'sections', 'tests'],
      rows.map(({ promise, sections, tests }) => [
        promise,
        sections.map(linkTo).join(', '),
        Object.entries(tests).map(testsOf).join('<br>'),
      ]),
    )}`;
  });
  return `${[INTRODUCTION, ...pages].join('\n\n')}\n`;
}

const INTRODUCTION = `# Coverage

${written('`test/promises/`')}

Every section of [the interface](../interface/README.md) with the tests that prove its promises. Files are relative to \`test/\`, and titles
are quoted as they are in the source. To add a promise, edit the file of its page in \`test/promises/\` and run \`npm run docs\`.
\`test/coverage.test.ts\` fails for a test that doesn't exist and for a section without a row. [Thirty promises](../contributing/promises.md)
is the short version.`;

const linkTo = (section: string) => {
  const [page = '', anchor = ''] = section.split('#');
  return `[${anchor}](../interface/${page}.md#${anchor})`;
};

const testsOf = ([file, titles]: readonly [string, readonly string[]]) => `\`${file}\`: ${titles.join('; ')}`;
