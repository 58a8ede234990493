import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditInvoice } from '#subgraphs/apps/billing/commands/credit-invoice.ts';
import { markInvoicePaid } from '#subgraphs/apps/billing/commands/mark-invoice-paid.ts';
import { ask } from '../support/developer.ts';
import { PLAN } from '../support/paid-app.ts';
import { operator } from '../support/public-app.ts';
import { type OwedStatement, openStatementWorld, type StatementWorld } from '../support/statement-world.ts';

// docs/interface/billing.md#payments-taken-back and docs/interface/payments.md#statements.

let world: StatementWorld;
beforeAll(async () => {
  world = await openStatementWorld({}, { scopes: ['write_payments', 'write_payment_sessions'] });
});
afterAll(() => world.close());

type Status = 'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed';

interface Answer {
  readonly reversal: { readonly status: Status; readonly amount: number } | null;
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

const report = async (
  paymentSessionId: string,
  status: Status,
  { amount = 3_000, reference = 'dp_1', as = world.app.viewer } = {},
): Promise<Answer> =>
  (
    await ask<{ done: Answer }>(
      world.platform,
      { ...as, scopes: ['write_payments'] } as typeof as,
      `mutation ($input: StatementReversalReportInput!) {
        done: statementReversalReport(input: $input) { reversal { status amount } userErrors { code message } } }`,
      { input: { paymentSessionId, reference, status, amount } },
    )
  ).done;

const codeOf = ({ userErrors }: { readonly userErrors: readonly { readonly code: string }[] }) =>
  userErrors[0]?.code ?? null;

interface Shown {
  readonly number: string;
  readonly status: string;
  readonly amountDue: number;
  readonly creditable: number;
  readonly dueAt: string;
  readonly reopenedAt: string | null;
  readonly paidThrough: string | null;
  readonly failedRefunds: readonly { readonly refundSessionId: string; readonly amountLeft: number }[];
  readonly paidBackRefunds: readonly {
    readonly paidBack: { readonly note: string; readonly amount: number } | null;
  }[];
  readonly reversals: readonly {
    readonly reference: string;
    readonly status: Status;
    readonly amount: number;
    readonly currency: string;
    readonly hasPaid: boolean;
    readonly paymentReference: string | null;
  }[];
}

/** The statement as an operator reads it. */
async function shown({ number }: Pick<OwedStatement, 'number'>): Promise<Shown> {
  const { platformAppInvoices } = await ask<{ platformAppInvoices: { nodes: readonly Shown[] } }>(
    world.platform,
    await operator(world.platform),
    `query ($search: String!) { platformAppInvoices(search: $search) { nodes {
      number status amountDue creditable dueAt reopenedAt paidThrough
      failedRefunds { refundSessionId amountLeft } paidBackRefunds { paidBack { note amount } }
      reversals { reference status amount currency hasPaid paymentReference } } } }`,
    { search: number },
  );
  return platformAppInvoices.nodes.find((one) => one.number === number) ?? expect.unreachable();
}

const settles = (statement: OwedStatement, expected: Partial<Shown>) =>
  expect.poll(() => shown(statement), { timeout: 20_000 }).toMatchObject(expected);

/** A statement and the session that paid it. */
async function paid(year: number, plan?: Readonly<Record<string, unknown>>) {
  const statement = await world.owe(year, plan);
  const id = await world.open(statement);
  expect((await world.resolve(id)).userErrors).toEqual([]);
  return { statement, id };
}

const operatorNow = async () => world.at(new Date().toISOString(), await operator(world.platform));

/** The developer's balance, and the ledger's sums for it. */
async function balanceOf({ app }: OwedStatement) {
  const [row] = await world.platform.database.query<{ earned: number; pending: number }>(
    `SELECT b.earned::int, b.pending::int FROM apps.app_balances b JOIN apps.apps a ON a.id = b.product_id
     WHERE b.product = 'app' AND a.slug = $1`,
    [app.slug],
  );
  return row ?? expect.unreachable();
}

const mailsTo = (accountId: number, template: string) =>
  world.platform.database.query<{ params: Record<string, unknown> }>(
    `SELECT m.params FROM apps.mails m JOIN apps.accounts a ON a.email = m.recipient
     WHERE a.id = $1 AND m.template = $2 ORDER BY m.id`,
    [accountId, template],
  );

describe('disputes', () => {
  test('an open dispute leaves the statement paid, and a lost one makes its amount due again within 14 days', async () => {
    const { statement, id } = await paid(2040);
    const earned = await balanceOf(statement);
    expect(earned).toEqual({ earned: 2_550, pending: 0 });
    expect(codeOf(await report(id, 'disputed'))).toBeNull();
    await settles(statement, { status: 'paid', amountDue: 0, reversals: [expect.anything()] as never });
    const before = Date.now();
    expect(codeOf(await report(id, 'dispute_lost'))).toBeNull();
    await settles(statement, { status: 'open', amountDue: 3_000, creditable: 3_000, paidThrough: null });
    const { dueAt, reversals } = await shown(statement);
    const days = (new Date(dueAt).getTime() - before) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    expect(reversals).toMatchObject([
      { reference: 'dp_1', status: 'dispute_lost', amount: 3_000, currency: 'EUR', hasPaid: true },
    ]);
    expect(await balanceOf(statement)).toEqual({ earned: 0, pending: 2_550 });
    expect(await world.subscriptionOf(statement)).toBe('active');
    expect(await mailsTo(statement.team.host.accountId, 'statement-reopened')).toMatchObject([
      { params: { number: statement.number, amount: 3_000 } },
    ]);
    const told = await mailsTo(world.payee.host.accountId, 'statement-reversal');
    expect(told.filter(({ params }) => params.number === statement.number)).toMatchObject([
      { params: { status: 'disputed', app: 'Test Pay', reference: 'dp_1' } },
      { params: { status: 'dispute_lost' } },
    ]);
  });

  test('a statement whose payment was lost can be paid again, and its apps stay in use', async () => {
    const { statement, id } = await paid(2041);
    await report(id, 'dispute_lost');
    await settles(statement, { status: 'open', amountDue: 3_000 });
    expect(await world.page(statement)).toContain('A payment was taken back by the payer');
    const again = await world.open(statement);
    expect(again).not.toBe(id);
    for (let n = 0; n < 2; n++) expect((await world.resolve(again)).userErrors).toEqual([]);
    // A repeated report about the first payment changes nothing.
    expect((await world.resolve(id)).userErrors).toEqual([]);
    await settles(statement, { status: 'paid', amountDue: 0, failedRefunds: [] });
    expect(await balanceOf(statement)).toEqual({ earned: 2_550, pending: 0 });
    const paidMails = await mailsTo(statement.team.host.accountId, 'statement-paid');
    expect(paidMails).toHaveLength(2);
  });

  test('reports in any order and repeated leave the first outcome', async () => {
    const { statement, id } = await paid(2042);
    for (const status of ['dispute_lost', 'disputed', 'dispute_lost'] as const)
      expect((await report(id, status)).reversal?.status).toBe('dispute_lost');
    expect(codeOf(await report(id, 'dispute_won'))).toBe('INVALID_TRANSITION');
    expect(codeOf(await report(id, 'refunded'))).toBe('INVALID_TRANSITION');
    await settles(statement, { status: 'open', amountDue: 3_000 });
    const { statement: other, id: won } = await paid(2043);
    for (const status of ['dispute_won', 'disputed'] as const)
      expect((await report(won, status)).reversal?.status).toBe('dispute_won');
    expect(codeOf(await report(won, 'dispute_lost'))).toBe('INVALID_TRANSITION');
    await settles(other, { status: 'paid', amountDue: 0 });
  });

  test('concurrent reports count once', async () => {
    const { statement, id } = await paid(2044);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => report(id, n % 2 ? 'disputed' : 'dispute_lost', { amount: 1_000 })),
    );
    await settles(statement, { status: 'open', amountDue: 1_000 });
    expect((await shown(statement)).reversals).toHaveLength(1);
  });

  test('an unpaid amount that was taken back freezes the app like any other statement', async () => {
    const { statement, id } = await paid(2045);
    await report(id, 'dispute_lost');
    await settles(statement, { status: 'open' });
    const { collectDebts } = await import('#subgraphs/apps/billing/commands/collect-debts.ts');
    const daysLater = (days: number) => world.at(new Date(Date.now() + days * 86_400_000).toISOString());
    await collectDebts(daysLater(20));
    expect(await world.subscriptionOf(statement)).toBe('active');
    await collectDebts(daysLater(22));
    expect(await world.subscriptionOf(statement)).toBe('past_due');
    await collectDebts(daysLater(37));
    expect(await world.subscriptionOf(statement)).toBe('frozen');
    await world.resolve(await world.open(statement));
    await settles(statement, { status: 'paid' });
    expect(await world.subscriptionOf(statement)).toBe('active');
  });
});

describe('refunds made at the provider', () => {
  test('a part is due again, and a credit note for it pays the statement without a carried-over credit', async () => {
    const { statement, id } = await paid(2046);
    await report(id, 'refunded', { amount: 1_000, reference: 're_1' });
    await settles(statement, { status: 'open', amountDue: 1_000 });
    const credit = { invoiceId: String(statement.id), amount: 1_000, reason: 'An outage' };
    expect((await creditInvoice(await operatorNow(), credit)).userErrors).toEqual([]);
    await settles(statement, { status: 'paid', amountDue: 0, creditable: 2_000 });
    const carried = await world.platform.database.query(
      'SELECT amount::int FROM apps.charges WHERE team_id = $1 AND amount < 0',
      [statement.team.teamId],
    );
    expect(carried).toEqual([]);
    expect(await balanceOf(statement)).toEqual({ earned: 1_700, pending: 0 });
  });

  test('a credit above what is due again is carried over only for the rest', async () => {
    const { statement, id } = await paid(2047);
    await report(id, 'refunded', { amount: 1_000, reference: 're_1' });
    await settles(statement, { status: 'open', amountDue: 1_000 });
    const credit = { invoiceId: String(statement.id), amount: 1_500, reason: 'An outage' };
    expect((await creditInvoice(await operatorNow(), credit)).userErrors).toEqual([]);
    const carried = await world.platform.database.query(
      'SELECT amount::int FROM apps.charges WHERE team_id = $1 AND amount < 0',
      [statement.team.teamId],
    );
    expect(carried).toEqual([{ amount: -500 }]);
    await settles(statement, { status: 'paid', amountDue: 0, creditable: 1_500 });
  });

  test('a refund that fails afterwards makes the statement paid again', async () => {
    const { statement, id } = await paid(2048, { ...PLAN, currency: 'JPY', amount: 1_234 });
    await report(id, 'refunded', { amount: 1_234, reference: 're_1' });
    await settles(statement, { status: 'open', amountDue: 1_234 });
    await report(id, 'refund_failed', { amount: 1_234, reference: 're_1' });
    await settles(statement, { status: 'paid', amountDue: 0, paidThrough: 'Test Pay' });
    // A late report doesn't revive it.
    expect((await report(id, 'refunded', { amount: 1_234, reference: 're_1' })).reversal?.status).toBe(
      'refund_failed',
    );
    await settles(statement, { status: 'paid' });
  });

  test('a payment opened before another refund pays its part', async () => {
    const { statement, id } = await paid(2049);
    await report(id, 'refunded', { amount: 1_000, reference: 're_1' });
    await settles(statement, { amountDue: 1_000 });
    const part = await world.open(statement);
    await report(id, 'refunded', { amount: 500, reference: 're_2' });
    await settles(statement, { amountDue: 1_500 });
    for (let n = 0; n < 2; n++) expect((await world.resolve(part)).userErrors).toEqual([]);
    await settles(statement, { status: 'open', amountDue: 500 });
    expect((await markInvoicePaid(await operatorNow(), String(statement.id))).userErrors).toEqual([]);
    await settles(statement, { status: 'paid', amountDue: 0 });
  });
});

describe('failed refunds', () => {
  const REFUND = `mutation ($id: ID!, $note: String!) { done: statementRefundMarkPaid(id: $id, note: $note) {
    refund { amountLeft paidBack { note } } userErrors { code field message } } }`;

  interface MarkAnswer {
    readonly refund: {
      readonly amountLeft: number;
      readonly paidBack: { readonly note: string } | null;
    } | null;
    readonly userErrors: readonly { readonly code: string }[];
  }
  const mark = async (id: string, note: string): Promise<MarkAnswer> =>
    (
      await ask<{ done: MarkAnswer }>(
        world.platform,
        { ...(await operator(world.platform)), elevated: true } as Awaited<ReturnType<typeof operator>>,
        REFUND,
        { id, note },
      )
    ).done;

  /** A statement that was paid twice, whose second payment the app can't refund. */
  async function paidTwice(year: number) {
    const statement = await world.owe(year);
    const id = await world.open(statement);
    await markInvoicePaid(await operatorNow(), String(statement.id));
    await world.resolve(id);
    const [refund] = await world.platform.database.query<{ id: string }>(
      'SELECT id FROM payments.refund WHERE session_id = $1',
      [id],
    );
    const refundId = refund?.id ?? expect.unreachable();
    await reject(refundId);
    return { statement, id, refundId };
  }

  const reject = (id: string) =>
    ask(
      world.platform,
      world.app.viewer,
      'mutation ($id: ID!) { refundSessionReject(id: $id, reason: { code: "closed", message: "The card is closed." }) { userErrors { code } } }',
      { id },
    );

  test('an operator marks one as paid back by hand, and no amount of the statement changes', async () => {
    const { statement, refundId } = await paidTwice(2050);
    await settles(statement, {
      status: 'paid',
      failedRefunds: [{ refundSessionId: refundId, amountLeft: 3_000 }],
    });
    const earned = await balanceOf(statement);
    expect(codeOf(await mark(refundId, '\n'))).toBe('INVALID');
    const answers = await Promise.all([mark(refundId, 'SEPA 1'), mark(refundId, 'SEPA 1')]);
    expect(answers.map(({ refund }) => refund)).toEqual(
      Array(2).fill({ amountLeft: 0, paidBack: { note: 'SEPA 1' } }),
    );
    expect((await mark(refundId, 'SEPA 2')).refund?.paidBack?.note).toBe('SEPA 1');
    expect(await shown(statement)).toMatchObject({
      status: 'paid',
      amountDue: 0,
      creditable: 3_000,
      failedRefunds: [],
      paidBackRefunds: [{ paidBack: { note: 'SEPA 1', amount: 3_000 } }],
    });
    expect(await balanceOf(statement)).toEqual(earned);
    const events = await world.platform.database.query<{ change: string }>(
      `SELECT change FROM team_events WHERE kind = 'refund.paid_back' AND subject = $1`,
      [statement.number],
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.change).toMatch(/30\.00, SEPA 1$/);
  });

  test('one that was refunded at the provider is paid back, and the statement stays paid', async () => {
    const { statement, id, refundId } = await paidTwice(2051);
    await report(id, 'refunded', { amount: 1_000, reference: 're_1' });
    await settles(statement, {
      status: 'paid',
      failedRefunds: [{ refundSessionId: refundId, amountLeft: 2_000 }],
    });
    await report(id, 'refunded', { amount: 2_000, reference: 're_2' });
    await settles(statement, { status: 'paid', amountDue: 0, failedRefunds: [] });
    expect(codeOf(await mark(refundId, 'SEPA 3'))).toBe('INVALID_TRANSITION');
    expect((await shown(statement)).reversals.map(({ hasPaid }) => hasPaid)).toEqual([false, false]);
  });

  test('an overpaid part that was refunded at the provider leaves the statement paid, whatever comes first', async () => {
    const statement = await world.owe(2052);
    const id = await world.open(statement);
    await world.platform.database.query(`UPDATE payments.session SET status = 'PENDING' WHERE id = $1`, [id]);
    const credit = { invoiceId: String(statement.id), amount: 1_000, reason: 'An outage' };
    await creditInvoice(await operatorNow(), credit);
    expect((await world.resolve(id)).userErrors).toEqual([]);
    await report(id, 'refunded', { amount: 1_000, reference: 're_1' });
    // The app may still make its own refund.
    await settles(statement, { status: 'open', amountDue: 1_000 });
    const [refund] = await world.platform.database.query<{ id: string }>(
      'SELECT id FROM payments.refund WHERE session_id = $1',
      [id],
    );
    await reject(refund?.id ?? '');
    await settles(statement, { status: 'paid', amountDue: 0, failedRefunds: [] });
  });

  test('only a failed refund of a statement can be marked, and only by operators with a recent sign-in', async () => {
    const { refundId } = await paidTwice(2053);
    await world.platform.database.query(`UPDATE payments.refund SET status = 'REQUESTED' WHERE id = $1`, [
      refundId,
    ]);
    expect(codeOf(await mark(refundId, 'SEPA 4'))).toBe('INVALID_TRANSITION');
    expect(codeOf(await mark('00000000-0000-4000-8000-000000000000', 'SEPA 4'))).toBe('NOT_FOUND');
    await expect(
      ask(world.platform, world.payee.host, REFUND, { id: refundId, note: 'SEPA 4' }),
    ).rejects.toThrow();
  });
});

describe('who can report', () => {
  test('only the app that took the payment, and only a payment for a statement', async () => {
    const { id } = await paid(2054);
    const stranger = { ...world.app.viewer, installId: 999_999 } as typeof world.app.viewer;
    expect(codeOf(await report(id, 'disputed', { as: stranger }))).toBe('NOT_FOUND');
    expect(codeOf(await report('no-session', 'disputed'))).toBe('NOT_FOUND');
    expect(codeOf(await report(id, 'disputed', { amount: 3_001 }))).toBe('INVALID');
    expect(codeOf(await report(id, 'disputed', { amount: 0 }))).toBe('INVALID');
    expect(codeOf(await report(id, 'disputed', { reference: ' ' }))).toBe('INVALID');
    const unpaid = await world.open(await world.owe(2055));
    expect(codeOf(await report(unpaid, 'disputed'))).toBe('NOT_FOUND');
  });
});
