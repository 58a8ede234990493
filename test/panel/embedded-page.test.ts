import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifySessionToken } from '../../packages/app-sdk/index.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { type EmbeddedApp, installEmbeddedApp, movePage } from '../support/embedded-app.ts';
import { type PageApp, startPageApp } from '../support/page-app.ts';
import { expectGoodLooks, keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/embedded-pages.md#page in a browser; another server serves the app's page.

interface Heard {
  readonly origin: string;
  readonly data: { readonly type: string; readonly token: string };
}

describe('an embedded page', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let server: PageApp;
  let foreign: PageApp;
  let app: EmbeddedApp;
  let page: Page;

  beforeAll(async () => {
    [platform, browser, server, foreign] = await Promise.all([
      startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }),
      openBrowser(),
      startPageApp(),
      startPageApp(),
    ]);
    const frames = new URLSearchParams([
      ['frame', `${foreign.origin}/inside`],
      ['frame', '/inside'],
    ]);
    const lakeside = await demoHost(platform, 'lakeside');
    app = await installEmbeddedApp(platform, lakeside, `${server.origin}/board?${frames}`, {
      name: 'Crew board',
    });
    page = await openPanel(platform, browser);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), server.close(), foreign.close()]);
    await platform.close();
  });

  /** Returns the app's page inside its frame. */
  async function boardFrame(name = 'Crew board'): Promise<Frame> {
    const frame = await (await page.locator(`iframe[title="${name}"]`).elementHandle())?.contentFrame();
    if (!frame) throw new Error('The panel shows no frame.');
    await frame.getByRole('heading', { name: 'Board' }).waitFor();
    return frame;
  }

  const heardBy = (frame: Frame) => frame.evaluate<readonly Heard[]>('heard');

  /** Requests a token from the app's page and waits for it: the panel has then handled every earlier request. */
  async function refresh(frame: Frame): Promise<Heard> {
    const before = (await heardBy(frame)).length;
    await frame.evaluate('ask()');
    await frame.waitForFunction(`heard.length > ${before}`);
    const [answer] = (await heardBy(frame)).slice(before);
    if (!answer) throw new Error('Nothing was heard.');
    return answer;
  }

  test('an embedded page appears in the navigation under its name', async () => {
    await page.getByRole('link', { name: 'Crew board' }).click();
    const frame = await boardFrame();
    const opened = new URL(frame.url());
    expect(opened.origin + opened.pathname).toBe(`${server.origin}/board`);
    expect(opened.searchParams.getAll('frame')).toHaveLength(2); // the page keeps its own query
    const claims = await verifySessionToken(opened.searchParams.get('session') ?? '', app);
    expect(claims.install_id).toBe(app.viewer.installId);
    expect(server.asked).toContain(opened.pathname + opened.search);
    await keepPicture(page, 'embedded-page');
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('an embedded page is sandboxed and receives no referrer', async () => {
    const iframe = page.locator('iframe[title="Crew board"]');
    expect((await iframe.getAttribute('sandbox'))?.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(await iframe.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(server.referrers.filter((referrer) => referrer.startsWith(platform.address))).toEqual([]);
  });

  test("an embedded page can request a fresh token from the panel's origin", async () => {
    const { origin, data } = await refresh(await boardFrame());
    expect(origin).toBe(platform.address);
    expect(Object.keys(data).sort()).toEqual(['token', 'type']);
    expect(data.type).toBe('platform:token');
    expect((await verifySessionToken(data.token, app)).install_id).toBe(app.viewer.installId);
  });

  /** Records the messages that reach a panel and the tokens it fetches. */
  async function listenIn(panel: Page) {
    const fetched: string[] = [];
    panel.on('request', (request) => {
      if (request.url().endsWith('/session') && request.method() === 'POST') fetched.push(request.url());
    });
    await panel.evaluate(
      "globalThis.reached = []; addEventListener('message', ({ origin }) => reached.push(origin))",
    );
    return {
      fetched,
      /** Waits until this many messages have reached the panel and it has handled them. */
      reached: (count: number) =>
        expect.poll(() => panel.evaluate<readonly string[]>('reached')).toHaveLength(count),
    };
  }

  test('frames inside an embedded page get no token', async () => {
    const frame = await boardFrame();
    const inside = frame.childFrames();
    expect(inside.map((child) => new URL(child.url()).origin).sort()).toEqual(
      [foreign.origin, server.origin].sort(),
    );
    const panel = await listenIn(page);
    for (const child of inside) await child.evaluate('ask()');
    await frame.evaluate("ask('platform:token'); ask(null); top.postMessage('platform:refresh-token', '*')");
    await panel.reached(inside.length + 3);
    expect(panel.fetched).toEqual([]);
    await refresh(frame);
    expect(panel.fetched).toHaveLength(1);
    for (const child of inside) expect(await heardBy(child)).toEqual([]);
  });

  test('a site that opens the panel in a window gets no token', async () => {
    const other = await page.context().newPage();
    await other.goto(`${foreign.origin}/opener`);
    const opening = other.waitForEvent('popup');
    await other.evaluate(`globalThis.panel = open(${JSON.stringify(page.url())})`);
    const popup = await opening;
    await popup.locator('iframe[title="Crew board"]').waitFor();
    const panel = await listenIn(popup);
    await other.evaluate("panel.postMessage({ type: 'platform:refresh-token' }, '*')");
    await panel.reached(1);
    expect(panel.fetched).toEqual([]);
    expect(await other.evaluate('heard')).toEqual([]);
    await other.close();
    await popup.close();
  });

  test("an embedded page can't navigate the panel", async () => {
    const frame = await boardFrame();
    const here = page.url();
    const thrown = await frame.evaluate<string>(
      `(() => { try { top.location = ${JSON.stringify(foreign.origin)}; return 'moved'; } catch (error) { return error.name; } })()`,
    );
    expect(thrown).toBe('SecurityError');
    expect(page.url()).toBe(here);
  });

  test("an embedded page can't navigate its frame to another origin", async () => {
    const { troubles } = watch(page);
    const frame = await boardFrame();
    const before = foreign.asked.length;
    await frame.evaluate(`location.href = ${JSON.stringify(`${foreign.origin}/elsewhere`)}`);
    await expect.poll(() => troubles.join()).toContain('frame-src');
    expect(foreign.asked).toHaveLength(before);
  });

  test('an embedded page reopens in a document that can frame it after going back in the panel', async () => {
    await page.goto(`/panel/apps/${app.slug}`);
    await boardFrame();
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.reload(); // a document that can't frame any page
    await page.goBack();
    await page.goBack();
    await boardFrame();
  });

  test('an embedded page gets its token after a short delay if it sent too many requests', async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const eager = await installEmbeddedApp(platform, lakeside, server.origin, { name: 'Eager board' });
    await page.goto(`/panel/apps/${eager.slug}`);
    const frame = await boardFrame('Eager board');
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/session') && response.request().method() === 'POST')
        statuses.push(response.status());
    });
    await page.evaluate(`(async () => {
      const headers = { 'x-csrf-token': document.querySelector('meta[name="csrf-token"]').content };
      const ask = () => fetch('/panel/apps/${eager.slug}/session', { method: 'POST', headers });
      while ((await ask()).ok);
    })()`);
    const spent = statuses.length;
    const { data } = await refresh(frame);
    // On a slow machine the next token can already be available.
    expect([[429, 200], [200]]).toContainEqual(statuses.slice(spent));
    expect((await verifySessionToken(data.token, eager)).install_id).toBe(eager.viewer.installId);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each([
    ['returns status 500', 500, {}, "The app's server returned an error (status 500)."],
    [
      "doesn't allow framing",
      200,
      { 'content-security-policy': "frame-ancestors 'none'" },
      "The app's page doesn't allow the panel to show it.",
    ],
    ['never responds', null, {}, "The app's server didn't respond within 10 seconds."],
    ['refuses connections', 'closed', {}, "The app's server doesn't respond. The connection was refused."],
  ] as const)(
    'the panel shows why a page whose server %s stays empty, and opens it on a retry',
    async (...row) => {
      const [how, trouble, headers, reason] = row;
      let isBroken = true;
      const answer = createServer((_request, response) => {
        if (isBroken && trouble === null) return;
        const status = isBroken && typeof trouble === 'number' ? trouble : 200;
        response.writeHead(status, { 'content-type': 'text/html', ...(isBroken && headers) });
        response.end('<h1>Board</h1>');
      });
      answer.listen(0, '127.0.0.1');
      await once(answer, 'listening');
      const { port } = answer.address() as AddressInfo;
      const stop = async () => {
        if (!answer.listening) return;
        answer.closeAllConnections();
        answer.close();
        await once(answer, 'close');
      };
      if (trouble === 'closed') await stop();
      try {
        const lakeside = await demoHost(platform, 'lakeside');
        const name = `It ${how}`.slice(0, 30);
        const broken = await installEmbeddedApp(platform, lakeside, `http://127.0.0.1:${port}/`, { name });
        await page.goto(`/panel/apps/${broken.slug}`, { waitUntil: 'commit' });
        const alert = page.getByRole('alert').filter({ hasText: reason });
        await alert.waitFor();
        if (trouble === 500) await expectGoodLooks(page, 'An embedded page that fails');
        isBroken = false;
        if (trouble === 'closed') {
          answer.listen(port, '127.0.0.1');
          await once(answer, 'listening');
        }
        await alert.getByRole('button', { name: 'Try again' }).click({ noWaitAfter: true });
        await boardFrame(name);
        expect(await page.getByRole('alert').count()).toBe(0);
      } finally {
        await stop();
      }
    },
  );

  test("an embedded page at one of the platform's own addresses isn't shown", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const own = await installEmbeddedApp(platform, lakeside, server.origin, { name: 'Ours' });
    await movePage(platform, own.slug, `${platform.address}/`);
    await page.goto(`/panel/apps/${own.slug}`);
    await page.getByRole('alert').getByText("on one of the platform's addresses").waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('an embedded page gets no token once the app is uninstalled', async () => {
    await page.goto(`/panel/apps/${app.slug}`);
    const frame = await boardFrame();
    const other = await page.context().newPage();
    await other.goto(`/panel/installed/${app.slug}`);
    await other.getByRole('button', { name: 'Uninstall' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await other.getByRole('heading', { level: 1, name: 'Apps', exact: true }).waitFor();
    // The page requests a token unless the panel removes it first.
    await frame.evaluate('ask()').catch((error: unknown) => {
      if (!frame.isDetached()) throw error;
    });
    await page.getByText('Not installed').waitFor();
    await page.getByRole('link', { name: 'Crew board' }).waitFor({ state: 'detached' });
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
