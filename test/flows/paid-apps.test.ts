import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { cancelSubscription } from '#subgraphs/apps/billing/commands/cancel-subscription.ts';
import { changeSubscription } from '#subgraphs/apps/billing/commands/change-subscription.ts';
import { collectDebts } from '#subgraphs/apps/billing/commands/collect-debts.ts';
import { createUsageRecord } from '#subgraphs/apps/billing/commands/create-usage-record.ts';
import { creditInvoice } from '#subgraphs/apps/billing/commands/credit-invoice.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { markInvoicePaid } from '#subgraphs/apps/billing/commands/mark-invoice-paid.ts';
import { markPayout } from '#subgraphs/apps/billing/commands/mark-payout.ts';
import { renewSubscriptions } from '#subgraphs/apps/billing/commands/renew-subscriptions.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { uninstallApp } from '#subgraphs/apps/installs/commands/uninstall-app.ts';
import { type Developer, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { contextAt, netOfShare, newPaidApp, PLAN, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';
import type { StoreApp } from '../support/store-app.ts';

// docs/interface/billing.md. Commands run at simulated times; the platform's own jobs never do.

let platform: TestPlatform;
const TAX = '19';

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
});
afterAll(() => platform.close());

const YEN = { ...PLAN, currency: 'JPY', amount: 1_000, usage: [], capped_amount: null } as const;

/** A team that installs an app at a time. */
interface Subscriber {
  readonly team: Developer;
  readonly app: StoreApp;
  readonly token: string;
  readonly installId: number;
}

const at = (time: string, viewer?: Parameters<typeof contextAt>[2]): SubgraphContext => {
  const ctx = contextAt(platform, time, viewer);
  return { ...ctx, config: { ...ctx.config, platformTaxThousandths: Number(TAX) * 1_000 } };
};

async function subscribe(time: string, app: StoreApp, team?: Developer, plan = 'pro'): Promise<Subscriber> {
  const by = team ?? (await newDeveloper(platform));
  const { token, userErrors } = await installApp(at(time, by.host), { slug: app.slug, dev: false, plan });
  expect(userErrors).toEqual([]);
  const [row] = await platform.database.query<{ id: number }>(
    'SELECT i.id FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE i.team_id = $1 AND a.slug = $2',
    [by.teamId, app.slug],
  );
  return { team: by, app, token: token ?? '', installId: Number(row?.id) };
}

interface Charged {
  readonly day: string;
  readonly description: string;
  readonly amount: number;
}

const chargesOf = ({ team }: Pick<Subscriber, 'team'>): Promise<readonly Charged[]> =>
  platform.database.query<Charged>(
    `SELECT day::text, split_part(description, ': ', 2) AS description, amount::int FROM apps.charges
     WHERE team_id = $1 ORDER BY id`,
    [team.teamId],
  );

interface Issued {
  readonly id: number;
  readonly number: string;
  readonly month: string;
  readonly currency: string;
  readonly status: string;
  readonly lines: readonly { readonly amount: number }[];
  readonly tax: number;
  readonly total: number;
  readonly due: Date;
}

const statementsOf = ({ team }: Pick<Subscriber, 'team'>): Promise<readonly Issued[]> =>
  platform.database.query<Issued>(
    `SELECT id::int, number, month::text, currency, status, lines, tax::int, total::int, due_at AS due FROM apps.app_invoices
     WHERE team_id = $1 AND kind = 'statement' ORDER BY id`,
    [team.teamId],
  );

const statusOf = async ({ installId }: Subscriber): Promise<string | undefined> =>
  (
    await platform.database.query<{ status: string }>(
      'SELECT status FROM apps.subscriptions WHERE install_id = $1 ORDER BY id DESC LIMIT 1',
      [installId],
    )
  )[0]?.status;

const report = ({ installId, team }: Subscriber, time: string, quantity: number, key: string) => {
  const viewer = {
    kind: 'app',
    installId,
    appId: 0,
    appSlug: '',
    teamId: team.teamId,
    scopes: [],
    capabilities: [],
  } as const;
  return createUsageRecord(at(time, viewer), { usageKey: 'cleaning', quantity, idempotencyKey: key });
};

describe('fourteen months', () => {
  test('each day is charged once, and every statement is the sum of its lines and the tax, in EUR and JPY', async () => {
    const euros = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const yen = await newPaidApp(platform, [YEN]);
    const subscriber = await subscribe('2027-01-31T10:00:00Z', euros);
    await subscribe('2027-01-31T11:00:00Z', yen, subscriber.team);
    for (
      let day = Temporal.PlainDate.from('2027-02-01');
      day.toString() <= '2028-04-02';
      day = day.add({ days: 1 })
    ) {
      // Around midnight in Berlin and New York too, where clocks change on some of these days.
      for (const time of day.day === 1 || day.day > 26 ? ['00:00:30', '04:30:00', '23:00:00'] : ['01:30:00'])
        await issueStatements(at(`${day}T${time}Z`));
      if (day.day === 10) await report(subscriber, `${day}T12:00:00Z`, 7, `use-${day}`);
    }
    const charges = await chargesOf(subscriber);
    const periods = charges.filter(
      ({ description, amount }) => description.startsWith('Pro') && amount === 3_000,
    );
    expect(periods.map(({ day }) => day)).toEqual(
      (
        '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31' +
        ' 2027-08-31 2027-09-30 2027-10-31 2027-11-30 2027-12-31 2028-01-31 2028-02-29' +
        ' 2028-03-31'
      ).split(' '),
    );
    const issued = await statementsOf(subscriber);
    for (const currency of ['EUR', 'JPY']) {
      const statements = issued.filter((one) => one.currency === currency);
      expect(statements.map(({ month }) => month.slice(0, 7))).toEqual(
        Array.from({ length: 15 }, (_, n) =>
          Temporal.PlainDate.from('2027-01-01').add({ months: n }).toString().slice(0, 7),
        ),
      );
      for (const { lines, tax, total } of statements)
        expect(lines.reduce((sum, { amount }) => sum + amount, 0) + tax).toBe(total);
    }
    const [billed] = await platform.database.query<{ lines: number; charges: number }>(
      `SELECT (SELECT sum((l->>'amount')::int)::int FROM apps.app_invoices i, jsonb_array_elements(i.lines) l WHERE i.team_id = $1) AS lines,
        (SELECT sum(amount)::int FROM apps.charges WHERE team_id = $1 AND invoice_id IS NOT NULL) AS charges`,
      [subscriber.team.teamId],
    );
    expect(billed?.lines).toBe(billed?.charges);
    const usage = charges.filter(({ description }) => description.startsWith('Cleanings'));
    expect(usage.every(({ amount }) => amount === 210)).toBe(true);
    expect(usage).toHaveLength(14);
    const numbers = await platform.database.query<{ number: string }>(
      `SELECT number FROM apps.app_invoices WHERE kind = 'statement' AND number LIKE 'ST-2027-%' ORDER BY number`,
    );
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, n) => `ST-2027-${String(n + 1).padStart(6, '0')}`),
    );
  }, 300_000);

  test('a pause of months is caught up period by period', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const subscriber = await subscribe('2029-01-31T10:00:00Z', app);
    await renewSubscriptions(at('2029-05-02T00:00:00Z'));
    expect((await chargesOf(subscriber)).map(({ day }) => day)).toEqual(
      '2029-01-31 2029-02-28 2029-03-31 2029-04-30'.split(' '),
    );
  });
});

describe('changes', () => {
  const PLANS = [PLAN, { ...PLAN, key: 'plus', amount: 9_000 }, { ...PLAN, key: 'max', amount: 15_000 }];

  test('upgrading twice in a period charges each day once, and a downgrade credits nothing', async () => {
    const app = await newPaidApp(platform, PLANS);
    const subscriber = await subscribe('2027-04-15T08:00:00Z', app);
    const { slug } = app;
    const change = (day: string, plan: string) =>
      changeSubscription(at(`2027-05-${day}T12:00:00Z`, subscriber.team.host), { slug, plan });
    await change('05', 'plus');
    await change('10', 'max');
    await change('11', 'pro');
    expect((await chargesOf(subscriber)).map(({ amount }) => amount)).toEqual([
      3_000, -1_000, 3_000, -1_500, 2_500,
    ]);
    await renewSubscriptions(at('2027-05-15T00:01:00Z'));
    expect((await chargesOf(subscriber)).at(-1)).toMatchObject({ day: '2027-05-15', amount: 3_000 });
  });

  test('a cancelled app is uninstalled at the end of its period, with its usage billed', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const subscriber = await subscribe('2027-04-15T08:00:00Z', app);
    await report(subscriber, '2027-04-20T08:00:00Z', 4, 'four');
    await cancelSubscription(at('2027-04-21T08:00:00Z', subscriber.team.host), { slug: app.slug });
    await renewSubscriptions(at('2027-05-14T23:59:00Z'));
    expect(await statusOf(subscriber)).toBe('active');
    await renewSubscriptions(at('2027-05-15T00:01:00Z'));
    expect(await statusOf(subscriber)).toBe('cancelled');
    expect((await chargesOf(subscriber)).map(({ amount }) => amount)).toEqual([3_000, 120]);
    const { errors } = await graphql(platform.address, '{ currentInstall { id } }', {
      token: subscriber.token,
    });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('installing again within a paid period does not charge its days twice', async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const subscriber = await subscribe('2027-04-15T08:00:00Z', app);
    const { slug } = app;
    for (let n = 0; n < 3; n++) {
      await uninstallApp(at('2027-04-15T09:00:00Z', subscriber.team.host), { slug });
      await subscribe('2027-04-15T10:00:00Z', app, subscriber.team);
    }
    const sum = (await chargesOf(subscriber)).reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(3_000);
  });

  test('a trial becomes active when it ends, and its period begins then', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, trial_days: 14 }]);
    const subscriber = await subscribe('2027-06-01T10:00:00Z', app);
    await renewSubscriptions(at('2027-06-15T09:59:00Z'));
    expect(await statusOf(subscriber)).toBe('trial');
    await renewSubscriptions(at('2027-06-15T10:00:00Z'));
    expect(await statusOf(subscriber)).toBe('active');
    expect(await chargesOf(subscriber)).toEqual([
      { day: '2027-06-15', description: 'Pro, 2027-06-15 to 2027-07-14', amount: 3_000 },
    ]);
  });
});

test('a statement’s page shows its lines, tax and total to anyone who has its address', async () => {
  const app = await newPaidApp(platform, [PLAN]);
  const subscriber = await subscribe('2036-01-10T10:00:00Z', app);
  await issueStatements(at('2036-02-01T00:01:00Z'));
  const [row] = await platform.database.query<{ permalink: string; number: string }>(
    'SELECT permalink_id AS permalink, number FROM apps.app_invoices WHERE team_id = $1',
    [subscriber.team.teamId],
  );
  const page = await fetch(`${platform.address}/statements/${row?.permalink}`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  for (const text of [
    row?.number,
    'Pro, 10 January 2036 – 9 February 2036',
    'EUR 30.00',
    'EUR 5.70',
    'EUR 35.70 is due on 15 February 2036',
  ])
    expect(html).toContain(text);
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x'])
    expect((await fetch(`${platform.address}/statements/${unknown}`)).status).toBe(404);
});

describe('debts', () => {
  const call = async (token: string, query: string) => {
    const { data, errors } = await graphql(platform.address, query, { token, version: 'unstable' });
    return errors?.[0]?.extensions.code ?? data;
  };
  const STATUS = '{ currentInstall { subscription { status } } }';

  test('an unpaid app is past due after 7 days, frozen after 14 more, and restored as soon as it is paid', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const subscriber = await subscribe('2030-01-10T10:00:00Z', app);
    await issueStatements(at('2030-02-01T00:01:00Z'));
    await renewSubscriptions(at('2030-02-10T00:01:00Z'));
    const [statement] = await statementsOf(subscriber);
    expect(statement?.due.toISOString()).toBe('2030-02-15T00:01:00.000Z');
    await collectDebts(at('2030-02-22T00:00:00Z'));
    expect(await statusOf(subscriber)).toBe('active');
    await collectDebts(at('2030-02-22T00:01:00Z'));
    expect(await statusOf(subscriber)).toBe('past_due');
    expect(await call(subscriber.token, '{ tasks(first: 1) { nodes { id } } }')).toMatchObject({ tasks: {} });
    await collectDebts(at('2030-03-08T00:00:00Z'));
    expect(await statusOf(subscriber)).toBe('past_due');
    await collectDebts(at('2030-03-08T00:01:00Z'));
    expect(await statusOf(subscriber)).toBe('frozen');
    await expect
      .poll(() => call(subscriber.token, '{ tasks(first: 1) { nodes { id } } }'), { timeout: 20_000 })
      .toBe('PAYMENT_REQUIRED');
    expect(await call(subscriber.token, STATUS)).toMatchObject({
      currentInstall: { subscription: { status: 'frozen' } },
    });
    expect(
      await call(
        subscriber.token,
        'mutation { appSubscriptionRequest(plan: "pro") { url userErrors { code } } }',
      ),
    ).toMatchObject({ appSubscriptionRequest: { userErrors: [] } });
    const record = 'appUsageRecordCreate(input: { usageKey: "cleaning", quantity: 1, idempotencyKey: "a" })';
    expect(await call(subscriber.token, `mutation { ${record} { userErrors { code } } }`)).toBe(
      'PAYMENT_REQUIRED',
    );
    // No further period is charged while it's frozen; after the payment, only the days that are left.
    await renewSubscriptions(at('2030-03-10T00:01:00Z'));
    const paid = await markInvoicePaid(
      at('2030-03-20T12:00:00Z', await operator(platform)),
      String(statement?.id),
    );
    expect(paid.userErrors).toEqual([]);
    expect(await statusOf(subscriber)).toBe('active');
    await expect
      .poll(() => call(subscriber.token, '{ tasks(first: 1) { nodes { id } } }'), { timeout: 20_000 })
      .toMatchObject({ tasks: {} });
    expect((await chargesOf(subscriber)).map(({ day, amount }) => [day, amount])).toEqual([
      ['2030-01-10', 3_000],
      ['2030-02-10', 3_000],
      ['2030-03-20', 2_032], // 21 of 31 days
    ]);
  });

  test('a team with an overdue statement cannot escape it by installing the app again', async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const { team } = await subscribe('2031-01-10T10:00:00Z', app);
    await issueStatements(at('2031-02-01T00:01:00Z'));
    await uninstallApp(at('2031-02-20T00:00:00Z', team.host), { slug: app.slug });
    const again = await installApp(at('2031-03-01T00:00:00Z', team.host), {
      slug: app.slug,
      dev: false,
      plan: 'pro',
    });
    expect(again.userErrors).toMatchObject([{ code: 'PAYMENT_REQUIRED' }]);
  });

  test('a frozen app’s webhooks wait, and are dropped after 14 days', async () => {
    const app = await newPaidApp(platform, [PLAN], {
      webhooks: ['app.subscription_changed'],
      webhook_url: 'https://crew.example.com/webhooks',
    });
    const subscriber = await subscribe('2032-01-10T10:00:00Z', app);
    await issueStatements(at('2032-02-01T00:01:00Z'));
    await collectDebts(at('2032-02-23T00:00:00Z'));
    await collectDebts(at('2032-03-09T00:00:00Z'));
    const waiting = () =>
      platform.database.query<{ status: string; attempts: number }>(
        `SELECT status, attempts FROM apps.deliveries WHERE install_id = $1 ORDER BY id DESC LIMIT 1`,
        [subscriber.installId],
      );
    // Written now by the database's clock, and due.
    await platform.database.query(
      `UPDATE apps.deliveries SET created_at = '2032-03-09', status = 'pending', attempts = 0, next_attempt_at = now()
       WHERE id = (SELECT max(id) FROM apps.deliveries WHERE install_id = $1)`,
      [subscriber.installId],
    );
    await platform.database.query(`SELECT pg_notify('apps_deliveries', $1)`, [String(subscriber.installId)]);
    await setTimeout(3_000);
    expect(await waiting()).toEqual([{ status: 'pending', attempts: 0 }]);
    await collectDebts(at('2032-03-22T00:00:00Z'));
    expect(await waiting()).toMatchObject([{ status: 'pending' }]);
    await collectDebts(at('2032-03-24T00:00:00Z'));
    expect(await waiting()).toMatchObject([{ status: 'failed' }]);
  });
});

describe('credits and payouts', () => {
  test('a credit on a paid statement is carried over, and no statement is negative', async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const subscriber = await subscribe('2033-01-10T10:00:00Z', app);
    await issueStatements(at('2033-02-01T00:01:00Z'));
    const [first] = await statementsOf(subscriber);
    expect(first).toMatchObject({ tax: 570, total: 3_570 });
    const by = await operator(platform);
    await markInvoicePaid(at('2033-02-03T00:00:00Z', by), String(first?.id));
    const credit = (amount: number) =>
      creditInvoice(at('2033-02-04T00:00:00Z', by), {
        invoiceId: String(first?.id),
        amount,
        reason: 'An outage',
      });
    expect((await credit(3_571)).userErrors).toMatchObject([{ code: 'INVALID' }]);
    expect((await credit(3_570)).userErrors).toEqual([]);
    // February's 30.00 and the credit cancel each other out, so there's nothing to pay.
    await issueStatements(at('2033-03-01T00:01:00Z'));
    await issueStatements(at('2033-04-01T00:01:00Z'));
    const [, next] = await statementsOf(subscriber);
    expect(next).toMatchObject({ month: '2033-03-01', tax: 1_140, total: 3_570 });
  });

  test('a credit on an open statement reduces what is due, and can credit it in full', async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const subscriber = await subscribe('2034-01-10T10:00:00Z', app);
    await issueStatements(at('2034-02-01T00:01:00Z'));
    const [statement] = await statementsOf(subscriber);
    const by = await operator(platform);
    const credit = (amount: number) =>
      creditInvoice(at('2034-02-04T00:00:00Z', by), {
        invoiceId: String(statement?.id),
        amount,
        reason: 'An outage',
      });
    await credit(1_000);
    expect((await statementsOf(subscriber))[0]?.status).toBe('open');
    await credit(2_570);
    expect((await statementsOf(subscriber))[0]?.status).toBe('credited');
    const notes = await platform.database.query<{ number: string; total: number }>(
      `SELECT number, total::int FROM apps.app_invoices WHERE credit_note_of = $1 ORDER BY id`,
      [statement?.id],
    );
    expect(notes.map(({ total }) => total)).toEqual([-1_000, -2_570]);
  });

  test('a developer is paid out what teams have paid, less the platform’s share, and no more', async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const subscriber = await subscribe('2035-01-10T10:00:00Z', app);
    await issueStatements(at('2035-02-01T00:01:00Z'));
    const by = await operator(platform);
    const pay = (amount: number, reference: string) =>
      markPayout(at('2035-02-20T00:00:00Z', by), { slug: app.slug, currency: 'EUR', amount, reference });
    const net = netOfShare(3_000);
    expect((await pay(net, 'SEPA 1')).userErrors).toMatchObject([{ code: 'INVALID' }]);
    const [statement] = await statementsOf(subscriber);
    await markInvoicePaid(at('2035-02-03T00:00:00Z', by), String(statement?.id));
    expect((await pay(net + 1, 'SEPA 1')).userErrors).toMatchObject([{ code: 'INVALID' }]);
    const paid = await Promise.all([pay(net, 'SEPA 1'), pay(net, 'SEPA 2'), pay(net, 'SEPA 1')]);
    expect(paid.filter(({ userErrors }) => userErrors.length > 0).length).toBeGreaterThanOrEqual(1);
    const payouts = await platform.database.query(
      'SELECT p.amount FROM apps.app_payouts p JOIN apps.apps a ON a.id = p.app_id WHERE a.slug = $1',
      [app.slug],
    );
    expect(payouts).toHaveLength(1);
  });
});
