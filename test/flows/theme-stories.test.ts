import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer, hostOf, newDeveloper } from '../support/developer.ts';
import { liveTheme } from '../support/live-themes.ts';
import { developer as management } from '../support/management.ts';
import { expectGoodGuestPage } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { folderOf, LEAST_THEME, themeOf, zipOf } from '../support/themes.ts';

// docs/guides/build-a-theme.md: a guest searches, books, pays, writes and cancels under each example theme, in a
// browser that runs scripts only for axe.

let platform: TestPlatform;
let browser: Browser;
let developer: Developer;
let storefrontId: string;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await openBrowser();
  developer = await newDeveloper(platform);
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

/** Expects the page to be the theme's, without scripts, forms of its own or requests to other hosts. */
async function expectThemed(page: Page, name: string, slug: string): Promise<void> {
  expect(await page.locator(`html.page-${name} link[href$="/${slug}.css"]`).count(), name).toBe(1);
  expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
  expect(await page.locator('form').count()).toBe(await page.locator('.platform form').count());
}

test.each(['hearth', 'belvedere'])(
  'a guest searches, books, pays, writes and cancels under the theme %s',
  async (slug) => {
    await publish(slug);
    const baseURL = `http://lakeside.localhost:${platform.port}`;
    const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const { troubles, requests } = watch(page);
    const looks = async (name: string, label: string) => {
      await expectThemed(page, name, slug);
      await expectGoodGuestPage(page, `${slug}-${label}`);
    };

    await expect
      .poll(async () => {
        await page.goto('/');
        return page.locator(`link[href$="/${slug}.css"]`).count();
      })
      .toBe(1);
    await looks('home', 'home');
    await page.getByLabel('Check-in').fill(daysAhead(90));
    await page.getByLabel('Check-out').fill(daysAhead(93));
    await page.getByRole('button', { name: 'Show available stays' }).click();
    await page.getByText(/stays available$/).waitFor();
    await looks('home', 'search');
    await page.getByRole('link', { name: 'Lake View Double' }).click();
    await looks('stay', 'stay');
    await page.getByRole('link', { name: 'Book this stay' }).first().click();
    await looks('request', 'book');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('I have read and accept').check();
    await page.getByRole('button', { name: 'Book now' }).click();

    await page.locator('[data-payment-status="awaiting_payment"]').waitFor({ state: 'attached' });
    await looks('booking', 'hold');
    await page.getByRole('button', { name: 'Pay with a test payment' }).click();
    await page.locator('[data-payment-status="paid"]').waitFor({ state: 'attached' });
    await looks('booking', 'confirmed');
    const booking = page.url();

    await page.goto(`${booking.split('?')[0]}/messages`);
    await page.locator('.message-form textarea').fill('Is there a boat?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Is there a boat?').waitFor();
    await looks('messages', 'messages');

    await page.goto(booking);
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    await looks('booking', 'receipt');
    await page.goto(booking);
    await page.getByRole('link', { name: 'Change your stay' }).click();
    await looks('change', 'change');
    await page.goto(booking);
    await page.getByRole('link', { name: 'Cancel booking' }).click();
    await looks('cancel', 'cancel');
    await page.locator('.cancel-form button').click();
    await page.getByText('you cancelled this booking').waitFor();
    expect(new Set(requests.map((url) => new URL(url).host))).toEqual(new Set([new URL(baseURL).host]));
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('a browser reloads a page with a development copy when the copy changes', async () => {
  const pat = platform.demo?.accounts.find(({ key }) => key === 'host')?.pat ?? '';
  const owner = management(platform.address, pat);
  const copy = async (heading: string): Promise<string> => {
    const declared = 'name = "Copied"\nslug = "copied"\nversion = "1.0.0"\n';
    const home = `<h1>${heading}</h1>`;
    const zip = await zipOf({ ...LEAST_THEME, 'theme.toml': declared, 'templates/home.liquid': home });
    const set = await owner.call('PUT', 'themes/copied/dev?storefront=lakeside', { zip, team: 'lakeside' });
    return set.json.preview_url;
  };
  const page = await browser.newPage();
  const { troubles } = watch(page);
  await page.goto(await copy('Before'));
  await page.getByRole('heading', { name: 'Before' }).waitFor();
  await page.waitForResponse(/theme-preview\/changes/);
  await copy('After');
  await page.getByRole('heading', { name: 'After' }).waitFor();
  await page.getByRole('link', { name: 'End the preview' }).click();
  await page.locator('link[href$="/belvedere.css"]').waitFor({ state: 'attached' });
  expect(troubles).toEqual([]);
  await page.close();
});
