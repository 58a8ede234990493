import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type DeskWorld, type EnteredBooking, openDeskWorld } from '../support/desk-world.ts';
import { type Keys, keysOf } from '../support/keys.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/guides/panel.md#the-keyboard: guests use the pages about their booking with keys only.

let platform: TestPlatform;
let browser: Browser;
let desk: DeskWorld;
let context: BrowserContext;
let page: Page;
let keys: Keys;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  desk = await openDeskWorld(platform);
  await desk.run(
    'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: '1', guestChanges: 'instant' } },
  );
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});
beforeEach(async () => {
  context = await browser.newContext({
    baseURL: `http://lakeside.localhost:${platform.port}`,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  keys = keysOf(page);
});
afterEach(() => context.close());

const open = ({ permalinkId }: EnteredBooking) => page.goto(`/bookings/${permalinkId}`);

test('a guest cancels a booking with keys only', async () => {
  const booking = await desk.enter(40, 42, 'Ada Byron');
  await open(booking);
  await keys.activate(page.getByRole('link', { name: /^Cancel/ }));
  await page.waitForURL('**/cancel*');
  await keys.type(page.getByRole('textbox'), 'Our plans changed.');
  await keys.activate(page.locator('main, body').locator('form button.primary').last());
  await page.getByText('you cancelled this booking').waitFor();
  const { booking: after } = await desk.run<{
    booking: { status: string; cancellation: { reason: string } };
  }>('query($id: ID!) { booking(id: $id) { status cancellation { reason } } }', { id: booking.id });
  expect(after).toEqual({ status: 'cancelled', cancellation: { reason: 'Our plans changed.' } });
});

test('a guest corrects a refused change with keys only, then books the longer stay', async () => {
  const booking = await desk.enter(50, 52, 'Bea Smith');
  await open(booking);
  await keys.activate(page.getByRole('link', { name: /^Change/ }));
  await page.waitForURL('**/change*');
  const checkOut = page.getByLabel('Check-out');
  await keys.typeDate(checkOut, daysAhead(50));
  await keys.press('Enter');
  await page.locator('[aria-invalid=true]').waitFor();
  await keys.tabTo(checkOut);
  await keys.expectRefused(checkOut, /./);
  await keys.typeDate(checkOut, daysAhead(53));
  await keys.press('Enter');
  const confirm = page.getByRole('region').locator('button.primary');
  await keys.activate(confirm);
  await page.waitForURL(`**/bookings/${booking.permalinkId}*`);
  const { booking: after } = await desk.run<{ booking: { checkOut: string } }>(
    'query($id: ID!) { booking(id: $id) { checkOut } }',
    { id: booking.id },
  );
  expect(after.checkOut).toBe(daysAhead(53));
});
