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
  'the activity of a team is listed in words, in the %s, %d pixels wide',
  async (colorScheme, width) => {
    const page = await openPanel(platform, browser, { colorScheme, viewport: { width, height: 900 } });
    try {
      await page.goto('/panel/access');
      await page.getByLabel('Token name').fill('Laptop');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const activity = page.getByRole('table', { name: 'Activity' });
      await activity.getByText('Created an access token: Laptop').first().waitFor();
      await activity.getByText('Signed in').first().waitFor();
      await activity.scrollIntoViewIfNeeded();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await keepPicture(page, `activity-${colorScheme}-${width}`);
    } finally {
      await page.context().close();
    }
  },
);
