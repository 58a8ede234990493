import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { contextOf } from '../support/developer.ts';
import { newPaidApp, PLAN, USAGE } from '../support/paid-app.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import type { StoreApp } from '../support/store-app.ts';

// docs/interface/billing.md in a browser.

describe('a paid app in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let app: StoreApp;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform({ SWEEP_INTERVAL: 'PT1H' }), openBrowser()]);
    const plus = {
      ...PLAN,
      ...USAGE,
      key: 'plus',
      name: 'Plus',
      amount: 9_000,
      description: 'With cleaning.',
    };
    app = await newPaidApp(platform, [PLAN, plus], { oauth: { redirect_uris: [] } });
    page = await openPanel(platform, browser);
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  test('a host reads the price, the cap and the terms, and installs the app with a plan', async () => {
    await page.goto(`/panel/store/${app.slug}`);
    await page.getByRole('radio', { name: /^Plus/ }).check();
    await page
      .getByText('You’ll be charged EUR 90.00 a month')
      .or(page.getByText(/charged EUR.90\.00 a month/))
      .waitFor();
    await page.getByText(/Usage costs at most EUR.50\.00 a month/).waitFor();
    await expectGoodLooks(page, 'A paid app in the store');
    await page.getByRole('radio', { name: /^Pro/ }).check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/EUR.30\.00 a month/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Crew Store' }).waitFor();
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
  });

  test('the owner upgrades on the app’s page', async () => {
    await page.goto(`/panel/installed/${app.slug}?plan=plus`);
    await page.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the plan' }).click();
    await page
      .getByText(/^Plus · EUR.90\.00 a month$/)
      .first()
      .waitFor();
    await page.getByText(/EUR.0\.00 of at most EUR.50\.00/).waitFor();
    await expectGoodLooks(page, 'An installed paid app');
  });

  test('Billing lists the statement with its lines', async () => {
    const ctx = contextOf(platform);
    const nextMonth = Temporal.Now.plainDateISO('UTC').add({ months: 1 }).with({ day: 1 });
    await issueStatements({ ...ctx, clock: { now: () => new Date(`${nextMonth}T00:01:00Z`) } });
    await page.goto('/panel/settings/billing');
    await page.getByText(/^ST-\d{4}-000001$/).waitFor();
    await page
      .getByText(/Crew Store: Plus/)
      .first()
      .waitFor();
    await expectGoodLooks(page, 'Billing');
    expect(troubles).toEqual([]);
  });
});
