import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { expectGoodGuestPage } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// A guest without an assistant searches, books, pays and keeps the receipt. This browser runs scripts only
// for axe: the pages have none.

let platform: TestPlatform;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const DATES = `check_in=${daysAhead(90)}&check_out=${daysAhead(93)}&adults=2`;

async function openStorefront(locale: string): Promise<Page> {
  const baseURL = `http://lakeside.localhost:${platform.port}`;
  const context = await browser.newContext({
    baseURL,
    locale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

/** Offers a second payment method on the demo storefront. */
async function offerBankTransfer(): Promise<void> {
  const [storefront] = await platform.database.query<{ id: string }>(
    `SELECT id::text FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
  );
  const transfer = {
    kind: 'bank_transfer',
    enabled: true,
    effect: 'extend_hold',
    holdHours: 24,
    bankAccount: { holder: 'Lakeside AG', iban: 'CH93 0076 2011 6238 5295 7' },
  };
  const { storefrontUpdate } = await ask<{ storefrontUpdate: { userErrors: readonly unknown[] } }>(
    platform,
    (await demoHost(platform, 'lakeside')).host,
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { field code } } }',
    { input: { id: storefront?.id, paymentMethods: [transfer] } },
  );
  expect(storefrontUpdate.userErrors).toEqual([]);
}

test('a guest searches, books, pays and keeps the receipt on pages without scripts', async () => {
  await offerBankTransfer();
  const page = await openStorefront('en-GB');
  const { troubles } = watch(page);
  await page.goto('/');
  await expectGoodGuestPage(page, 'home');
  expect(await page.locator('script').count()).toBe(0);

  await page.getByLabel('Check-in').fill(daysAhead(90));
  await page.getByLabel('Check-out').fill(daysAhead(93));
  await page.getByRole('button', { name: 'Show available stays' }).click();
  await page.getByText(/stays available$/).waitFor();
  await expectGoodGuestPage(page, 'search');
  await page.getByLabel('Adults').selectOption('12');
  await page.getByRole('button', { name: 'Show available stays' }).click();
  await page.getByText('No stays are available for these dates and guests').waitFor();
  await expectGoodGuestPage(page, 'search-empty');
  await page.goBack();

  await page.getByRole('link', { name: 'Lake View Double' }).click();
  await expectGoodGuestPage(page, 'stay');

  await page.getByRole('link', { name: 'Book this stay' }).click();
  await expectGoodGuestPage(page, 'book');
  const total = await page.getByRole('row', { name: /^Total/ }).innerText();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('I have read and accept').check();
  await page.getByRole('button', { name: 'Book now' }).click();

  await page.getByText('Awaiting payment').waitFor();
  expect(await page.getByRole('row', { name: /^Total/ }).innerText()).toBe(total);
  await expectGoodGuestPage(page, 'hold');
  // Each payment method is one button, and there's nothing to choose before it.
  const pay = page.getByRole('region', { name: 'Pay', exact: true });
  expect(await pay.getByRole('radio').count()).toBe(0);
  expect(await pay.getByRole('button').count()).toBe(2);
  expect(await pay.locator('form').count()).toBe(2);
  await page.getByRole('button', { name: 'Pay with a test payment' }).click();

  await page.getByText('Confirmed', { exact: true }).first().waitFor();
  await expectGoodGuestPage(page, 'confirmed');
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await expectGoodGuestPage(page, 'receipt');
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a guest whose language is German sees the price in German', async () => {
  const page = await openStorefront('de-CH');
  await page.goto(`/stays/1?${DATES}`);
  await page.getByText('Gesamtpreis mit allen Gebühren und Steuern').waitFor();
  await expectGoodGuestPage(page, 'stay-de');
  await page.context().close();
});
