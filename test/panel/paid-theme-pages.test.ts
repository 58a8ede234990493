import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, contextOf } from '../support/developer.ts';
import { releaseTheme } from '../support/live-themes.ts';
import { developer } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import { PLAN } from '../support/paid-app.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';

// docs/interface/billing.md#themes in a browser.

describe('a paid theme in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform({ SWEEP_INTERVAL: 'PT1H' }), openBrowser()]);
    const { email, pat } = demoAccount(platform, 'developer');
    const [row] = await platform.database.query<{ id: number }>(
      'SELECT id FROM apps.accounts WHERE email = $1',
      [email],
    );
    const viewer = {
      kind: 'account' as const,
      accountId: Number(row?.id),
      accessTokenId: 0,
      abilities: ['develop-apps'],
    };
    await releaseTheme(platform, { viewer }, { slug: 'paid-lakeside', distribution: 'public' });
    const approve = 'mutation ($id: ID!) { done: themeVersionApprove(id: $id) { userErrors { code } } }';
    await ask(platform, await operator(platform), approve, { id: 'paid-lakeside@1' });
    const plans = [
      { ...PLAN, key: 'site', name: 'Site', description: 'All of your sites.', amount: 900, features: [] },
      {
        ...PLAN,
        key: 'studio',
        name: 'Studio',
        description: 'With help from our designers.',
        amount: 2_900,
        features: ['Five layouts', 'Help by email'],
      },
    ];
    const { status, json } = await developer(platform.address, pat ?? '').call(
      'PUT',
      'themes/paid-lakeside/listing',
      {
        body: { plans },
      },
    );
    if (status !== 200) throw new Error(JSON.stringify(json));
    page = await openPanel(platform, browser);
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  test('a host reads a theme’s price and terms, and adds it with a plan', async () => {
    await page.goto('/panel/site/theme');
    await page.getByText(/EUR.9\.00 a month/).waitFor();
    await page.getByRole('button', { name: 'Plans of Lakeside' }).click();
    await page.getByRole('radio', { name: /^Studio/ }).check();
    await page.getByText(/charged EUR.29\.00 a month/).waitFor();
    await page.getByText(/One subscription covers all of your sites/).waitFor();
    await expectGoodLooks(page, 'A paid theme before adding it');
    await page.getByRole('radio', { name: /^Site/ }).check();
    await page.getByRole('button', { name: 'Subscribe and add' }).click();
    await page
      .getByRole('dialog')
      .getByText(/EUR.9\.00 a month/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Add the theme' }).click();
    await page.getByRole('heading', { name: 'Theme Lakeside' }).waitFor();
    await expectGoodLooks(page, 'A paid theme on a site');
  });

  test('Billing shows the theme’s subscription and its statement', async () => {
    const ctx = contextOf(platform);
    const nextMonth = Temporal.Now.plainDateISO('UTC').add({ months: 1 }).with({ day: 1 });
    await issueStatements({ ...ctx, clock: { now: () => new Date(`${nextMonth}T00:01:00Z`) } });
    await page.goto('/panel/settings/billing');
    await page.getByRole('heading', { name: 'Theme Lakeside' }).waitFor();
    await page
      .getByText(/Lakeside: Site/)
      .first()
      .waitFor();
    await expectGoodLooks(page, 'Billing with a theme');
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await page
      .getByRole('dialog')
      .getByText(/removed from your sites/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the subscription' }).click();
    await page.getByText('Ends', { exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });
});
