import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgent, type McpAgent } from '../support/agent.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer, hostOf, newDeveloper } from '../support/developer.ts';
import { liveTheme } from '../support/live-themes.ts';
import { expectGoodGuestPage, expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import { folderOf, themeOf } from '../support/themes.ts';

// docs/interface/bookings.md#cancelling-one-line: a guest cancels one line and changes the other one in a browser. It runs
// scripts only for axe: the pages have none.

let platform: TestPlatform;
let browser: Browser;
let developer: Developer;
let agent: McpAgent;
let storefrontId: string;
let day = 100;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await openBrowser();
  developer = await newDeveloper(platform);
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  const { storefronts } = await ask<{ storefronts: readonly { id: string; domain: string }[] }>(
    platform,
    hostOf(1),
    '{ storefronts { id domain } }',
  );
  storefrontId = storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id ?? '';
  await ask(
    platform,
    hostOf(1),
    `mutation { storefrontUpdate(input: { id: "${storefrontId}", guestCancellation: true, guestChanges: instant }) { userErrors { message } } }`,
  );
});
afterAll(async () => {
  await agent.close();
  await browser.close();
  await platform.close();
});

async function publish(slug: string): Promise<void> {
  const theme = themeOf(folderOf(`examples/theme-${slug}`));
  await liveTheme(platform, developer, { slug, distribution: 'public', theme });
  const mutate = async (mutation: string) => {
    const done = await ask<Record<string, { theme: { id: string } }>>(
      platform,
      hostOf(1),
      `mutation { ${mutation} { theme { id } } }`,
    );
    return Object.values(done)[0]?.theme.id ?? '';
  };
  const id = await mutate(`themeInstall(storefrontId: "${storefrontId}", slug: "${slug}")`);
  await mutate(`themePublish(id: "${id}")`);
}

interface Booked {
  readonly id: string;
  readonly path: string;
}

/** Books a stay twice, for one and for two adults, and pays. */
async function bookTwo(guest: string): Promise<Booked> {
  day += 4;
  const dates = { check_in: daysAhead(day), check_out: daysAhead(day + 2) };
  const [stay] = await searchStays(platform.address, 'lakeside.localhost', dates);
  const [, unitTypeId] = /^stay:(\d+):/.exec(stay?.id ?? '') ?? [];
  const line_items = [1, 2].map((adults) => ({
    item: { id: `stay:${unitTypeId}:${dates.check_in}:${dates.check_out}:${adults}:0` },
    quantity: 1,
  }));
  const buyer = { first_name: 'Ada', last_name: 'Byron', email: `${guest}@example.com` };
  const { id: checkout } = await agent.call('create_checkout', { checkout: { line_items, buyer } });
  const { order } = await agent.call('complete_checkout', {
    id: checkout,
    meta: { 'idempotency-key': checkout },
  });
  const path = new URL(order?.permalink_url ?? '').pathname;
  const [row] = await platform.database.query<{ id: string }>(
    'SELECT id::text FROM checkout.bookings WHERE permalink_id = $1::uuid',
    [path.split('/').at(-1) ?? ''],
  );
  const id = row?.id ?? '';
  await ask(platform, hostOf(1), 'mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', {
    id,
  });
  return { id, path };
}

const openPage = async (javaScriptEnabled: boolean): Promise<Page> => {
  const baseURL = `http://lakeside.localhost:${platform.port}`;
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
};

const LOOKS = ['plain', 'hearth', 'belvedere'] as const;

test.each(LOOKS)(
  'the pages for one of several lines work without scripts under the look %s',
  async (look) => {
    if (look !== 'plain') await publish(look);
    const { path } = await bookTwo(look);
    const page = await openPage(false);
    const { troubles } = watch(page);
    if (look !== 'plain') {
      await expect
        .poll(async () => {
          await page.goto(path);
          return page.locator(`link[href$="/${look}.css"]`).count();
        })
        .toBe(1);
    }
    const shown = await openPage(true);
    const looks = async (address: string, label: string) => {
      await shown.goto(address);
      expect(await shown.locator('script:not([type="application/ld+json"])').count()).toBe(0);
      await expectGoodGuestPage(shown, `${look}-${label}`);
    };

    await page.goto(path);
    await page.getByRole('link', { name: 'Cancel booking' }).click();
    await looks(page.url(), 'cancel-several');
    await page.getByRole('link', { name: /2 adults$/ }).click();
    await looks(page.url(), 'cancel-line');
    await page.getByRole('button', { name: /^Cancel .*2 adults$/ }).click();
    await page.locator('[data-payment-status="paid"]').waitFor({ state: 'attached' });
    await page.getByText('1 adult').first().waitFor();
    await looks(page.url(), 'one-line-left');
    await page.getByRole('link', { name: 'Change your stay' }).click();
    await page.getByLabel('Adults').fill('2');
    await page.getByRole('button', { name: 'Show the new price' }).click();
    await page.getByRole('button', { name: 'Change my stay' }).click();
    await page.getByText('2 adults').first().waitFor();

    const other = await bookTwo(`${look}-other`);
    await page.goto(other.path);
    await page.getByRole('link', { name: 'Change your stay' }).click();
    await page.getByRole('link', { name: /2 adults$/ }).click();
    await looks(page.url(), 'change-line');
    await page.getByLabel('Adults').fill('1');
    await page.getByRole('button', { name: 'Show the new price' }).click();
    await page.getByRole('button', { name: 'Change my stay' }).click();
    await page.locator('[data-payment-status="paid"]').waitFor({ state: 'attached' });
    await page.getByText('2 adults').first().waitFor();
    expect(troubles).toEqual([]);
    await page.context().close();
    await shown.context().close();
  },
);

test('a host changes the guests of one line in the dialog', async () => {
  const { id } = await bookTwo('desk');
  const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/panel/bookings/${id}`);
  await page.getByRole('button', { name: 'Change dates or guests' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Adults').inputValue()).toBe('1');
  await dialog.getByLabel('Guests of').selectOption({ index: 1 });
  expect(await dialog.getByLabel('Adults').inputValue()).toBe('2');
  expect(await dialog.getByLabel('Units').count()).toBe(0);
  await dialog.getByLabel('Adults').fill('1');
  await dialog.getByRole('row', { name: /^New total / }).waitFor();
  await expectGoodLooks(page, 'change-one-line');
  await dialog.getByRole('button', { name: 'Change booking' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [booking] = await platform.database.query(
    `SELECT adults, lines::jsonb -> 1 ->> 'adults' AS line FROM checkout.bookings WHERE id = $1`,
    [Number(id)],
  );
  expect(booking).toEqual({ adults: 2, line: '1' });
  await page.context().close();
});
