import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Panel components in each state, on the page for people who build pages.

describe('the gallery of components', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    platform = await startPlatform();
    browser = await openBrowser();
    page = await openPanel(platform, browser);
    await page.goto('/panel/gallery');
    await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  test('the component gallery looks good in light and dark mode on a desktop and a phone', {
    timeout: 60_000,
  }, async () => {
    await expectGoodLooks(page, 'gallery');
  });

  test("the gallery's list pages through its rows", async () => {
    const table = page.getByRole('table', { name: 'Guests' });
    await table.getByText('Guest 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await table.getByText('Guest 21', { exact: true }).waitFor();
    expect(await table.getByText('Guest 1', { exact: true }).count()).toBe(0);
  });

  test("the gallery's dialog requires confirmation before it acts", async () => {
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
    await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('the gallery hides a secret permanently', async () => {
    await page.getByRole('button', { name: "I've saved it" }).click();
    expect(await page.getByText('whsec_').count()).toBe(0);
  });
});
