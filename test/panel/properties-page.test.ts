import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
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

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)(
  'a host edits a property and a unit type, in the %s, %d pixels wide',
  async (colorScheme, width) => {
    const page = await openPanel(platform, browser, { colorScheme, viewport: { width, height: 900 } });
    try {
      await page.goto('/panel/properties');
      const list = page.getByRole('table', { name: 'Properties' });
      await list.getByRole('link').first().waitFor();
      await keepPicture(page, `properties-${colorScheme}-${width}`);
      await list.getByRole('link').first().click();
      const name = `House ${colorScheme} ${width}`;
      await page.getByLabel('Name').first().fill(name);
      await page.getByRole('button', { name: 'Save' }).first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByLabel('Usual rate per night').first().fill(String(width));
      await page.getByRole('button', { name: 'Save' }).nth(1).click();
      await page.getByText('Saved.').nth(1).waitFor();
      const rates = await platform.database.query<{ base_rate: string }>(
        'SELECT u.base_rate FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id WHERE p.name = $1',
        [name],
      );
      expect(rates.map(({ base_rate }) => Number(base_rate))).toContain(width * 100);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await keepPicture(page, `property-${colorScheme}-${width}`);
    } finally {
      await page.context().close();
    }
  },
);
