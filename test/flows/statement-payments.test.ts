import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { plainDay } from '#kit/language.ts';
import { creditInvoice } from '#subgraphs/apps/billing/commands/credit-invoice.ts';
import { markInvoicePaid } from '#subgraphs/apps/billing/commands/mark-invoice-paid.ts';
import { sendRefund } from '#subgraphs/payments/commands/send-refund.ts';
import { ask, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { PLAN } from '../support/paid-app.ts';
import { startPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type OwedStatement, openStatementWorld, type StatementWorld } from '../support/statement-world.ts';

// docs/interface/billing.md#paying and docs/interface/payments.md#statements.

let world: StatementWorld;
let hooks: Receiver;
beforeAll(async () => {
  hooks = await startReceiver();
  const webhooks = ['payment_session.canceled', 'payment_session.expired'];
  world = await openStatementWorld({}, { webhooks, webhook_url: hooks.url });
});
afterAll(async () => {
  await world.close();
  await hooks.close();
});
afterEach(() => world.server.behave());

const stateIn = (html: string): string | undefined => /data-payment-status="(\w+)"/.exec(html)?.[1];

interface RefundRow {
  readonly amount: number;
  readonly reason: string;
  readonly status: string;
}

const refundsOf = (sessionId: string): Promise<readonly RefundRow[]> =>
  world.platform.database.query<RefundRow>(
    'SELECT amount::int, reason, status FROM payments.refund WHERE session_id = $1 ORDER BY created_at',
    [sessionId],
  );

const sessionsOf = ({ id }: Pick<OwedStatement, 'id'>) =>
  world.platform.database.query<{ id: string; status: string; settlement: string | null }>(
    'SELECT id, status, settlement FROM payments.session WHERE statement_id = $1 ORDER BY created_at',
    [id],
  );

/** Returns the webhook about a session's end. */
const endOf = async (id: string) => {
  const find = () => hooks.received.find(({ envelope }) => String(envelope.resource.id) === id)?.envelope;
  await hooks.until(() => find() !== undefined);
  return find() ?? expect.unreachable();
};

const sessionCalls = () => world.server.calls.filter(({ path }) => path === '/payment_sessions');

const operatorAt = async (time: string) => world.at(time, await operator(world.platform));

const markPaid = async ({ id }: Pick<OwedStatement, 'id'>) =>
  markInvoicePaid(await operatorAt(new Date().toISOString()), String(id));

const credit = async ({ id }: Pick<OwedStatement, 'id'>, amount: number) =>
  creditInvoice(await operatorAt(new Date().toISOString()), {
    invoiceId: String(id),
    amount,
    reason: 'An outage',
  });

describe('paying', () => {
  test('a paid statement unfreezes its app immediately', async () => {
    const statement = await world.owe(2040);
    await world.freeze(2040);
    expect(await world.subscriptionOf(statement)).toBe('frozen');
    expect(stateIn(await world.page(statement))).toBe('unpaid'); // it isn't 2040 yet
    const call = async () => {
      const { data, errors } = await graphql(world.platform.address, '{ tasks(first: 1) { nodes { id } } }', {
        token: statement.token,
        version: 'unstable',
      });
      return errors?.[0]?.extensions.code ?? data;
    };
    await expect.poll(call, { timeout: 20_000 }).toBe('PAYMENT_REQUIRED');
    const id = await world.open(statement);
    expect((await world.resolve(id)).userErrors).toEqual([]);
    expect(await world.statusOf(statement)).toBe('paid');
    expect(await world.subscriptionOf(statement)).toBe('active');
    await expect.poll(call, { timeout: 20_000 }).toMatchObject({ tasks: {} });
    const html = await world.page(statement, '?payment=returned');
    expect(stateIn(html)).toBe('paid');
    expect(html).toContain(`Paid on ${plainDay('en', new Date().toISOString().slice(0, 10))} with Test Pay.`);
    expect(html).not.toContain('<form');
  });

  test('the payment app receives the statement in place of a booking, and nothing about the paying team', async () => {
    const statement = await world.owe(2041);
    const id = await world.open(statement);
    const call = sessionCalls().at(-1);
    expect(call?.headers['x-platform-team']).toBe('lakeside');
    const { payment_session: session } = call?.body ?? {};
    expect(Object.keys(session).sort()).toEqual(
      'amount cancel_url currency expires_at id return_url statement team test'.split(' '),
    );
    expect(session).toMatchObject({
      id,
      test: false,
      amount: '30.00',
      currency: 'EUR',
      team: 'lakeside',
      statement: { id: statement.id, number: statement.number },
      return_url: `${world.platform.address}/statements/return/${statement.id}?payment=returned`,
      cancel_url: `${world.platform.address}/statements/return/${statement.id}?payment=canceled`,
    });
    expect(call?.raw).not.toContain(statement.team.team);
    expect(call?.raw).not.toContain(statement.path);
  });

  test('amounts without minor units are exact', async () => {
    const statement = await world.owe(2042, { ...PLAN, currency: 'JPY', amount: 1_234 });
    await world.open(statement);
    expect(sessionCalls().at(-1)?.body.payment_session).toMatchObject({ amount: '1234', currency: 'JPY' });
  });

  test('every dated version returns a session for a statement', async () => {
    const statement = await world.owe(2043);
    const id = await world.open(statement);
    for (const version of ['2026-01', '2026-10', '2027-01', 'unstable'] as const) {
      const fields = version === '2026-01' ? 'id bookingId amount' : 'id bookingId amount booking { id }';
      const { data, errors } = await graphql(
        world.platform.address,
        `{ paymentSession(id: "${id}") { ${fields} } }`,
        { token: world.app.token, version },
      );
      expect([version, errors]).toEqual([version, []]);
      expect(data).toMatchObject({ paymentSession: { id, bookingId: '0', amount: '30.00' } });
    }
    const { data } = await graphql(
      world.platform.address,
      `{ paymentSession(id: "${id}") { booking { id } statement { id number } } }`,
      { token: world.app.token, version: '2027-01' },
    );
    expect(data).toEqual({
      paymentSession: { booking: null, statement: { id: String(statement.id), number: statement.number } },
    });
  });

  test('choosing the app again repeats the same request, and a newer app cancels it', async () => {
    const statement = await world.owe(2044);
    const id = await world.open(statement);
    const first = sessionCalls().at(-1)?.raw;
    expect(await world.open(statement)).toBe(id);
    expect(sessionCalls().at(-1)?.raw).toBe(first);
    const other = await installNewApp(world.platform, world.payee, {
      name: 'Other Pay',
      type: 'payment',
      scopes: [],
      endpoints: { payment_session: `${world.server.origin}/payment_sessions` },
    });
    await world.open(statement, `app:${other.slug}`);
    expect((await sessionsOf(statement)).map(({ status }) => status)).toEqual(['CANCELED', 'REDIRECTED']);
    await world.platform.database.query(
      `UPDATE apps.installs SET is_active = false WHERE app_id = (SELECT id FROM apps.apps WHERE slug = $1)`,
      [other.slug],
    );
  });

  test('concurrent clicks open one session', async () => {
    const statement = await world.owe(2045);
    const ids = await Promise.all(Array.from({ length: 8 }, () => world.open(statement)));
    expect(new Set(ids).size).toBe(1);
    expect(await sessionsOf(statement)).toHaveLength(1);
  });

  test('a rejected payment lets the page offer the methods again', async () => {
    const statement = await world.owe(2046);
    const id = await world.open(statement);
    await ask(
      world.platform,
      world.app.viewer,
      'mutation ($id: ID!) { paymentSessionReject(id: $id, reason: { code: "card_declined", message: "The card was declined." }) { userErrors { code } } }',
      { id },
    );
    const html = await world.page(statement);
    expect(html).toContain('The card was declined.');
    expect(html).toContain(`value="app:${world.app.slug}"`);
    expect(await world.open(statement)).not.toBe(id);
  });

  test('a pending payment is shown, and pays the statement when it arrives', async () => {
    const statement = await world.owe(2047);
    const id = await world.open(statement);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const pended = await ask<{ done: { userErrors: unknown[] } }>(
      world.platform,
      world.app.viewer,
      'mutation ($id: ID!, $until: DateTime!) { done: paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: "The bank takes a day.") { userErrors { code } } }',
      { id, until },
    );
    expect(pended.done.userErrors).toEqual([]);
    const html = await world.page(statement);
    expect(stateIn(html)).toBe('pending');
    expect(html).toContain('The bank takes a day.');
    expect((await world.resolve(id)).userErrors).toEqual([]);
    expect(await world.statusOf(statement)).toBe('paid');
  });

  test('an app that fails leaves the payer on the page with a message', async () => {
    const statement = await world.owe(2048);
    world.server.behave((_call, response) => response.writeHead(500).end());
    const response = await world.choose(statement);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('respond right now. Try again in a few minutes.');
  });

  test("an app that can't take the amount isn't offered again", async () => {
    const statement = await world.owe(2049);
    world.server.behave((_call, response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'too_small', message: 'At least EUR 50.00.' }));
    });
    const html = await (await world.choose(statement)).text();
    expect(html).toContain('At least EUR 50.00.');
    expect(html).not.toContain('name="method"');
  });

  test('a session that expires sends its app a webhook with the statement, and a late payment still counts', async () => {
    const statement = await world.owe(2050);
    const id = await world.open(statement);
    const { expireSessions } = await import('#subgraphs/payments/commands/expire-sessions.ts');
    await expireSessions(world.at(new Date(Date.now() + 25 * 3_600_000).toISOString()), {
      statementId: statement.id,
    });
    expect((await sessionsOf(statement))[0]?.status).toBe('EXPIRED');
    const { topic, resource } = await endOf(id);
    expect([topic, resource]).toEqual([
      'payment_session.expired',
      {
        type: 'payment_session',
        id,
        version: expect.any(Number),
        status: 'expired',
        booking_id: null,
        statement: { id: statement.id, number: statement.number },
      },
    ]);
    expect(stateIn(await world.page(statement))).toBe('unpaid');
    expect((await world.resolve(id)).userErrors).toEqual([]);
    expect(await world.statusOf(statement)).toBe('paid');
  });
});

describe('money is never lost or taken twice', () => {
  test('two sessions paid concurrently pay a statement once, and the other payment is refunded', async () => {
    const statement = await world.owe(2051);
    const first = await world.open(statement);
    // A canceled session's page can still be paid.
    await world.platform.database.query(`UPDATE payments.session SET status = 'CANCELED' WHERE id = $1`, [
      first,
    ]);
    const second = await world.open(statement);
    const answers = await Promise.all(
      [first, second, first, second].map((id) => world.resolve(id, `pi_${id}`)),
    );
    const codes = answers.map(({ userErrors }) => userErrors[0]?.code);
    expect(codes.filter((code) => code === 'STATEMENT_SETTLED')).toHaveLength(2);
    expect(codes.filter((code) => code === undefined)).toHaveLength(2);
    const refunds = [...(await refundsOf(first)), ...(await refundsOf(second))];
    expect(refunds).toMatchObject([{ amount: 3_000, reason: 'already_paid' }]);
    const [paid] = await world.platform.database.query<{ session: string; amount: number }>(
      'SELECT paid_session_id AS session, paid_amount::int AS amount FROM apps.app_invoices WHERE id = $1',
      [statement.id],
    );
    expect([first, second]).toContain(paid?.session);
    expect(paid?.amount).toBe(3_000);
  });

  test('repeating a resolve changes nothing', async () => {
    const statement = await world.owe(2052);
    const id = await world.open(statement);
    for (let n = 0; n < 3; n++) expect((await world.resolve(id)).userErrors).toEqual([]);
    expect(await refundsOf(id)).toEqual([]);
    const [events] = await world.platform.database.query<{ count: number }>(
      `SELECT count(*)::int FROM team_events WHERE team_id = $1 AND kind = 'app_invoice.paid'`,
      [statement.team.teamId],
    );
    expect(events?.count).toBe(1);
  });

  test('marking a statement as paid ends its open session, whose payment is then refunded by the app', async () => {
    const statement = await world.owe(2053);
    const id = await world.open(statement);
    expect((await markPaid(statement)).userErrors).toEqual([]);
    await expect
      .poll(async () => (await sessionsOf(statement))[0]?.status, { timeout: 20_000 })
      .toBe('CANCELED');
    expect((await endOf(id)).topic).toBe('payment_session.canceled');
    expect((await world.resolve(id)).userErrors).toMatchObject([{ code: 'STATEMENT_SETTLED' }]);
    const [refund] = await world.platform.database.query<{ id: string }>(
      'SELECT id FROM payments.refund WHERE session_id = $1',
      [id],
    );
    await expect.poll(async () => (await refundsOf(id))[0]?.status, { timeout: 20_000 }).toBe('REQUESTED');
    const request = world.server.calls.find(({ body }) => body.refund_session?.id === refund?.id);
    expect(request?.body.refund_session).toMatchObject({ amount: '30.00', payment_session_id: id });
    await sendRefund(world.at(new Date().toISOString()), refund?.id ?? '');
    expect(await refundsOf(id)).toHaveLength(1);
    expect(await world.page(statement)).not.toContain(' with Test Pay');
  });

  test("an operator sees on the statement which refund its payment app couldn't make, and its owner doesn't", async () => {
    const statement = await world.owe(2071);
    const id = await world.open(statement);
    await credit(statement, 3_000);
    await world.resolve(id, 'pi_credited');
    const [refund] = await world.platform.database.query<{ id: string }>(
      'SELECT id FROM payments.refund WHERE session_id = $1',
      [id],
    );
    const query = `query ($search: String!) { platformAppInvoices(search: $search) { nodes {
      number failedRefunds { amount currency reason rejection { message } paymentReference } } } }`;
    const read = async () =>
      ask<{ platformAppInvoices: { nodes: { number: string; failedRefunds: unknown[] }[] } }>(
        world.platform,
        await operator(world.platform),
        query,
        { search: statement.number },
      );
    const find = async () =>
      (await read()).platformAppInvoices.nodes.find(({ number }) => number === statement.number);
    expect((await find())?.failedRefunds).toEqual([]);
    await ask(
      world.platform,
      world.app.viewer,
      `mutation ($id: ID!) { refundSessionReject(id: $id, reason: { code: "closed", message: "The card is closed." }) {
        userErrors { code } } }`,
      { id: refund?.id },
    );
    expect((await find())?.failedRefunds).toEqual([
      {
        amount: 3_000,
        currency: 'EUR',
        reason: 'statement_credited',
        rejection: { message: 'The card is closed.' },
        paymentReference: 'pi_credited',
      },
    ]);
    await expect(
      ask(
        world.platform,
        statement.team.host,
        '{ appInvoices(first: 5) { nodes { failedRefunds { amount } } } }',
      ),
    ).rejects.toThrow('This field is for operators.');
  });

  test('marking as paid and a payment at the same moment pay the statement once', async () => {
    for (let n = 0; n < 5; n++) {
      const statement = await world.owe(2054 + n);
      const id = await world.open(statement);
      const [answer] = await Promise.all([world.resolve(id), markPaid(statement)]);
      expect(await world.statusOf(statement)).toBe('paid');
      const isRefunded = answer.userErrors.length > 0;
      expect((await refundsOf(id)).length).toBe(isRefunded ? 1 : 0);
    }
  });

  test('a payment that exceeds what a credit note left to pay is accepted, and the rest is refunded', async () => {
    const statement = await world.owe(2060);
    const id = await world.open(statement);
    expect((await credit(statement, 1_000)).userErrors).toEqual([]);
    await expect
      .poll(async () => (await sessionsOf(statement))[0]?.status, { timeout: 20_000 })
      .toBe('CANCELED');
    for (let n = 0; n < 2; n++) expect((await world.resolve(id)).userErrors).toEqual([]);
    expect(await world.statusOf(statement)).toBe('paid');
    expect(await refundsOf(id)).toMatchObject([{ amount: 1_000, reason: 'overpaid' }]);
  });

  test('a partly credited statement is paid at what is left', async () => {
    const statement = await world.owe(2061);
    await credit(statement, 1_050);
    await world.open(statement);
    expect(sessionCalls().at(-1)?.body.payment_session.amount).toBe('19.50');
  });

  test('a payment for a statement that was credited in full is refunded', async () => {
    const statement = await world.owe(2062);
    const id = await world.open(statement);
    await credit(statement, 3_000);
    expect((await world.resolve(id)).userErrors).toMatchObject([{ code: 'STATEMENT_SETTLED' }]);
    expect(await refundsOf(id)).toMatchObject([{ amount: 3_000, reason: 'statement_credited' }]);
    expect(stateIn(await world.page(statement))).toBe('credited');
    expect((await world.choose(statement)).status).toBe(200);
  });

  test("a payment counts once apps is available again if it wasn't when the app reported it", async () => {
    const statement = await world.owe(2063);
    const id = await world.open(statement);
    await world.platform.database.query(
      `UPDATE payments.session SET status = 'RESOLVED', reference = 'pi_late', updated_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    expect(stateIn(await world.page(statement))).toBe('unpaid');
    const { bookWaitingMoney } = await import('#subgraphs/payments/commands/book-waiting-money.ts');
    await bookWaitingMoney(world.at(new Date().toISOString()));
    expect(await world.statusOf(statement)).toBe('paid');
    expect(await sessionsOf(statement)).toMatchObject([{ status: 'RESOLVED', settlement: 'statement_paid' }]);
  });
});

describe('other teams', () => {
  test("another team's payment app is neither offered nor accepted", async () => {
    const statement = await world.owe(2064);
    const stranger = await newDeveloper(world.platform);
    const manifest = {
      name: 'Strange Pay',
      type: 'payment',
      scopes: [],
      endpoints: { payment_session: `${world.server.origin}/payment_sessions` },
    };
    const theirs = await installNewApp(world.platform, stranger, manifest);
    const own = await installNewApp(world.platform, statement.team, manifest);
    const html = await world.page(statement);
    for (const { slug } of [theirs, own]) {
      expect(html).not.toContain(slug);
      const response = await world.choose(statement, `app:${slug}`);
      expect(await response.text()).toContain('available. Choose another one.');
    }
    const id = await world.open(statement);
    const viewer = { ...theirs.viewer, scopes: ['write_payment_sessions'] };
    expect((await world.resolve(id, 'pi_1', viewer)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(await world.statusOf(statement)).toBe('open');
  });

  test("the operator's team can't refund a statement's payment by hand", async () => {
    const statement = await world.owe(2065);
    const id = await world.open(statement);
    await world.resolve(id);
    const refused = await ask<{ done: { userErrors: { code: string }[] } }>(
      world.platform,
      world.payee.host,
      'mutation ($id: ID!) { done: refundSessionOpen(input: { paymentSessionId: $id, amount: 100, reason: "x" }) { userErrors { code } } }',
      { id },
    );
    expect(refused.done.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  test('a form sent from another site is refused', async () => {
    const statement = await world.owe(2066);
    const response = await fetch(`${world.platform.address}${statement.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example.com',
      },
      body: `method=app:${world.app.slug}`,
      redirect: 'manual',
    });
    expect(response.status).toBe(403);
    expect(await sessionsOf(statement)).toEqual([]);
  });

  test('the payer returns to the statement in their own browser, and others see nothing of it', async () => {
    const statement = await world.owe(2067);
    const response = await world.choose(statement);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    const path = `/statements/return/${statement.id}?payment=returned`;
    const back = (headers: Record<string, string>) =>
      fetch(`${world.platform.address}${path}`, { headers, redirect: 'manual' });
    const own = await back({ cookie: cookie.split(';', 1)[0] ?? '' });
    expect(own.headers.get('location')).toBe(`${statement.path}?payment=returned`);
    const others = await back({});
    expect(others.status).toBe(200);
    expect(await others.text()).not.toContain(statement.number);
  });
});

describe('PLATFORM_TEAM', () => {
  test("a process doesn't start with a team that doesn't exist, so that no one else can create it", async () => {
    await expect(startPlatform({ PLATFORM_TEAM: 'no-team-yet' })).rejects.toThrow(
      /^PLATFORM_TEAM must be an existing team's slug\. There's no team "no-team-yet"/,
    );
  });

  test('without a usable team, the page shows how to pay and accepts no payment', async () => {
    const statement = await world.owe(2070);
    const suspend = (at: string | null) =>
      world.platform.database.query(
        `UPDATE apps.teams SET suspended_at = $1::timestamptz, suspension_reason = CASE WHEN $1 IS NULL THEN NULL ELSE 'Test' END
         WHERE slug = 'lakeside'`,
        [at],
      );
    await suspend(new Date().toISOString());
    try {
      const html = await world.page(statement);
      expect(html).toContain(`operator and give the number ${statement.number}.`);
      expect(html).not.toContain('<form');
      expect((await world.choose(statement)).status).toBe(200);
      expect(await sessionsOf(statement)).toEqual([]);
    } finally {
      await suspend(null);
    }
  });
});

describe('emails', () => {
  const mailsTo = ({ team }: Pick<OwedStatement, 'team'>) =>
    world.platform.database.query<{ template: string; params: Record<string, unknown> }>(
      `SELECT m.template, m.params FROM apps.mails m JOIN apps.accounts a ON a.email = m.recipient
       WHERE a.id = $1 AND m.template LIKE 'statement-%' ORDER BY m.id`,
      [team.host.accountId],
    );

  test("owners get one email per event in their account's language, however often jobs run", async () => {
    const statement = await world.owe(2069);
    const { number } = statement;
    await world.platform.database.query(`UPDATE apps.accounts SET locale = 'de' WHERE id = $1`, [
      statement.team.host.accountId,
    ]);
    for (let n = 0; n < 2; n++) await world.freeze(2069);
    const id = await world.open(statement);
    for (let n = 0; n < 2; n++) await world.resolve(id);
    expect(await mailsTo(statement)).toMatchObject([
      { template: 'statement-issued', params: { number, amount: 3_000, dueOn: '2069-02-15', apps: [] } },
      { template: 'statement-overdue', params: { number, language: 'de', apps: ['Crew Store'] } },
      { template: 'statement-frozen', params: { number, amount: 3_000, apps: ['Crew Store'] } },
      { template: 'statement-paid', params: { number, amount: 3_000, paidThrough: 'Test Pay' } },
    ]);
    const others = await world.platform.database.query(
      `SELECT FROM apps.mails WHERE template LIKE 'statement-%' AND params->>'number' = $1`,
      [number],
    );
    expect(others).toHaveLength(4);
  });
});

test('a statement’s PDF shows what its page shows', async () => {
  const statement = await world.owe(2068);
  const response = await fetch(`${world.platform.address}${statement.path}.pdf`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const again = await fetch(`${world.platform.address}${statement.path}.pdf`);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
});
