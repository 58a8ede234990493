import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
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

test("the activity page describes a team's events in readable sentences", async () => {
  const page = await openPanel(platform, browser);
  await page.goto('/panel/team/tokens');
  await page.getByLabel('Token name').fill('Laptop');
  await page.getByRole('button', { name: 'Create token', exact: true }).click();
  await page.getByLabel('access token', { exact: true }).waitFor();
  await page.goto('/panel/team/activity');
  const activity = page.getByRole('table', { name: 'Activity' });
  await activity.getByText('Created an access token: Laptop').first().waitFor();
  await activity.getByText('Signed in').first().waitFor();
  await expectGoodLooks(page, 'activity');
});
