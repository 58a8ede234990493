import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_PATH, openBrowser, watch } from '../support/browser.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { demoAccount } from '../support/oauth.ts';
import { keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// interface.md "OAuth install", "Embedded app page": the example app as a host meets it, in a browser.

/** Where the example's redirect URI is: the browser finds its server there. */
const SITE = 'https://crew.example.com';

describe.skipIf(BROWSER_PATH === null)('the cleaning app of examples/', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let crew: ExampleApp;

  beforeAll(async () => {
    // Less than the bridge wants to have left, so the board asks the panel before every call.
    const settings = { SESSION_JWT_TTL: 'PT20S' };
    [platform, browser] = await Promise.all([startPlatform(settings), openBrowser(), buildSdk()]);
    crew = await openExample(platform, { folder: 'cleaning-app', account: 'host', team: 'lakeside' });
  });
  afterAll(async () => {
    await Promise.all([browser.close(), crew.remove()]);
    await platform.close();
  });

  test('is connected from a link on its own site, without JavaScript, and asks the API for its install', async () => {
    await crew.start({ APP_URL: SITE, PLATFORM_RUNTIME_TOKEN: '' });
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.route(`${SITE}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: `${crew.origin}${pathname}${search}`, maxRedirects: 0 }),
      });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(SITE);
    await page.getByRole('link', { name: 'Connect your team' }).click();
    const { email, password } = demoAccount(platform, 'host');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('radio', { name: 'Harbour House' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('See your tasks').waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    // The app knows the team's slug from its first call with the new token.
    await page.getByText('Connected: the crew works for harbour now.').waitFor();
    await context.close();
    await crew.stop();
  });

  test('shows its board in the panel, asks it for a fresh token and its own server for the jobs', async () => {
    await crew.start();
    const page = await openPanel(platform, browser);
    const { troubles, requests } = watch(page);
    await page.getByRole('link', { name: 'Cleaning Crew' }).click();
    const board = page.frameLocator('iframe[title="Cleaning Crew"]');
    await board.getByText('Nothing to do yet.').waitFor();
    expect(requests.filter((url) => url.endsWith(`/panel/apps/${crew.slug}/session`))).toHaveLength(2);
    await keepPicture(page, 'example-board');
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
