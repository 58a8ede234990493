import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectDebts } from '#subgraphs/apps/billing/commands/collect-debts.ts';
import { creditInvoice } from '#subgraphs/apps/billing/commands/credit-invoice.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { markInvoicePaid } from '#subgraphs/apps/billing/commands/mark-invoice-paid.ts';
import { markPayout } from '#subgraphs/apps/billing/commands/mark-payout.ts';
import { renewSubscriptions } from '#subgraphs/apps/billing/commands/renew-subscriptions.ts';
import { AppBalances } from '../../db/migrations/20270201-app-balances.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer } from '../support/developer.ts';
import { contextAt, netOfShare, newPaidApp, PLAN, subscribeAt } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';
import type { StoreApp } from '../support/store-app.ts';

// docs/interface/billing.md#earnings: what operators and developers read about statements and earnings.

let platform: TestPlatform;
let app: StoreApp;
let teams: readonly Developer[];

/** The first day of the month that many months ago (UTC). */
const monthAgo = (months: number) => Temporal.Now.plainDateISO('UTC').with({ day: 1 }).subtract({ months });
const noon = (months: number, day: number) => `${monthAgo(months).with({ day })}T12:00:00Z`;

interface Document {
  readonly id: string;
  readonly number: string;
  readonly teamId: string;
  readonly status: string;
  readonly creditable: number;
}

const documents = async (filter: string): Promise<readonly Document[]> =>
  (
    await ask<{ platformAppInvoices: { nodes: readonly Document[] } }>(
      platform,
      await operator(platform),
      `{ platformAppInvoices(${filter}) { nodes { id number teamId status creditable } } }`,
    )
  ).platformAppInvoices.nodes;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
  app = await newPaidApp(platform, [PLAN, { ...PLAN, key: 'yen', currency: 'JPY', amount: 1_000 }]);
  teams = [
    await subscribeAt(platform, noon(4, 10), app),
    await subscribeAt(platform, noon(4, 12), app),
    await subscribeAt(platform, noon(3, 5), app, { plan: 'yen' }),
  ];
  for (const months of [3, 2, 1]) await issueStatements(contextAt(platform, noon(months, 1)));
  const by = await operator(platform);
  const [first] = await documents(`search: "${teams[0]?.team}", first: 10`);
  await markInvoicePaid(contextAt(platform, noon(1, 2), by), first?.id ?? '');
  const credit = { invoiceId: first?.id ?? '', amount: 500, reason: 'Too many cleanings.' };
  expect((await creditInvoice(contextAt(platform, noon(1, 3), by), credit)).userErrors).toEqual([]);
  const [second] = await documents(`search: "${teams[1]?.team}", first: 10`);
  const open = { invoiceId: second?.id ?? '', amount: 1_000, reason: 'A day without service.' };
  expect((await creditInvoice(contextAt(platform, noon(1, 3), by), open)).userErrors).toEqual([]);
  const payout = { slug: app.slug, currency: 'EUR', amount: 1_000, reference: 'SEPA 1' };
  expect((await markPayout(contextAt(platform, noon(1, 4), by), payout)).userErrors).toEqual([]);
});
afterAll(() => platform.close());

/** Sums of all ledger entries, as the balances are defined. */
const SUMMED = `
  SELECT e.theme_id IS NOT NULL AS theme, coalesce(e.theme_id, e.app_id) AS id, e.currency,
    sum(CASE WHEN i.status = 'paid' THEN e.amount - e.share ELSE 0 END)::int AS earned,
    sum(CASE WHEN i.status = 'paid' THEN 0 ELSE e.amount - e.share END)::int AS pending,
    (SELECT coalesce(sum(p.amount), 0)::int FROM apps.app_payouts p
     WHERE (p.app_id = e.app_id OR p.theme_id = e.theme_id) AND p.currency = e.currency) AS paid_out
  FROM apps.ledger_entries e LEFT JOIN apps.charges c ON c.id = e.charge_id
  LEFT JOIN apps.app_invoices i ON i.id = coalesce(c.invoice_id, e.invoice_id)
  GROUP BY e.app_id, e.theme_id, e.currency ORDER BY 1, 2, 3`;
const KEPT = `SELECT product = 'theme' AS theme, product_id AS id, currency, earned::int, pending::int, paid_out::int
  FROM apps.app_balances ORDER BY 1, 2, 3`;
const MONTHS = `SELECT month::text, currency, product, product_id, amount::int, share::int FROM apps.app_revenue ORDER BY 1, 2, 3, 4`;

describe('running sums', () => {
  test('balances are the sums of the ledger after charges, payments, credits and payouts', async () => {
    const kept = await platform.database.query(KEPT);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(await platform.database.query(SUMMED));
  });

  test('the migration sums earlier entries as the triggers do', async () => {
    const [balances, months] = [await platform.database.query(KEPT), await platform.database.query(MONTHS)];
    await platform.database.query(`
      DROP TRIGGER add_to_balance ON apps.ledger_entries;
      DROP TRIGGER count_as_earned ON apps.app_invoices;
      DROP TRIGGER count_as_paid_out ON apps.app_payouts;
      DROP FUNCTION apps.add_ledger_entry, apps.count_paid_invoice, apps.count_payout;
      DROP INDEX apps.ledger_entries_of_charge, apps.ledger_entries_of_invoice, apps.app_invoices_by_status, apps.app_invoices_search;
      DROP TABLE apps.app_balances, apps.app_revenue`);
    const statements: string[] = [];
    await AppBalances.prototype.up.call({ addSql: (text: string) => statements.push(text) } as never);
    for (const text of statements) await platform.database.query(text);
    expect(await platform.database.query(KEPT)).toEqual(balances);
    expect(await platform.database.query(MONTHS)).toEqual(months);
  });

  test('payments of a team’s statements that race renewals keep the balance correct', async () => {
    const subscribers = await Promise.all(
      Array.from({ length: 4 }, () => subscribeAt(platform, noon(3, 20), app)),
    );
    await issueStatements(contextAt(platform, noon(2, 1)));
    const by = await operator(platform);
    const open = await Promise.all(subscribers.map(({ team }) => documents(`search: "${team}", first: 10`)));
    await Promise.all([
      ...open.flat().map(({ id }) => markInvoicePaid(contextAt(platform, noon(1, 5), by), id)),
      issueStatements(contextAt(platform, noon(1, 25))),
    ]);
    expect(await platform.database.query(KEPT)).toEqual(await platform.database.query(SUMMED));
  });
});

describe('operators', () => {
  test('overdue statements are listed with the longest overdue first', async () => {
    const overdue = await documents('overdue: true, first: 100');
    expect(overdue.length).toBeGreaterThan(1);
    expect(overdue.every(({ status }) => status === 'open')).toBe(true);
    const numbers = overdue.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted());
  });

  test('a search finds statements by number and by team', async () => {
    const [one] = await documents('status: paid, first: 1');
    expect(
      (await documents(`search: "${one?.number.toLowerCase()}", first: 10`)).map(({ id }) => id),
    ).toEqual([one?.id]);
    const ofTeam = await documents(`search: "${teams[2]?.team}", first: 10`);
    expect(new Set(ofTeam.map(({ teamId }) => teamId))).toEqual(new Set([String(teams[2]?.teamId)]));
    expect(await documents('search: "no such team", first: 10')).toEqual([]);
  });

  test('what can still be credited is the total less earlier credit notes', async () => {
    const all = await documents(`search: "${teams[1]?.team}", first: 10`);
    expect(all.map(({ creditable }) => creditable)).toContain(2_000);
    const [note] = await documents('status: credited, first: 1');
    expect(note).toMatchObject({ creditable: 0 });
  });

  test('revenue adds up charges and refunds by month and currency, within the chosen months', async () => {
    const by = await operator(platform);
    const revenue = async (months: number) =>
      (
        await ask<{
          platformAppRevenue: readonly { month: string; currency: string; amount: number; share: number }[];
        }>(platform, by, `{ platformAppRevenue(months: ${months}) { month currency amount share } }`)
      ).platformAppRevenue;
    const all = await revenue(12);
    const fourAgo = monthAgo(4).toString().slice(0, 7);
    expect(all[0]).toEqual({ month: fourAgo, currency: 'EUR', amount: 6_000, share: 900 });
    expect((await revenue(4)).some(({ month }) => month === fourAgo)).toBe(false);
    const [{ amount = 0, share = 0 } = {}] = await platform.database.query<{ amount: number; share: number }>(
      `SELECT sum(amount)::int AS amount, sum(share)::int AS share FROM apps.ledger_entries WHERE currency = 'EUR'`,
    );
    const euros = all.filter(({ currency }) => currency === 'EUR');
    expect(euros.reduce((sum, month) => sum + month.amount, 0)).toBe(amount);
    expect(euros.reduce((sum, month) => sum + month.share, 0)).toBe(share);
    for (const months of [0, 61]) await expect(revenue(months)).rejects.toThrow('months must be 1 to 60.');
  });

  test('only operators read revenue, balances and all statements', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    for (const field of [
      'platformAppRevenue(months: 1) { month }',
      'platformAppBalances { due }',
      'platformAppInvoices(first: 1) { nodes { id } }',
    ])
      await expect(ask(platform, host, `{ ${field} }`)).rejects.toThrow();
  });
});

describe('developers', () => {
  interface Ledger {
    readonly entryPage: {
      readonly nodes: readonly { readonly id: string; readonly net: number; readonly month: string }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  }
  const pageAfter = async (by: Developer, after: string | null) =>
    (
      await ask<{ appLedger: Ledger | null }>(
        platform,
        by.host,
        `query ($slug: String!, $after: String) { appLedger(slug: $slug) { entryPage(first: 3, after: $after) {
          nodes { id net month } pageInfo { hasNextPage endCursor } } } }`,
        { slug: app.slug, after },
      )
    ).appLedger?.entryPage;

  test('a developer reads every entry once, page by page, newest first', async () => {
    const developer = await demoHost(platform, 'devteam');
    const read: string[] = [];
    let page = await pageAfter(developer, null);
    for (
      ;
      page;
      page = page.pageInfo.hasNextPage ? await pageAfter(developer, page.pageInfo.endCursor) : undefined
    )
      read.push(...page.nodes.map(({ id }) => id));
    const rows = await platform.database.query<{ id: string }>(
      `SELECT e.id::text FROM apps.ledger_entries e JOIN apps.apps a ON a.id = e.app_id
       WHERE a.slug = $1 ORDER BY e.id DESC`,
      [app.slug],
    );
    expect(read).toEqual(rows.map(({ id }) => id));
    expect(read.length).toBeGreaterThan(6);
  });

  test('an entry has the month of its charge and the developer’s part', async () => {
    const developer = await demoHost(platform, 'devteam');
    let page = await pageAfter(developer, null);
    while (page?.pageInfo.hasNextPage) page = await pageAfter(developer, page.pageInfo.endCursor);
    expect(page?.nodes.at(-1)).toMatchObject({
      net: netOfShare(3_000),
      month: monthAgo(4).toString().slice(0, 7),
    });
  });

  test('another developer reads no entries', async () => {
    expect(await pageAfter(teams[0] as Developer, null)).toBeUndefined();
  });
});

test('payments of past-due apps that race their renewals never wait for each other', async () => {
  const subscribers = await Promise.all(
    Array.from({ length: 6 }, () => subscribeAt(platform, noon(6, 20), app)),
  );
  await issueStatements(contextAt(platform, noon(5, 1)));
  await collectDebts(contextAt(platform, noon(5, 25)));
  const status = async () =>
    (
      await platform.database.query<{ status: string }>(
        'SELECT status FROM apps.subscriptions WHERE team_id = ANY ($1)',
        [subscribers.map(({ teamId }) => teamId)],
      )
    ).map((row) => row.status);
  expect(new Set(await status())).toEqual(new Set(['past_due']));
  const by = await operator(platform);
  const open = await Promise.all(subscribers.map(({ team }) => documents(`search: "${team}", first: 10`)));
  const now = contextAt(platform, noon(4, 21));
  await Promise.all([
    renewSubscriptions(now),
    renewSubscriptions(now),
    ...open.flat().map(({ id }) => markInvoicePaid({ ...now, viewer: by }, id)),
  ]);
  expect(new Set(await status())).toEqual(new Set(['active']));
  expect(await platform.database.query(KEPT)).toEqual(await platform.database.query(SUMMED));
});
