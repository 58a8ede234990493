import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// The components of the panel, each in its states, on the page that those who build pages look at.

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

  test('looks good in light and dark on a desk and on a phone', { timeout: 60_000 }, async () => {
    await expectGoodLooks(page, 'gallery');
  });

  test('pages through a list', async () => {
    const table = page.getByRole('table', { name: 'Guests' });
    await table.getByText('Guest 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await table.getByText('Guest 21', { exact: true }).waitFor();
    expect(await table.getByText('Guest 1', { exact: true }).count()).toBe(0);
  });

  test('asks before it acts', async () => {
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
    await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('hides a secret for good', async () => {
    await page.getByRole('button', { name: 'I have stored it' }).click();
    expect(await page.getByText('whsec_').count()).toBe(0);
  });
});
