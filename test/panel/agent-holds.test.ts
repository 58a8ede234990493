import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { openReception } from '../support/guests.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let browser: Browser;
let page: Page;
let troubles: readonly string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  const reception = await openReception(platform, 'lakeside');
  for (const guest of ['one', 'two', 'three'])
    await reception.book({ firstName: 'Ada', lastName: 'Byron', email: `${guest}@example.com` });
  page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

test('the Today page lists unpaid agent holds', async () => {
  const group = page.getByRole('group', { name: 'Lakeside Stays' });
  await group.getByText(/^Lakeside Stays: 3 holds, up to \d+% of the units on a night$/).waitFor();
  await group.getByText(/^If no one pays, the last hold ends in 1 h \d+ min\. /).waitFor();
  await expectGoodLooks(page, 'agent-holds');
});

test('one click on the Today page releases all unpaid agent holds', async () => {
  await page.getByRole('button', { name: 'Release all' }).click();
  await page.getByRole('heading', { name: 'Unpaid agent holds' }).waitFor({ state: 'detached' });
  const held = await platform.database.query(`SELECT FROM checkout.bookings WHERE status = 'held'`);
  expect(held).toEqual([]);
  expect(troubles).toEqual([]);
});
