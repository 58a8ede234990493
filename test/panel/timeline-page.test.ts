import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

describe('the timeline', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];
  let units: Locator;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    await bookStay(platform, { checkIn: daysAhead(1), checkOut: daysAhead(4), guest: 'Ada Lovelace' });
    await bookStay(platform, { checkIn: daysAhead(2), checkOut: daysAhead(6), guest: 'Bea Smith' });
    await bookStay(platform, { checkIn: daysAhead(6), checkOut: daysAhead(9), guest: 'Cleo Lovell' });
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.getByRole('link', { name: 'Timeline' }).click();
    units = page.getByRole('region', { name: 'Lake View Double' });
    await stay('Bea Smith', 'Not assigned').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const lane = (unit: string) => units.getByRole('listitem', { name: unit, exact: true });
  const stay = (guest: string, unit: string) => lane(unit).getByRole('button', { name: guest }).first();

  test('a stay can be moved to the unit below with the keyboard', async () => {
    await stay('Ada Lovelace', 'Not assigned').press('ArrowDown');
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    expect(await page.getByRole('button', { name: 'Ada Lovelace' }).count()).toBe(1);
  });

  test('a stay can be dragged to another unit', async () => {
    await stay('Bea Smith', 'Not assigned').dragTo(lane('Unit 2'));
    await stay('Bea Smith', 'Unit 2').waitFor();
  });

  test('a stay can be moved to another unit from its details', async () => {
    await stay('Cleo Lovell', 'Not assigned').click();
    const details = page.getByRole('dialog', { name: 'Cleo Lovell' });
    await details.getByText('3 nights').waitFor();
    await details.getByLabel('Unit').selectOption('Unit 1');
    await stay('Cleo Lovell', 'Unit 1').waitFor();
  });

  test("the timeline explains why a stay can't move to a taken unit", async () => {
    await stay('Ada Lovelace', 'Unit 1').press('ArrowDown');
    await page.getByRole('alert').waitFor();
    await stay('Ada Lovelace', 'Unit 1').waitFor();
  });

  test('the timeline passes axe and fits a phone', async () => {
    await page.reload();
    await stay('Ada Lovelace', 'Unit 1').waitFor();
    await expectGoodLooks(page, 'Timeline');
    expect(troubles).toEqual([]);
  });

  test('the timeline shows other weeks', async () => {
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await stay('Ada Lovelace', 'Unit 1').waitFor();
  });
});
