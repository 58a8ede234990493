import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

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

test('a host edits a property and a unit type', async () => {
  const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  await page.goto('/panel/properties');
  const list = page.getByRole('table', { name: 'Properties' });
  await list.getByRole('link').first().waitFor();
  await expectGoodLooks(page, 'properties');
  await list.getByRole('link').first().click();
  await page.getByLabel('Name').first().fill('House by the pier');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'House by the pier' }).waitFor();
  await page.getByLabel('Usual rate per night').first().fill('123.4');
  await page.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByText('Saved.').nth(1).waitFor();
  const rates = await platform.database.query<{ base_rate: string }>(
    'SELECT u.base_rate FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id WHERE p.name = $1',
    ['House by the pier'],
  );
  expect(rates.map(({ base_rate }) => Number(base_rate))).toContain(12_340);
  await expectGoodLooks(page, 'property');
});
