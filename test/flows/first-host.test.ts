import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../support/accounts.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { expectGoodLooks } from '../support/panel.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/storefronts.md#opening: from an empty database to an agent's paid booking, by clicks and a real MCP client.

describe('the first host', () => {
  let database: TestDatabase;
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];
  let booked: BookedStay;

  beforeAll(async () => {
    database = await openEmptyDatabase();
    [platform, browser] = await Promise.all([startPlatform({ SEED: 'none' }, database), openBrowser()]);
    const context = await browser.newContext({
      baseURL: platform.address,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Europe/Zurich',
    });
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
    await database.drop();
  });

  const type = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  };
  const click = (name: string) => page.getByRole('button', { name }).click();
  const step = (title: string) => page.getByRole('region', { name: title });

  test('creates an account and a team with the link of the start', async () => {
    await page.goto(new URL(platform.setupUrl ?? '').pathname);
    await type({ 'E-mail': 'fay@example.com', 'Your name': 'Fay First', Team: 'Pier Rooms' });
    await page.getByLabel('Password').fill(PASSWORD);
    await click('Create account and team');
    await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
    await expectGoodLooks(page, 'welcome-first-step');
  });

  test('opens a storefront whose address follows the name of the team', async () => {
    await page.getByLabel('Address').waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('pier-rooms');
    await click('Open storefront');
    await step('Open a storefront').getByText('Done: Pier Rooms at pier-rooms.localhost').waitFor();
  });

  test('adds a property by the clock of the browser', async () => {
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Zurich');
    await type({
      'Name of the property': 'Pier House',
      'Street and number': 'Quai 1',
      'Postal code': '6004',
      Town: 'Lucerne',
      Country: 'ch',
      Currency: 'chf',
    });
    await click('Add property');
    await step('Add your property').getByText('Done: Pier House').waitFor();
  });

  test('adds a unit type with its rate', async () => {
    await type({ 'Name of the unit type': 'Quay room', 'How many of them': '3', 'Rate per night': '140' });
    await expectGoodLooks(page, 'welcome-unit-type');
    await click('Add unit type');
    await step('Add what you rent out').getByText('Done: Quay room').waitFor();
  });

  test('shows it in a photo', async () => {
    await expectGoodLooks(page, 'welcome-photos');
    const buffer = await plainPhoto();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'quay.jpg', mimeType: 'image/jpeg', buffer });
    await step('Show it').getByText('Done').waitFor();
  });

  test('writes terms and a privacy policy', async () => {
    await type({ 'Terms of service': 'Check-in from 15:00.', 'Privacy policy': 'We keep what we need.' });
    await click('Publish');
    await step('Write your terms').getByText('Done').waitFor();
  });

  test('lets guests pay at the property', async () => {
    await page.getByLabel('Pay at the property').check();
    await expectGoodLooks(page, 'welcome-ways-to-pay');
    await click('Save payment methods');
    await step('Choose how guests pay').getByText('Done').waitFor();
  });

  test('goes live', async () => {
    await click('Go live');
    await page.getByText('You are live.').waitFor();
    await expectGoodLooks(page, 'welcome-live');
  });

  test('is booked by an agent', async () => {
    const stay = { checkIn: daysAhead(10), checkOut: daysAhead(12), guest: 'Ada Lovelace' };
    booked = await bookStay(platform, { storefront: 'pier-rooms.localhost', ...stay });
    expect(booked.title).toContain('Quay room');
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('table', { name: 'Bookings' }).getByText('Ada Lovelace').waitFor();
  });

  test('has a guest who chooses to pay at the property', async () => {
    const guest = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await guest.goto(new URL(booked.path, `http://pier-rooms.localhost:${platform.port}`).href);
    await guest.getByRole('button', { name: 'Choose pay at the property' }).click();
    await guest.getByText('You pay CHF 280.00 at the property.').waitFor();
    await guest.close();
    await page.reload();
    await page.getByRole('table', { name: 'Bookings' }).getByText('Confirmed').waitFor();
    const [row] = await database.query<{ status: string; total: number }>(
      'SELECT status, total::int FROM checkout.bookings WHERE reference = $1',
      [booked.reference],
    );
    expect(row).toEqual({ status: 'confirmed', total: 28_000 });
    expect(troubles).toEqual([]);
  });
});
