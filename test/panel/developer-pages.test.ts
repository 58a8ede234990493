import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MOVED } from '#adapters/docs/moved-pages.ts';
import { docsPages } from '#adapters/docs/plugin.ts';
import { explorerPages } from '#adapters/explorer/plugin.ts';
import { API_VERSIONS } from '#schema/views.ts';
import { mount } from '#server/http.ts';
import { openBrowser, type Watched, watch } from '../support/browser.ts';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { keepPicture, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const VERSIONS = API_VERSIONS.map(({ version }) => version);
const NEWEST = VERSIONS.at(-1);

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

describe('the explorer in a browser', () => {
  let page: Page;
  let watched: Watched;
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    watched = watch(page);
    await page.goto(`${platform.address}/developer/explorer`);
  });
  afterEach(() => page.close());

  /** Retypes the operation and runs it, using only the keyboard. The editor closes brackets itself. */
  async function run(operation: string): Promise<void> {
    await page.locator('.graphiql-editor .view-lines').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(operation);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
  }
  const answer = () => page.locator('.result-window .view-lines');
  const docs = () => page.locator('.graphiql-plugin');

  test('the explorer runs an operation without loading files from elsewhere', async () => {
    await docs().getByText('Query', { exact: true }).first().waitFor();
    await run('{ apiVersion');
    await answer().getByText(`"${NEWEST}"`).waitFor();
    expect(watched.requests).toContain(`${platform.address}/developer/api/${NEWEST}/graphql`);
    const elsewhere = watched.requests.filter((url) => new URL(url).origin !== platform.address);
    expect(elsewhere).toEqual([]);
    expect(watched.troubles).toEqual([]);
  });

  test("the explorer's page doesn't apply a style element without its nonce", async () => {
    await docs().getByText('Query', { exact: true }).first().waitFor();
    const shown = await page.evaluate(`{
      const place = document.createElement('p');
      document.body.append(place);
      place.innerHTML = '<style>body { --injected: yes }</style>';
      getComputedStyle(document.body).getPropertyValue('--injected');
    }`);
    expect(shown).toBe('');
    // The editor adds its styles after it loads.
    const styles = `[...document.querySelectorAll('style')].filter(({ nonce, sheet }) => nonce && sheet?.cssRules.length).length`;
    await expect.poll(() => page.evaluate<number>(styles)).toBeGreaterThan(0);
    expect(watched.troubles).toEqual([expect.stringContaining('Content Security Policy')]);
  });

  test("the explorer's docs pane is open and lists the fields of Query", async () => {
    await docs().getByRole('link', { name: 'Query', exact: true }).click();
    for (const field of ['apiVersion', 'currentApp', 'task']) {
      await docs().getByRole('link', { name: field, exact: true }).waitFor();
    }
  });

  test.each(['light', 'dark'] as const)(
    'the explorer has no serious accessibility findings in %s colors',
    async (colorScheme) => {
      const context = await browser.newContext({
        colorScheme,
        bypassCSP: true,
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      });
      page = await context.newPage();
      await page.goto(`${platform.address}/developer/explorer`);
      await docs().getByText('Query', { exact: true }).first().waitFor();
      await page.locator('.graphiql-editor .view-line').first().waitFor();
      expect.soft(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'New tab' }).click();
      await page.getByRole('button', { name: 'Close Tab' }).first().waitFor();
      await docs().getByRole('link', { name: 'Query', exact: true }).click();
      await docs().getByRole('link', { name: 'currentApp', exact: true }).waitFor();
      await run('{ apiVersion');
      await answer().getByText(`"${NEWEST}"`).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.suggest-widget.visible').waitFor({ state: 'detached' });
      expect.soft(await seriousFindings(page)).toEqual([]);
      const tabs = page.getByRole('list', { name: 'Select active operation' }).getByRole('listitem');
      expect(await tabs.count()).toBe(2);
      expect(await tabs.last().locator('button[aria-current="true"]').count()).toBe(1);
      await keepPicture(page, `explorer-${colorScheme}-1280`);
      await context.close();
    },
  );

  test('the explorer keeps the token only in its own tab', async () => {
    const developer = await newDeveloper(platform);
    const app = await installNewApp(platform, developer, { name: 'Turnover' });
    await page.getByLabel('Token').fill(app.token);
    await run('{ currentApp { name');
    await answer().getByText('"Turnover"').waitFor();
    expect(watched.requests.filter((url) => url.includes(app.token))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(app.token);
    await page.reload();
    expect(await page.getByLabel('Token').inputValue()).toBe(app.token);
    const other = await browser.newPage();
    await other.goto(`${platform.address}/developer/explorer`);
    expect(await other.getByLabel('Token').inputValue()).toBe('');
    await other.close();
  });

  test('the explorer switches to another version chosen in the picker', async () => {
    const picker = page.getByLabel('Version');
    await docs().getByText('Query', { exact: true }).first().waitFor();
    expect(await picker.locator('option').allTextContents()).toEqual([...VERSIONS, 'unstable']);
    const asked = page.waitForResponse((response) => response.url().includes('/api/unstable/graphql'));
    await picker.selectOption('unstable');
    await asked;
    await docs().getByText('Query', { exact: true }).first().waitFor();
    await run('{ apiVersion');
    await answer().getByText('"unstable"').waitFor();
    expect(watched.troubles).toEqual([]);
  });
});

describe('the explorer’s files', () => {
  const get = (path: string, init?: RequestInit) =>
    fetch(`${platform.address}/developer/explorer${path}`, init);

  test("the explorer's page runs only the platform's own files and can't be framed", async () => {
    const { status, headers } = await get('');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toMatch(
      /style-src 'self';.* style-src-elem 'self' 'nonce-[\w-]{43}'; style-src-attr 'unsafe-inline';/,
    );
    const nonceIn = (text: string) => /nonce[-="]*([\w-]{43})/.exec(text)?.[1];
    const again = await get('');
    expect(nonceIn(again.headers.get('content-security-policy') ?? '')).not.toBe(nonceIn(policy));
  });

  test('every built explorer file has the correct content type and is cached forever', async () => {
    const files = (await readdir('explorer/dist/assets')).filter((file) => !/\.(br|gz)$/.test(file));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { status, headers } = await get(`/assets/${file}`, { method: 'HEAD' });
      expect({ file, status, caching: headers.get('cache-control') }).toEqual({
        file,
        status: 200,
        caching: 'public, max-age=31536000, immutable',
      });
    }
  });

  test("the explorer's editor files are compressed with an encoding that the browser accepts", async () => {
    const files = (await readdir('explorer/dist/assets')).filter((file) => /\.(js|css)$/.test(file));
    const sizeOf = async (file: string, coding: string) => {
      const { headers } = await platform.http.inject({
        url: `/developer/explorer/assets/${file}`,
        headers: { 'accept-encoding': coding },
      });
      expect(headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(headers.vary).toMatch(/accept-encoding/i);
      return Number(headers['content-length']);
    };
    const total = async (coding: string) => {
      let bytes = 0;
      for (const file of files) bytes += await sizeOf(file, coding);
      return bytes;
    };
    const plain = await total('identity');
    expect(await total('br')).toBeLessThan(plain / 3);
    expect(await total('gzip')).toBeLessThan(plain / 3);
  });

  test.each([
    '/assets/..%2Findex.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fbuild.js',
    '/assets/..%5C..%5Cbuild.js',
    '/assets/.js',
    '/assets/nothing.js',
    '/assets/',
    '/nothing',
  ])('the explorer returns 403 or 404 for %s', async (path) => {
    expect([403, 404]).toContain((await get(path)).status);
  });

  test('a storefront has no explorer', async () => {
    const { statusCode } = await platform.http.inject({
      url: '/developer/explorer',
      headers: { host: 'lakeside.localhost' },
    });
    expect(statusCode).toBe(404);
  });

  test('an installation without a built explorer explains how to build it', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'explorer-'));
    const http = Fastify();
    await mount(http, (app) => explorerPages(app, { dist: pathToFileURL(`${empty}/`), versions: () => [] }));
    const { statusCode, body } = await http.inject('/');
    await http.close();
    await rm(empty, { recursive: true });
    expect(statusCode).toBe(503);
    expect(body).toBe("The explorer isn't built. Run `npm run build -w explorer` in the repository.\n");
  });
});

describe('the documentation', () => {
  const get = (path: string) => fetch(`${platform.address}${path}`);

  test.each(['/docs', '/docs/llms.txt', '/docs/guides/panel'])(
    'an installation without built documentation explains at %s how to build it',
    async (path) => {
      const empty = await mkdtemp(join(tmpdir(), 'docs-'));
      const http = Fastify();
      const dist = pathToFileURL(`${empty}/`);
      await mount(http, (app) => docsPages(app, { dist, downloads: dist }), '/docs');
      const { statusCode, body } = await http.inject(path);
      await http.close();
      await rm(empty, { recursive: true });
      expect(statusCode).toBe(503);
      expect(body).toBe("The documentation isn't built. Run `npm run build -w docs` in the repository.\n");
    },
  );

  test.each(['/docs', '/docs/', '/docs/guides/panel', '/docs/reference/graphql/2026-10/queries'])(
    "the documentation page %s runs only the platform's own files",
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
    },
  );

  test('every page in llms.txt has a Markdown version', async () => {
    const index = await (await get('/llms.txt')).text();
    const twins = [...index.matchAll(/\]\(([^)]*\/docs\/[^)]*\.md)\)/g)].map(([, url = '']) => new URL(url));
    expect(twins.length).toBeGreaterThan(40);
    for (const { origin, pathname } of twins) {
      expect(origin).toBe(platform.address);
      const twin = await get(pathname);
      expect([pathname, twin.status, twin.headers.get('content-type')]).toEqual([
        pathname,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect((await twin.text()).length, pathname).toBeGreaterThan(200);
      const page = await get(pathname.replace(/(index)?\.md$/, ''));
      expect([pathname, page.status]).toEqual([pathname, 200]);
    }
  });

  test("every link in a page's Markdown works", async () => {
    const index = await (await get('/docs/llms.txt')).text();
    const pages = [...index.matchAll(/\]\(([^)]*\/docs\/[^)]*\.md)\)/g)].map(([, url = '']) => url);
    const linked = new Map<string, string>();
    for (const page of pages) {
      const address = new URL(page, platform.address);
      const text = (await (await get(address.pathname)).text()).replaceAll(/^```[\s\S]*?^```/gm, '');
      for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const { origin, pathname } = new URL(href, address);
        if (origin === platform.address) linked.set(pathname, `${page} -> ${href}`);
      }
    }
    expect(linked.size).toBeGreaterThan(60);
    const broken: string[] = [];
    for (const [pathname, link] of linked) if ((await get(pathname)).status !== 200) broken.push(link);
    expect(broken).toEqual([]);
  });

  test('llms.txt lists every built page', async () => {
    const index = await (await get('/docs/llms.txt')).text();
    const built = await readdir('docs/.vitepress/dist', { recursive: true });
    const pages = built.filter((file) => file.endsWith('.html') && file !== '404.html');
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter((page) => !index.includes(`/docs/${page.replace(/html$/, 'md')})`))).toEqual([]);
  });

  test.each([
    ['settings', 'reference/platform-settings'],
    ['settings.html', 'reference/platform-settings'],
    ['agents.md', 'guides/book-over-mcp.md'],
    ['changelog/2026-10', 'reference/changelog/2026-10'],
    ['webhooks/2026-01.json', 'reference/webhooks/schemas.json'],
    ['reference/webhooks/2026-01.json', 'reference/webhooks/schemas.json'],
  ])('the old address /docs/%s redirects to /docs/%s', async (old, current) => {
    const redirect = await fetch(`${platform.address}/docs/${old}`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, `/docs/${current}`]);
  });

  test('every moved address redirects to an existing page or file', async () => {
    const broken = await Promise.all(
      Object.keys(MOVED).map(async (old) => ({ old, status: (await get(`/docs/${old}`)).status })),
    );
    expect(broken.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('an unknown documentation page returns 404', async () => {
    expect((await get('/docs/nothing')).status).toBe(404);
    expect((await get('/docs/..%2f..%2fpackage.json')).status).not.toBe(200);
  });

  test("a storefront has no documentation, and its llms.txt links to the platform's", async () => {
    const headers = { host: `lakeside.localhost:${platform.port}` };
    expect((await platform.http.inject({ url: '/docs', headers })).statusCode).toBe(404);
    const { body } = await platform.http.inject({ url: '/llms.txt', headers });
    const links = [...body.matchAll(/\]\(([^)]*\/docs\/[^)]*)\)/g)].map(([, url]) => url);
    expect(links).toEqual([`http://localhost:${platform.port}/docs/llms.txt`]);
    expect((await fetch(links[0] ?? '')).status).toBe(200);
  });

  test('the documentation search finds a field without a request to another server', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const watched = watch(page);
    await page.goto(`${platform.address}/docs/guides/panel`);
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.locator('#localsearch-input').fill('taskSetCustomField'); // the search has its own file
    await page
      .getByRole('option', { name: /taskSetCustomField/ })
      .or(page.locator('#localsearch-list a'))
      .first()
      .click();
    await page.waitForURL(/\/docs\/reference\/graphql\/|\/docs\/guides\/use-graphql/);
    expect(watched.requests.filter((url) => new URL(url).origin !== platform.address)).toEqual([]);
    expect(watched.troubles).toEqual([]);
  });

  test("the documentation search finds an error code's fix first", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${platform.address}/docs/hosts/`);
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.locator('#localsearch-input').fill('out_of_stock');
    const first = page.locator('#localsearch-list a').first();
    await expect.poll(() => first.getAttribute('href')).toBe('/docs/reference/errors#checkout-messages');
    await first.click();
    await page.getByRole('cell', { name: 'out_of_stock', exact: true }).waitFor();
  });
});
