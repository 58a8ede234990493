import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { demoAccount } from '../support/oauth.ts';
import { contextAt, newPaidApp, PLAN, subscribeAt } from '../support/paid-app.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';
import type { StoreApp } from '../support/store-app.ts';

// docs/interface/billing.md#earnings in a browser: the operators' pages, and the developer's.

let platform: TestPlatform;
let browser: Browser;
let app: StoreApp;
let teams: readonly Developer[];

const noon = (months: number, day: number) =>
  `${Temporal.Now.plainDateISO('UTC').with({ day: 1 }).subtract({ months }).with({ day })}T12:00:00Z`;

interface Statement {
  readonly id: string;
  readonly number: string;
}

const statementsOf = async ({ team }: Developer): Promise<readonly Statement[]> =>
  (
    await ask<{ platformAppInvoices: { nodes: readonly Statement[] } }>(
      platform,
      await operator(platform),
      `{ platformAppInvoices(search: "${team}") { nodes { id number } } }`,
    )
  ).platformAppInvoices.nodes;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ SWEEP_INTERVAL: 'PT12H' }), openBrowser()]);
  const yen = { ...PLAN, key: 'yen', name: 'Yen', currency: 'JPY', amount: 4_000 };
  app = await newPaidApp(platform, [PLAN, { ...PLAN, key: 'max', name: 'Max', amount: 9_000 }, yen]);
  teams = [
    await subscribeAt(platform, noon(8, 10), app),
    await subscribeAt(platform, noon(6, 12), app, { plan: 'max' }),
    await subscribeAt(platform, noon(5, 5), app, { plan: 'yen' }),
    await subscribeAt(platform, noon(7, 15), app),
  ];
  for (let months = 7; months >= 1; months--) await issueStatements(contextAt(platform, noon(months, 1)));
  const by = await operator(platform);
  const pay = 'mutation ($id: ID!) { appInvoiceMarkPaid(id: $id) { userErrors { message } } }';
  // All are paid except for each of the first two teams' newest one.
  for (const [place, team] of teams.entries())
    for (const { id } of (await statementsOf(team)).slice(place < 2 ? 1 : 0))
      await ask(platform, by, pay, { id });
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

describe('operators', () => {
  let page: Page;
  let troubles: readonly string[];
  beforeAll(async () => {
    page = await openPanel(platform, browser, { who: 'operator', lands: 'App review' });
    troubles = watch(page).troubles;
  });

  test('overdue statements are at the top, and marking one as paid requires a recent sign-in', async () => {
    await page.getByRole('link', { name: 'Marketplace' }).click();
    const overdue = page.getByRole('table', { name: 'Overdue statements' });
    await overdue.getByText('Overdue').first().waitFor();
    expect(await overdue.getByRole('row').count()).toBe(3);
    await expectGoodLooks(page, 'Marketplace');
    const [statement] = await statementsOf(teams[0] as Developer);
    await platform.database.query(
      `UPDATE apps.host_sessions SET elevated_until = now() - interval '1 second'
       WHERE account_id = (SELECT id FROM apps.accounts WHERE operator LIMIT 1)`,
    );
    await overdue.getByRole('button', { name: `Mark as paid: ${statement?.number}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/has transferred EUR.30\.00/).waitFor();
    await expectGoodLooks(page, 'Marketplace, mark as paid');
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(demoAccount(platform, 'operator').password);
    await page.keyboard.press('Enter');
    await expect.poll(() => overdue.getByRole('row').count()).toBe(2);
  });

  test("a refund that the payment app couldn't make is on its statement, with the next step", async () => {
    const [statement] = await statementsOf(teams[2] as Developer);
    await platform.database.query(
      `WITH paid AS (
         INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, statement_id, statement_number, booking_version,
           amount, currency, test, status, request, reference, settlement, version, expires_at, created_at, updated_at)
         VALUES (gen_random_uuid(), 1, 1, 'pay', 'Pay', $1, $2, 0, 4000, 'JPY', false, 'RESOLVED', '{}', 'pi_twice',
           'already_paid', 1, now(), now(), now()) RETURNING id)
       INSERT INTO payments.refund (id, session_id, team_id, install_id, amount, currency, reason, status, reject_code,
         reject_message, attempts, created_at, updated_at)
       SELECT gen_random_uuid(), id, 1, 1, 4000, 'JPY', 'already_paid', 'REJECTED', 'closed', 'The card is closed.', 1, now(), now()
       FROM paid`,
      [statement?.id, statement?.number],
    );
    await page.reload();
    const row = page
      .getByRole('table', { name: 'Statements', exact: true })
      .getByRole('row')
      .filter({ has: page.getByText(statement?.number ?? '', { exact: true }) });
    await row.getByText(/^Pay back JPY.4,000$/).waitFor();
    await row
      .getByText(/paid twice.*The card is closed\. Refund it at the payment provider \(payment pi_twice\)/)
      .waitFor();
    await expectGoodLooks(page, 'Marketplace, failed refund');
    await row.getByRole('button', { name: /^Mark as paid back/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('SEPA 2027-01');
    await expectGoodLooks(page, 'Marketplace, mark a refund as paid back');
    await dialog.getByRole('button', { name: 'Mark as paid back' }).click();
    await row.getByText(/JPY.4,000 paid back by hand on .*: SEPA 2027-01/).waitFor();
    expect(await row.getByText(/^Pay back/).count()).toBe(0);
  });

  test('disputes and refunds at the provider are on their statement, with the amount, date and next step', async () => {
    const [disputed, refunded] = await statementsOf(teams[3] as Developer);
    for (const [statement, rows] of [
      [disputed, [['du_open', 'disputed', 3_000]]],
      [
        refunded,
        [
          ['du_lost', 'dispute_lost', 2_000],
          ['re_part', 'refunded', 1_000],
        ],
      ],
    ] as const)
      for (const [reference, status, amount] of rows)
        await platform.database.query(
          `WITH paid AS (
             INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, statement_id, statement_number, booking_version,
               amount, currency, test, status, request, reference, settlement, version, expires_at, created_at, updated_at)
             VALUES (gen_random_uuid(), 1, 1, 'pay', 'Pay', $1, $2, 0, 3000, 'EUR', false, 'RESOLVED', '{}', $3,
               'statement_paid', 1, now(), now(), now()) RETURNING id)
           INSERT INTO payments.reversals (session_id, reference, team_id, status, amount, created_at, updated_at)
           SELECT id, $3, 1, $4, $5, now() - interval '3 days', now() FROM paid`,
          [statement?.id, statement?.number, reference, status, amount],
        );
    await platform.database.query(
      `UPDATE apps.app_invoices SET status = 'open', paid_at = NULL, owed = 3000, reopened_at = now(), due_at = now() + interval '14 days'
       WHERE id = $1`,
      [refunded?.id],
    );
    await page.reload();
    const rowOf = (statement: Statement | undefined) =>
      page
        .getByRole('table', { name: 'Statements', exact: true })
        .getByRole('row')
        .filter({ has: page.getByText(statement?.number ?? '', { exact: true }) });
    await rowOf(disputed)
      .getByText(/^Disputed: EUR.30\.00$/)
      .waitFor();
    await rowOf(disputed)
      .getByText(/Since .* \(Pay, du_open\)\. Answer it at the payment provider/)
      .waitFor();
    await rowOf(refunded)
      .getByText(/^Dispute lost: EUR.20\.00$/)
      .waitFor();
    await rowOf(refunded)
      .getByText(/Credit it if the team shouldn't pay it again/)
      .waitFor();
    await rowOf(refunded)
      .getByRole('button', { name: /^Mark as paid/ })
      .waitFor();
    await expectGoodLooks(page, 'Marketplace, disputes');
  });

  test('a credit above what is left is refused next to the amount, and a smaller one has its own note', async () => {
    const [statement] = await statementsOf(teams[1] as Developer);
    const credit = page.getByRole('button', { name: `Credit ${statement?.number}` });
    await credit.first().click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Amount with tax (EUR)');
    expect(await amount.inputValue()).toBe('90');
    await amount.fill('90.01');
    await dialog.getByText(/Enter an amount of at most EUR.90\.00\./).waitFor();
    expect(await dialog.getByRole('button', { name: 'Credit', exact: true }).isDisabled()).toBe(true);
    await expectGoodLooks(page, 'Marketplace, credit');
    await amount.fill('12.50');
    await dialog.getByLabel('Reason').fill('Two days without service.');
    await dialog.getByRole('button', { name: /^Credit EUR.12\.50$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Credit note for ${statement?.number}`).waitFor();
    await page
      .getByText(/EUR.77\.50 left/)
      .first()
      .waitFor();
  });

  test('statements are found by status, number and team, and shown in pages of the chosen size', async () => {
    const all = page.getByRole('table', { name: 'Statements', exact: true });
    await page.getByText('Credited', { exact: true }).first().click();
    await expect.poll(() => all.getByRole('row').count()).toBe(2);
    await page.getByText('All', { exact: true }).click();
    const search = page.getByRole('searchbox', { name: 'Search by number or team' });
    await search.fill(teams[2]?.team ?? '');
    await expect.poll(() => page.getByRole('table', { name: 'Overdue statements' }).count()).toBe(0);
    const count = (await statementsOf(teams[2] as Developer)).length;
    await expect.poll(() => all.getByRole('row').count()).toBe(count + 1);
    await search.fill('nothing like this');
    await page.getByText('No statements match this search.').waitFor();
    await search.fill('');
    for (const size of ['50', '100']) {
      await page.getByLabel('Rows per page').selectOption(size);
      await all.getByRole('row').first().waitFor();
    }
  });

  test('a payout above the balance is refused next to the amount, and a used reference next to the reference', async () => {
    await page.getByRole('link', { name: 'Payouts' }).click();
    const balances = page.getByRole('table', { name: 'Balances' });
    await balances.getByText('Crew Store').first().waitFor();
    await expectGoodLooks(page, 'Marketplace, payouts');
    const mark = async (amount: string, reference: string) => {
      await balances.getByRole('button', { name: 'Mark payout: Crew Store, EUR' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount (EUR)').fill(amount);
      await dialog.getByLabel('Transfer reference').fill(reference);
      return dialog;
    };
    const first = await mark('100000', 'SEPA 1');
    await first.getByText(/Enter an amount of at most EUR/).waitFor();
    await first.getByLabel('Amount (EUR)').fill('100');
    await expectGoodLooks(page, 'Marketplace, payout');
    await first.getByRole('button', { name: /^Mark EUR.100\.00 as paid out$/ }).click();
    await balances.getByText(/^EUR.100\.00$/).waitFor();
    await page.getByRole('table', { name: 'Past payouts' }).getByText('SEPA 1').waitFor();
    await expectGoodLooks(page, 'Marketplace, past payouts');
    const second = await mark('50', 'SEPA 1');
    await second.getByRole('button', { name: /^Mark EUR.50\.00 as paid out$/ }).click();
    await second.getByText('This reference was used for another payout.').waitFor();
    await second.getByRole('button', { name: 'Go back' }).click();
  });

  test('revenue is a chart and a table with the same months, by currency', async () => {
    await page.getByRole('link', { name: 'Revenue' }).click();
    const table = page.getByRole('table', { name: 'Revenue' });
    await table.getByText(/EUR/).first().waitFor();
    expect(await table.getByRole('row').count()).toBe(13);
    await page.locator('canvas').waitFor();
    await expectGoodLooks(page, 'Marketplace, revenue');
    await page.getByLabel('Currency').selectOption('JPY');
    await table
      .getByText(/JPY.4,000/)
      .first()
      .waitFor();
    expect(page.url()).toContain('currency=JPY');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain(`Month,Charged,"Developers' part","Platform's share",Currency`);
    expect(text).toContain('4000,3400,600,JPY');
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});

describe('developers', () => {
  test('a developer reads balances, charges and payouts, and saves the charges as CSV', async () => {
    const page = await openPanel(platform, browser, { who: 'developer' });
    const { troubles } = watch(page);
    await page.goto(`/panel/developer/${app.slug}`);
    await page.getByRole('heading', { name: 'Earnings' }).waitFor();
    await page.getByRole('link', { name: 'See all earnings' }).click();
    await page.getByText('SEPA 1').waitFor();
    const entries = page.getByRole('table', { name: 'Charges and refunds' });
    await entries.getByText('Counts').first().waitFor();
    await expectGoodLooks(page, 'Earnings');
    await page
      .getByRole('navigation', { name: 'Pages of charges and refunds' })
      .getByRole('button', { name: 'Next' })
      .click();
    await page.getByText('Page 2').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toContain('Month,Entered at,Kind,Description,Paid,Currency,Amount,Platform share,Net');
    const [{ count } = { count: 0 }] = await platform.database.query<{ count: number }>(
      'SELECT count(*)::int FROM apps.ledger_entries',
    );
    expect(rows).toHaveLength(count);
    expect(rows.at(-1)).toMatch(/,charge,"?Crew Store: Pro, .*"?,yes,EUR,30,4\.5,25\.5$/);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('a developer reads a theme’s earnings like an app’s, and saves them as CSV', async () => {
    const themeId = await giveThemeEarnings();
    const page = await openPanel(platform, browser, { who: 'developer' });
    const { troubles } = watch(page);
    await page.goto('/panel/developer');
    await expectGoodLooks(page, 'Your apps, with a theme');
    await page.getByRole('link', { name: 'Slate' }).click();
    const entries = page.getByRole('table', { name: 'Charges and refunds' });
    await entries.getByText('Theme fee').waitFor();
    await expectGoodLooks(page, 'Theme earnings');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(/,charge,Theme fee,no,EUR,30,4\.5,25\.5\r\n$/);
    expect(troubles).toEqual([]);
    await page.context().close();
    expect(themeId).toBeGreaterThan(0);
  });

  /** Adds a theme of the demo developer with one charge that isn't paid yet. */
  async function giveThemeEarnings(): Promise<number> {
    const [theme] = await platform.database.query<{ id: number }>(
      `WITH theme AS (INSERT INTO apps.themes (account_id, slug, name, distribution, created_at)
         SELECT id, 'slate', 'Slate', 'public', now() FROM apps.accounts WHERE email = $1 RETURNING id),
       charge AS (INSERT INTO apps.charges (team_id, theme_id, currency, day, description, amount, taxable)
         SELECT (SELECT min(id) FROM apps.teams), id, 'EUR', current_date, 'Theme fee', 3000, true FROM theme RETURNING id, theme_id)
       INSERT INTO apps.ledger_entries (theme_id, kind, currency, amount, share, charge_id, at)
         SELECT theme_id, 'charge', 'EUR', 3000, 450, id, now() FROM charge RETURNING theme_id AS id`,
      [demoAccount(platform, 'developer').email],
    );
    return theme?.id ?? 0;
  }

  test('another account can neither see nor save an app’s earnings', async () => {
    const page = await openPanel(platform, browser);
    await page.goto(`/panel/developer/${app.slug}/earnings`);
    await page.getByText('You have no app with this address.').waitFor();
    const answer = await page.request.get(`/panel/export/earnings.csv?team=lakeside&app=${app.slug}`);
    expect(answer.status()).toBe(404);
    await page.context().close();
  });
});
