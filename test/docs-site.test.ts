import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { movedTo } from '#adapters/docs/moved-pages.ts';
import { OAUTH_ERRORS } from '#adapters/oauth/errors.ts';
import { PROBLEMS } from '#adapters/rest/management/problems.ts';
import { acpPage } from '#server/docs/acp-docs.ts';
import { historyPage } from '#server/docs/history-docs.ts';
import { managementPage, toolsPage } from '#server/docs/reference-docs.ts';
import { ucpPage } from '#server/docs/ucp-docs.ts';

const read = (file: string) => readFileSync(`docs/${file}`, 'utf8');

describe('the reference', () => {
  test("the agent tools' reference matches tools/list", () => {
    expect(read('reference/mcp-tools.md')).toBe(toolsPage());
  });

  test("the references of UCP and ACP match the adapters' schemas", () => {
    expect(read('reference/ucp.md')).toBe(ucpPage());
    expect(read('reference/acp-fields.md')).toBe(acpPage());
  });

  test.each(['acp-fields', 'coverage', 'history', 'management-api', 'mcp-tools', 'ucp', 'webhook-topics'])(
    'the generated page reference/%s.md names the command that writes it',
    (name) => {
      expect(read(`reference/${name}.md`).split('\n')[2]).toMatch(/^\*Written by `npm run docs` from .+\*$/);
    },
  );

  test("the management API's reference matches its OpenAPI document", () => {
    expect(read('reference/management-api.md')).toBe(managementPage());
  });

  test("the GraphQL reference names the scope of every subgraph's fields", async () => {
    const generator: string = '../docs/.vitepress/graphql.js'; // plain JavaScript without types
    const { referencePage } = (await import(generator)) as {
      referencePage: (version: string, page: string) => string;
    };
    const page = referencePage('unstable', 'mutations');
    const [, ...sections] = page.split('\n## ');
    for (const name of ['messageTemplateSet', 'folioChargeAdd', 'availabilityUpdate', 'taskSetCustomField']) {
      expect(sections.find((section) => section.startsWith(`${name}\n`))).toContain(
        'Needs the scope `write_',
      );
    }
  });

  test("the retention reference matches the subgraphs' declarations", () => {
    expect(read('reference/history.md')).toBe(historyPage());
  });
});

describe('the page of errors', () => {
  const explained = new Set(
    [...read('reference/errors.md').matchAll(/^\|(.*)\|$/gm)].flatMap(([, row = '']) =>
      [...row.matchAll(/`([A-Za-z_]+)`/g)].map(([, code]) => code),
    ),
  );
  const missing = (codes: Iterable<string>) => [...new Set(codes)].filter((code) => !explained.has(code));

  test('the error page explains every management API problem', () => {
    expect(missing(Object.keys(PROBLEMS))).toEqual([]);
  });

  test('the error page explains every OAuth endpoint code', () => {
    expect(missing(Object.keys(OAUTH_ERRORS))).toEqual([]);
  });

  test('the error page explains every GraphQL refusal code', () => {
    const codes = sources('{kit,gateway,subgraphs}/**/*.ts').flatMap((source) => [
      ...matches(source, /\bcode: '([A-Z]{3}[A-Z_]+)'/g),
      ...[...source.matchAll(/\b(?:RefusalCode\s*=|code:)\s*((?:\|\s*'[A-Z_]+'\s*)+)/g)].flatMap(
        ([, union = '']) => matches(union, /'([A-Z_]+)'/g),
      ),
    ]);
    expect(codes.length).toBeGreaterThan(100);
    expect(missing(codes.filter((code) => !OF_RUNTIMES.has(code)))).toEqual([]);
  });

  test('the error page explains every checkout message', () => {
    const [messages = ''] = sources('subgraphs/checkout/sessions/domain/messages.ts');
    const codes = matches(messages, /(?:error|info|warning|stayProblem)\(\s*'([a-z_]+)'/g);
    expect(codes.length).toBeGreaterThan(15);
    expect(missing(codes)).toEqual([]);
  });
});

/** Codes for Node's own errors, which are compared and never returned. */
const OF_RUNTIMES = new Set(['ENOENT', 'EEXIST', 'EPIPE', 'ECONNRESET']);

describe('pages of docs/', () => {
  const pages = globSync('docs/**/*.md', { exclude: ['docs/.vitepress/**', 'docs/node_modules/**'] });

  test("pages in docs/ have different names, except for each folder's first page and versions' pages", () => {
    // How to switch to a version is in changelog/, its whole changelog in reference/changelog/.
    const names = pages
      .filter((page) => !/^docs\/changelog\/\d{4}-\d{2}\.md$/.test(page))
      .map((page) => basename(page))
      .filter((name) => !FIRST_PAGES.has(name));
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('pages in docs/ never have an address that redirects to another page', () => {
    expect(pages.filter((page) => movedTo(page.slice('docs/'.length)) !== undefined)).toEqual([]);
  });
});

describe("the site's index", () => {
  test('every page in llms.txt has a whole sentence as its description', async () => {
    const sidebar: string = '../docs/.vitepress/sidebar.js'; // plain JavaScript without types
    const { DESCRIPTIONS } = (await import(sidebar)) as { DESCRIPTIONS: ReadonlyMap<string, string> };
    expect(DESCRIPTIONS.size).toBeGreaterThan(80);
    const texts = [...DESCRIPTIONS.values()];
    expect(
      texts.filter((text) => !/^(?!(?:What|How|Where|Who|Whether|Under)\b)[A-Z].{30,}[^:…]\.$/.test(text)),
    ).toEqual([]);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

describe("the hosts' pages", () => {
  const pages = globSync('docs/hosts/*.md');

  test("the hosts' pages call everything by its name in the panel", () => {
    const panel = globSync('panel/{components,features,format,layout}/**/*.{ts,tsx}')
      .concat('panel/routes.tsx')
      .filter((file) => !file.endsWith('generated.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      .replaceAll(/\s+/g, ' ')
      .replaceAll("\\'", "'")
      .replaceAll('&amp;', '&');
    const isShown = (name: string) =>
      [`'${name}'`, `"${name}"`, `\`${name}\``, `>${name}<`, `> ${name} <`].some((text) =>
        panel.includes(text),
      );
    const names = pages.flatMap((page) =>
      matches(readFileSync(page, 'utf8'), /(?<![*\w])\*([^*]+)\*(?![*\w])/g).map((name) =>
        name.replaceAll(/\s+/g, ' '),
      ),
    );
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !isShown(name))).toEqual([]);
    expect(isShown('Reticulate splines')).toBe(false);
  });
});

describe('the page about packages', () => {
  const rows = [...read('contributing/packages.md').matchAll(/^\| `([^`]+)` \|.*\|([^|]+)\|$/gm)];

  test('every package on the page is installed and imported by the files next to it', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const installed = { ...dependencies, ...devDependencies };
    expect(rows.length).toBeGreaterThan(15);
    const wrong = rows.filter(
      ([, name = '', files = '']) =>
        !(name in installed) ||
        matches(files, /`([^`]+)`/g).some((file) => !readFileSync(file, 'utf8').includes(`'${name}`)),
    );
    expect(wrong.map(([row]) => row)).toEqual([]);
  });
});

const FIRST_PAGES = new Set(['README.md', 'index.md']);

const sources = (glob: string) =>
  globSync(glob)
    .filter((file) => !file.endsWith('generated.ts'))
    .map((file) => readFileSync(file, 'utf8'));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
