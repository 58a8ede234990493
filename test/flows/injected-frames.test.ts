import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser } from '../support/browser.ts';
import { installNewApp, ask as run } from '../support/developer.ts';
import { openGuestForm } from '../support/guest-form.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/injections.md#rendering: a real browser tries everything that an app's frame can do.
let platform: TestPlatform;
let http: StorefrontHttp;
let server: Server;
let browser: Browser;
let page: Page;
let origin: string;
let stay: string;
/** Runs an operation as the host. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
let ask: (document: string, variables?: Readonly<Record<string, unknown>>) => Promise<any>;
const ids: Record<string, string> = {};
/** Paths requested from the app's server, and their count before any browser arrived. */
const asked: string[] = [];
let askedForPage = -1;

const FRAME = `<!doctype html><title>Reviews</title><h1>Reviews</h1><script>
const heard = [];
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
const tell = (message) => parent.postMessage(message, '*');
</script>`;

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/hangs')) return; // never responds
    response.setHeader('content-type', 'text/html');
    response.end(FRAME);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const owner = await demoHost(platform, 'lakeside');
  ask = (document, variables = {}) => run(platform, owner.host, document, variables);
  http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  const entry = (handle: string, target: string) => ({
    handle,
    target,
    url: `${origin}/${handle}`,
    height: { min: 100, max: 300 },
  });
  const app = await installNewApp(platform, owner, {
    type: 'injection',
    injections: [
      entry('reviews', 'stay.after_description'),
      entry('hangs', 'stay.bottom'),
      entry('thanks', 'booking.after'),
    ],
  });
  const { storefronts } = await ask('{ storefronts { id } }');
  for (const [handle, target] of [
    ['reviews', 'stay.after_description'],
    ['hangs', 'stay.bottom'],
    ['thanks', 'booking.after'],
  ] as const) {
    const input = { storefrontId: storefronts[0].id, appSlug: app.slug, handle, target };
    const { injectionPlace } = await ask(
      'mutation ($input: InjectionPlaceInput!) { injectionPlace(input: $input) { placement { id } } }',
      { input },
    );
    ids[handle] = injectionPlace.placement.id;
    await ask('mutation ($id: ID!) { injectionPublish(id: $id) { userErrors { code } } }', {
      id: ids[handle],
    });
  }
  const home = await http.get('/', { accept: 'text/html' });
  stay = /\/stays\/\d+/.exec(home.text)?.[0] ?? '';
  await http.get(stay, { accept: 'text/html' });
  askedForPage = asked.length;
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  // The page's own layout shifts, as counted by browsers.
  await page.addInitScript({
    content: `window.shifts = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });`,
  });
  const shop = `http://lakeside.localhost:${platform.port}`;
  await page.context().addCookies([{ name: 'consent', value: 'statistics', url: shop }]);
  await page.goto(shop + stay, { waitUntil: 'commit' });
  await page.locator('iframe[title=reviews]').waitFor();
  await frameOf('reviews').locator('h1').waitFor();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await http.close();
  await platform.close();
});

const frameOf = (name: string) => page.frameLocator(`iframe[title=${name}]`);
/** Runs a script in the frame; returns its result or the error's name. */
const inside = (script: string) =>
  frameOf('reviews')
    .locator('body')
    .evaluate((_body, text) => {
      try {
        return `${new Function(`return ${text}`)()}`;
      } catch (error) {
        return (error as Error).name;
      }
    }, script);
const tell = (message: object) => inside(`tell(${JSON.stringify(message)})`);
const heightOf = async (name: string) => (await page.locator(`iframe[title=${name}]`).boundingBox())?.height;

describe('a frame', () => {
  test("a frame can't read the surrounding page", async () => {
    expect(await inside('parent.document.body.innerText')).toBe('SecurityError');
  });

  test("a frame can't navigate the window", async () => {
    const before = page.url();
    expect(await inside("top.location = 'about:blank'")).toBe('SecurityError');
    expect(page.url()).toBe(before);
  });

  test("a frame can't read the storefront's cookies", async () => {
    expect(await inside('document.cookie')).toBe('');
  });

  test('a frame receives the stay on the page', async () => {
    await tell({ type: 'platform:context' });
    await expect
      .poll(() => inside('JSON.stringify(heard.at(-1))'))
      .toContain('"type":"platform:context","check_in":null');
  });

  test('a frame can request a new session for itself', async () => {
    await tell({ type: 'platform:refresh-token' });
    await expect
      .poll(() => inside("heard.findLast(({ data }) => data.type === 'platform:token')?.data.token"))
      .toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('a frame gets the height it requests, within its declared limits', async () => {
    await tell({ type: 'platform:resize', height: 180 });
    await expect.poll(() => heightOf('reviews')).toBe(180);
    await tell({ type: 'platform:resize', height: 5_000 });
    await expect.poll(() => heightOf('reviews')).toBe(300);
    await tell({ type: 'platform:resize', height: 1 });
    await expect.poll(() => heightOf('reviews')).toBe(100);
  });

  test('a frame causes no visible layout shift', async () => {
    expect(await page.evaluate('window.shifts')).toBe(0);
  });

  test('rendering the page sends no request to the app', () => {
    expect([askedForPage, asked.length > 0]).toEqual([0, true]);
  });

  test("a frame that doesn't respond disappears after 5 seconds", async () => {
    await page.locator('iframe[title=hangs]').waitFor({ state: 'detached' });
  });

  test('a frame that timed out schedules a check of its address', async () => {
    const looked = () => platform.database.query<{ url: string }>('SELECT url FROM catalog.injection_check');
    await expect.poll(looked).toEqual([{ url: `${origin}/hangs` }]);
  });
});

describe('pages of bookings', () => {
  const FRAME_OF_APP = /<iframe|<script|frame-src/;
  let permalink: string;

  test('booking pages have no frame until the guest has paid', async () => {
    const query = new URLSearchParams({ check_in: daysAhead(60), check_out: daysAhead(62), adults: '2' });
    const { page: form, send } = await openGuestForm(http, `${stay}/book?${query}`);
    expect([form.status, FRAME_OF_APP.test(form.text)]).toEqual([200, false]);
    const booked = await send({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' });
    permalink = booked.headers.location ?? '';
    expect(permalink).toMatch(/^\/bookings\//);
    const { text, headers } = await http.get(permalink, { accept: 'text/html' });
    expect(text).toContain('name="method"');
    expect(FRAME_OF_APP.test(text + headers['content-security-policy'])).toBe(false);
  });

  test('booking pages show their frames once the stay is confirmed', async () => {
    const { hostBookings } = await ask('{ hostBookings(first: 1) { nodes { id } } }');
    const marked = await ask('mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', {
      id: hostBookings.nodes[0].id,
    });
    expect(marked.bookingMarkPaid.userErrors).toEqual([]);
    const { text, headers } = await http.get(permalink, { accept: 'text/html' });
    expect(text.match(/<iframe title="(\w+)"/g)).toEqual(['<iframe title="thanks"']);
    expect(headers['content-security-policy']).toContain(
      `frame-src ${origin}; connect-src 'self'; form-action`,
    );
  });
});
