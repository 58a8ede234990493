import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { panelPages } from '#adapters/panel-api/pages.ts';
import { mount } from '#server/http.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { expectDialog, expectKeyboard } from '../support/keyboard.ts';
import { plainBrowser, signIn } from '../support/oauth.ts';
import { type PageApp, startPageApp } from '../support/page-app.ts';
import { expectFit, expectGoodLooks, openPanel, PHONE_WIDTH, seriousFindings } from '../support/panel.ts';
import { everyPage, openPageWorld, type PageWorld } from '../support/panel-pages.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Issue "host panel": strict policy, first load, and the files behind the page.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

describe('the page', () => {
  test("the panel page runs only the platform's own files", async () => {
    const browser = plainBrowser(platform.address);
    const first = await signIn(platform, browser, 'host');
    const second = await browser.open('/panel/bookings/1');
    const nonces = [first, second].map(({ headers, html }) => {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy).not.toMatch(/unsafe|data:|\*/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
      const [, nonce = ''] = /'nonce-([\w-]{20,})'/.exec(policy) ?? [];
      expect(html).toContain(`<meta name="style-nonce" content="${nonce}">`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('an installation without a built panel explains how to build it', async () => {
    const http = Fastify();
    const dist = pathToFileURL('/nowhere/');
    const sessions = { of: async () => ({}), csrfToken: () => 'token' } as never; // a signed-in person
    const options = { execute: undefined as never, sessions, dist, docs: '/docs' };
    await mount(http, (app) => panelPages(app, options), '/panel');
    const { statusCode, body } = await http.inject('/panel');
    await http.close();
    expect(statusCode).toBe(503);
    expect(body).toBe("The panel isn't built. Run `npm run build -w panel` in the repository.\n");
  });
});

describe('its files', () => {
  const get = (path: string, encoding = 'br, gzip') =>
    fetch(`${platform.address}/panel${path}`, {
      redirect: 'manual',
      headers: { 'accept-encoding': encoding },
    });

  test("the panel's files are cached forever and compressed", async () => {
    const names = (await readdir('panel/dist/assets')).filter((name) => /\.(js|css)$/.test(name));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      for (const encoding of ['br', 'gzip', null]) {
        const { status, headers } = await get(`/assets/${name}`, encoding ?? 'identity');
        expect({ name, status, caching: headers.get('cache-control') }).toEqual({
          name,
          status: 200,
          caching: 'public, max-age=31536000, immutable',
        });
        expect(headers.get('content-encoding')).toBe(encoding);
        expect(headers.get('content-type')).toMatch(/(javascript|css); charset=utf-8$/);
      }
    }
  });

  test.each([
    '/assets/..%2Findex.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fbuild.js',
    '/assets/..%5C..%5Cbuild.js',
    '/assets/nothing.js',
    '/assets/',
  ])('the panel returns 403 or 404 for %s', async (path) => {
    expect([403, 404]).toContain((await get(path)).status);
  });
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('the first load takes less than 300 kB of compressed JavaScript', async () => {
    const scripts: Promise<number>[] = [];
    const page = await openPanel(platform, browser, {
      watching: (opened) =>
        opened.on('requestfinished', (request) => {
          if (request.resourceType() !== 'script') return;
          expect(new URL(request.url()).origin).toBe(platform.address);
          scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
        }),
    });
    await page.getByText('No arrivals today').waitFor();
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000); // an empty sum would pass too
    expect(bytes).toBeLessThan(300_000);
    await page.context().close();
  });

  test("the panel's shell works using only the keyboard", async () => {
    const page = await openPanel(platform, browser);
    const { troubles } = watch(page);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('content');

    await page.getByRole('button', { name: 'Team: Lakeside Stays' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Harbour House' }).press('Enter');
    await page.getByRole('button', { name: 'Team: Harbour House' }).waitFor();

    await page.getByRole('button', { name: 'Colours: System' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Dark' }).press('Enter');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Team: Harbour House' }).waitFor();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();

    await page.getByRole('button', { name: /^Account of/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.waitForURL('**/login');
    await page.goto('/panel');
    await page.waitForURL('**/login?**');
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  describe('every page', () => {
    let app: PageApp;
    let world: PageWorld;
    let page: Page;
    let open: (path: string) => Promise<void>;
    beforeAll(async () => {
      app = await startPageApp();
      world = await openPageWorld(platform, `${app.origin}/board`);
      page = await openPanel(platform, browser, { viewport: { width: 1280, height: 900 } });
      open = openerOf(page);
    });
    afterAll(async () => {
      await page.context().close();
      await app.close();
    });

    test('every panel page starts with its bar and navigation', async () => {
      await page.goto('/panel');
      await page.getByRole('table', { name: 'Waiting for payment' }).waitFor();
      await expectKeyboard(page, 'html');
    });

    test.each(everyPage())(
      'the panel page %s fits a phone and works by keyboard',
      async (path, { at, dialogs, looksIn }) => {
        await open(at?.(world) ?? path);
        expect(await page.getByText(/not found$|^Not installed$/).allInnerTexts()).toEqual([]);
        await expectFit(page, path);
        await expectKeyboard(page, '#content');
        for (const button of dialogs ?? []) await expectDialog(page, button);
        if (!looksIn) await expectGoodLooks(page, `page${path.replaceAll(/\W+/g, '-')}`, [PHONE_WIDTH]);
      },
    );
  });
});

/** Navigates to pages like links do, without reloading the panel; waits until each page has finished reading. */
function openerOf(page: Page): (path: string) => Promise<void> {
  const reading = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'fetch' && reading.add(request));
  // Requests that began before this listener aren't in the set.
  page.on('requestfinished', (request) => reading.delete(request));
  page.on('requestfailed', (request) => reading.delete(request));
  return async (path) => {
    // A document must be loaded for the site or the app that it frames: elsewhere, the page reloads itself.
    if (path === '/' || path === '/site/look' || path === '/site/theme' || path.startsWith('/apps/')) {
      await page.goto(`/panel${path}`);
    } else {
      await page.evaluate(`document.querySelector('h1').dataset.left = 'yes';
        history.pushState(null, '', ${JSON.stringify(`/panel${path}`)})`);
    }
    await page.locator('h1:not([data-left])').waitFor();
    // The gallery contains one placeholder.
    const placeholders = path === '/gallery' ? 1 : 0;
    await expect.poll(() => page.locator('#content [aria-busy=true]').count()).toBe(placeholders);
    await expect.poll(() => reading.size).toBe(0);
  };
}
