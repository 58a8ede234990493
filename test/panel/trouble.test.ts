import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { demoAccount } from '../support/oauth.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// The panel's behavior when its surroundings fail.

describe('the panel in trouble', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    platform = await startPlatform();
    browser = await openBrowser();
    page = await openPanel(platform, browser);
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  async function signIn(on: Page): Promise<void> {
    const { email, password } = demoAccount(platform, 'host');
    await on.getByLabel('Email').fill(email);
    await on.getByLabel('Password').fill(password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  test("the panel offers to try again when the platform can't be reached", async () => {
    await page.route('**/panel/graphql', (route) => route.abort());
    await page.goto('/panel/team/tokens');
    const tokens = page.locator('section', { hasText: 'Developer access tokens' });
    await tokens.getByText("The platform can't be reached.").waitFor();
    await page.unroute('**/panel/graphql');
    await tokens.getByRole('button', { name: 'Try again' }).click();
    await tokens.getByRole('table', { name: 'Access tokens' }).waitFor();
  });

  test("the panel shows that it's offline and when it's back online", async () => {
    await page.context().setOffline(true);
    await page.getByRole('status').getByText("You're offline").waitFor();
    await page.getByLabel('Token name').fill('Offline');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const form = page.locator('section').filter({ has: page.getByLabel('Token name') });
    await form.getByRole('alert').getByText("The platform can't be reached.").waitFor();
    await expectGoodLooks(page, 'offline', [1440, 390]);
    await page.context().setOffline(false);
    await page.getByRole('status').getByText("You're back online").waitFor();
    await page.getByText("You're offline").waitFor({ state: 'detached' });
  });

  test('a panel older than the platform requests a reload', async () => {
    await page.route('**/panel/graphql', async (route, request) => {
      const operation = request.postDataJSON();
      const postData = JSON.stringify({
        ...operation,
        query: operation.query.replace(/\{/, '{asOfOld:gone '),
      });
      await route.continue({ postData });
    });
    await page.goto('/panel/bookings');
    await page.getByText('The panel was updated.').waitFor();
    await page.unroute('**/panel/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No bookings yet').waitFor();
  });

  test("signing in again in another tab doesn't interrupt this tab", async () => {
    await page.goto('/panel/team/tokens');
    await page.getByLabel('Token name').fill('Before');
    await page.context().clearCookies();
    const other = await page.context().newPage();
    await other.goto('/login');
    await signIn(other);
    await other.waitForURL('**/panel');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    await page.getByRole('row', { name: /^Before/ }).waitFor();
    await other.close();
  });

  test('an expired session redirects to the sign-in and back to the same page', async () => {
    await page.goto('/panel/calendar?property=1');
    await page.getByRole('rowheader', { name: 'Unit 1' }).first().waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Later nights' }).click();
    await page.waitForURL('**/login?**');
    await signIn(page);
    await page.waitForURL(/\/panel\/calendar\?property=1&from=\d/);
  });

  test('an unknown address or booking shows a not-found page', async () => {
    await page.goto('/panel/nowhere');
    await page.getByText('Page not found').waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.goto('/panel/bookings/999999');
    await page.getByText('Booking not found').waitFor();
    expect(await page.title()).toBe('Booking · Host panel');
  });
});
