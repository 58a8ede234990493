import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, type Watched, watch } from '../support/browser.ts';
import { SYSTEM_NODE } from '../support/cli.ts';
import { ask, type Developer } from '../support/developer.ts';
import { installEmbeddedApp } from '../support/embedded-app.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { expectGoodGuestPage, keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, readLines } from '../support/process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Injections from examples/reviews-app, run as its developer runs it, from the host's page in the panel to
// the guests' pages.

let platform: TestPlatform;
let app: ExampleApp;
let host: Developer;
let browser: Browser;
let http: StorefrontHttp;
let shop: string;
let stay: string;
let storefrontId: string;
let before: Read;

interface Placement {
  readonly id: string;
  readonly handle: string;
  readonly status: string;
}
interface Read {
  readonly text: string;
  readonly policy: string | undefined;
}

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser(), buildSdk()]);
  host = await demoHost(platform, 'lakeside');
  shop = `http://lakeside.localhost:${platform.port}`;
  http = storefrontHttp(platform.address, new URL(shop).host);
  stay = /\/stays\/\d+/.exec((await read('/')).text)?.[0] ?? '';
  before = await read(stay);
  const { storefronts } = await asHost<{ storefronts: readonly [{ id: string }] }>('{ storefronts { id } }');
  storefrontId = storefronts[0].id;
  app = await openExample(platform, { folder: 'reviews-app', account: 'host', team: 'lakeside' });
  await app.start({ PLATFORM_PANEL_URL: platform.address });
});
afterAll(async () => {
  await Promise.all([browser.close(), app.remove(), http.close()]);
  await platform.close();
});

const asHost = <Data>(document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> =>
  ask<Data>(platform, host.host, document, variables);
async function read(path: string): Promise<Read> {
  const { text, headers } = await http.get(path, { accept: 'text/html', 'accept-language': 'en' });
  return { text, policy: headers['content-security-policy'] };
}
const placements = async (): Promise<readonly Placement[]> =>
  (
    await asHost<{ it: readonly Placement[] }>(
      'query ($id: ID!) { it: injectionPlacements(storefrontId: $id) { id handle status } }',
      { id: storefrontId },
    )
  ).it.filter(({ status }) => status !== 'available');
const publish = (id: string) =>
  asHost('mutation ($id: ID!) { injectionPublish(id: $id) { userErrors { code } } }', { id });
const place = async (handle: string, target: string) => {
  const { it } = await asHost<{ it: { placement: { id: string } } }>(
    `mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { placement { id } } }`,
    { input: { storefrontId, appSlug: app.slug, handle, target } },
  );
  await publish(it.placement.id);
};

/** Opens a page as a guest, counting its layout shifts. */
async function open(path: string, locale = 'en'): Promise<{ page: Page; watched: Watched }> {
  const context = await browser.newContext({ locale, baseURL: shop, viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const watched = watch(page);
  await page.addInitScript({
    content: `window.shifts = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });`,
  });
  await page.goto(path);
  return { page, watched };
}

describe('the reviews app', () => {
  let draft: Placement;

  test('the installed reviews app is on the storefront as a draft', async () => {
    [draft] = (await eventually(placements, (all) => all.length > 0)) as [Placement];
    expect(draft).toMatchObject({ handle: 'reviews', status: 'draft' });
    expect(await read(stay)).toEqual(before);
  });

  test("the reviews app saves the host's input on its panel page", async () => {
    const page = await openPanel(platform, browser);
    await page.getByRole('link', { name: 'Guest Book' }).click();
    const desk = page.frameLocator('iframe[title="Guest Book"]');
    for (const [name, stars, text] of [
      ['Ada', '5', 'Quiet, and the lake is near.'],
      ['Grace', '3', 'A good stay, the stairs are steep.'],
    ] as const) {
      await desk.getByLabel('Unit type').fill(stay.split('/').at(-1) ?? '');
      await desk.getByLabel('Guest').fill(name);
      await desk.getByLabel('Stars').fill(stars);
      await desk.getByRole('textbox', { name: 'Review' }).fill(text);
      await desk.getByRole('button', { name: 'Add' }).click();
      await desk.getByText(`${name}, unit type`).waitFor();
    }
    await keepPicture(page, 'example-reviews-desk');
    await page.context().close();
  });

  test("the reviews app's frame is as tall as its reviews", async () => {
    await publish(draft.id);
    const { page, watched } = await open(stay);
    const iframe = page.locator('iframe[title="Guest reviews"]');
    await iframe.scrollIntoViewIfNeeded();
    const frame = page.frameLocator('iframe[title="Guest reviews"]');
    await frame.getByText('the lake is near').waitFor();
    const content = await frame
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    expect(content).toBeGreaterThan(120);
    // The frame shrinks only outside the guest's view.
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(async () => (await iframe.boundingBox())?.height).toBe(content);
    expect(await page.evaluate('window.shifts')).toBe(0);
    expect(watched.troubles).toEqual([]);
    await expectGoodGuestPage(page, 'stay-with-reviews');
    // Full-page screenshots omit frames outside the window: these show a window with the frame in it.
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        await iframe.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await frame.getByText('the lake is near').waitFor();
        await keepPicture(page, `guest-reviews-${colorScheme}-${width}`);
      }
    }
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'the reviews app matches the background on a %s page',
    async (colorScheme) => {
      const { page } = await open(stay);
      await page.emulateMedia({ colorScheme });
      const injected = page.locator('.injected');
      await injected.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await page.frameLocator('iframe[title="Guest reviews"]').getByText('the lake is near').waitFor();
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      // Checks the empty area next to the heading; polls because a frame is painted after its text exists.
      const painted = async () => {
        const { x, y, width } = (await injected.boundingBox()) ?? expect.unreachable();
        const clip = { x: x + width - 40, y: y + 12, width: 1, height: 1 };
        const [red, green, blue] = await sharp(await page.screenshot({ clip }))
          .raw()
          .toBuffer();
        return `rgb(${red}, ${green}, ${blue})`;
      };
      await expect.poll(painted).toBe(ground);
      await page.context().close();
    },
  );

  test("the reviews app uses the host's settings for its placement", async () => {
    await fillIn(
      ...([platform, host, app.slug, { heading: 'What guests say', order: 'best', shown: '1' }] as const),
      { per: 'placement', id: draft.id },
    );
    const { page } = await open(stay);
    const frame = page.frameLocator('iframe[title="Guest reviews"]');
    await frame.getByRole('heading', { name: 'What guests say' }).waitFor();
    expect(await frame.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Ada')]);
    await page.context().close();
  });

  test("the reviews app uses the page's language", async () => {
    const { page } = await open(stay, 'de');
    await page.frameLocator('iframe[title="Guest reviews"]').getByText('2 Bewertungen').waitFor();
    await page.context().close();
  });

  test("the reviews app's link is at the host's chosen position", async () => {
    await place('about', 'home.bottom');
    const { page } = await open('/');
    const [about] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'How reviews are made' }).click(),
    ]);
    await about.getByText('after their stay').waitFor();
    await page.context().close();
  });

  test('uninstalling the reviews app restores every page', async () => {
    const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
    await asHost(uninstall, { slug: app.slug });
    expect(await read(stay)).toEqual(before);
  });
});

describe('the guide to injections', () => {
  test('the guide to injections produces an app whose placement is on the page', async () => {
    const guide = await readFile('docs/guides/add-to-storefronts.md', 'utf8');
    const sample = (language: string, after: string) =>
      new RegExp(`${after}[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'platform-guide-'));
    await mkdir(join(folder, 'node_modules/@platform'), { recursive: true });
    await symlink(resolve('packages/app-sdk'), join(folder, 'node_modules/@platform/app-sdk'));
    await writeFile(join(folder, 'server.mjs'), sample('js', '## Serve it'));
    const port = await freePort();
    const toml = sample('toml', '## Declare it').replace('localhost:3003', `127.0.0.1:${port}`);
    const { slug: _slug, ...manifest } = parse(toml);
    const made = await installEmbeddedApp(platform, host, `http://127.0.0.1:${port}/page`, manifest);
    const env = {
      PATH: process.env.PATH,
      PORT: String(port),
      PLATFORM_CLIENT_ID: made.clientId,
      PLATFORM_CLIENT_SECRET: made.clientSecret,
    };
    const server = readLines(spawn(SYSTEM_NODE, ['server.mjs'], { cwd: folder, env }));
    try {
      await server.line(/^Listening/);
      const [own] = (await eventually(placements, (all) => all.length > 0)) as [Placement];
      await fillIn(platform, host, made.slug, { minutes: '12' }, { per: 'placement', id: own.id });
      await publish(own.id);
      const { page, watched } = await open(`${stay}?check_in=${daysAhead(40)}&check_out=${daysAhead(42)}`);
      const frame = page.frameLocator('iframe[title="To the lake"]');
      await frame.getByText(`12 minutes to the lake. You come on ${daysAhead(40)}.`).waitFor();
      expect(watched.troubles).toEqual([]);
      await page.context().close();
      expect((await fetch(`http://127.0.0.1:${port}/distance?session=forged`)).status).toBe(401);
    } finally {
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
      await rm(folder, { recursive: true });
    }
  });
});
