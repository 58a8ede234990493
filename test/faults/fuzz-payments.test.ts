import { Pool } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Operation, OperationError } from '#kit/execute.ts';
import type { Viewer } from '#kit/viewer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { LEAK } from '../support/leak.ts';
import { FORM, openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Chance, chanceOf, patience, SEED, seededTest, tries } from '../support/seeded.ts';
import { eventually } from '../support/task-world.ts';
import { bytesOf, headerValue, type Json, spoil } from './mutate.ts';

/**
 * Actions by guests, an app and a host on the bookings below, most of them wrong; `npm run tool fuzz` runs
 * 6,000.
 */
const STEPS = tries(300);
const AT_ONCE = 8;
const BOOKINGS = Math.min(tries(12), 120);

let world: PaymentWorld;
let pool: Pool;
const bookings: Placed[] = [];
const sessions: string[] = [];
const refunds: string[] = [];
/** True if the app responds randomly; until then, it responds correctly. */
let isNoise = false;

beforeAll(async () => {
  world = await openPaymentWorld();
  pool = new Pool(world.platform.address, { connections: AT_ONCE });
  for (let n = 0; n < BOOKINGS; n++) bookings.push(await world.place({ unitType: 8, nights: 1 }));
  const chance = chanceOf(SEED);
  world.server.behave(({ path, body }, response) => {
    const isRefund = path === '/refund_sessions';
    const { id } = isRefund ? body.refund_session : body.payment_session;
    (isRefund ? refunds : sessions).push(id);
    const good: Json = isRefund ? {} : { redirect_url: `${world.server.origin}/pay/${id}` };
    if (!isNoise || chance.below(3) > 0) {
      response.writeHead(isRefund ? 202 : 200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(good));
    }
    const status = chance.pick([200, 200, 204, 302, 400, 500]);
    response.writeHead(status, { 'content-type': headerValue(chance) });
    return response.end(status === 204 ? '' : bytesOf(chance, spoil(chance, good)));
  });
}, 120_000);
afterAll(async () => {
  await pool.close();
  await world.close();
});

/** Sends a guest's request for a booking's page; returns the result. */
async function guest(chance: Chance): Promise<string> {
  const { path } = chance.pick(bookings);
  const chosen = chance.below(2) ? `app:${world.app.slug}` : headerValue(chance);
  const form = new URLSearchParams({ method: chosen }).toString();
  const post = chance.below(4) > 0;
  const headers = chance.below(8) ? FORM : { ...FORM, 'content-type': headerValue(chance) };
  return visit({
    method: post ? 'POST' : 'GET',
    path: `${path}?payment=${encodeURIComponent(headerValue(chance))}`,
    headers,
    body: post ? (chance.below(6) ? form : bytesOf(chance, form)) : null,
  });
}

type Visit = Pick<Parameters<Pool['request']>[0], 'method' | 'path' | 'body'> & {
  readonly headers: Readonly<Record<string, string>>;
};

async function visit({ headers, ...asked }: Visit): Promise<string> {
  const {
    statusCode,
    headers: given,
    body,
  } = await pool.request({
    ...asked,
    headers: { ...headers, host: `lakeside.localhost:${world.platform.port}` },
  });
  const text = await body.text();
  expect(statusCode, text).toBeLessThan(500);
  expect(text).not.toMatch(LEAK);
  if (statusCode === 303) expect(String(given.location)).toMatch(`${world.server.origin}/pay/`);
  return `page ${statusCode}`;
}

const REASON = { code: 'card_declined', message: 'The card was declined.' };

/** A mutation by the app or the host, with correct variables. */
function said(chance: Chance): readonly [Viewer, string, Record<string, Json>] {
  const id = chance.pick([...sessions, 'x']);
  const refund = chance.pick([...refunds, 'x']);
  const booking = String(chance.pick(bookings).bookingId);
  const app = world.app.viewer;
  const { host } = world.developer;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const about = chance.pick<readonly [Viewer, string, string, Record<string, Json>]>([
    [
      app,
      '$id: ID!, $reference: String!',
      'paymentSessionResolve(id: $id, reference: $reference)',
      { id, reference: 'pi_1' },
    ],
    [
      app,
      '$id: ID!, $reason: PaymentSessionRejectReason!',
      'paymentSessionReject(id: $id, reason: $reason)',
      { id, reason: REASON },
    ],
    [
      app,
      '$id: ID!, $until: DateTime!, $reason: String!',
      'paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: $reason)',
      { id, until: soon, reason: 'A day.' },
    ],
    [
      app,
      '$id: ID!, $reference: String',
      'refundSessionResolve(id: $id, reference: $reference)',
      { id: refund, reference: 're_1' },
    ],
    [
      app,
      '$id: ID!, $reason: PaymentSessionRejectReason!',
      'refundSessionReject(id: $id, reason: $reason)',
      { id: refund, reason: REASON },
    ],
    [
      host,
      '$input: RefundSessionOpenInput!',
      'refundSessionOpen(input: $input)',
      { input: { paymentSessionId: id, amount: 5_000, reason: 'Noise.' } },
    ],
    [host, '$id: ID!', 'bookingMarkPaid(id: $id)', { id: booking }],
    [host, '$id: ID!', 'bookingCancel(id: $id)', { id: booking }],
  ]);
  const [viewer, types, field, variables] = about;
  return [viewer, `mutation(${types}) { done: ${field} { userErrors { code } } }`, variables];
}

async function appOrHost(chance: Chance): Promise<string> {
  const [viewer, text, good] = said(chance);
  const spoiled = chance.below(2) ? good : spoil(chance, good);
  const variables = (typeof spoiled === 'object' && spoiled !== null ? spoiled : {}) as Record<
    string,
    unknown
  >;
  return say(viewer, text, variables);
}

async function say(viewer: Viewer, text: string, variables: Record<string, unknown>): Promise<string> {
  const operation: Operation<{ done: { userErrors: readonly { code: string }[] } | null }, typeof variables> =
    { text };
  try {
    const { done } = await world.platform.execute(operation, variables, { viewer, requestId: 'fuzz' });
    return done?.userErrors[0]?.code ?? 'done';
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    expect(error.code, `${text} ${JSON.stringify(variables)}: ${error.message}`).toBe('BAD_USER_INPUT');
    return error.code;
  }
}

/** Every possible end, each reached by a deterministic step. */
async function certainSteps(): Promise<readonly string[]> {
  const { path, bookingId } = await world.place({ unitType: 8, nights: 1 });
  const form = new URLSearchParams({ method: `app:${world.app.slug}` }).toString();
  const resolve =
    'mutation($id: ID!) { done: paymentSessionResolve(id: $id, reference: "pi_1") { userErrors { code } } }';
  const markPaid = 'mutation($id: ID!) { done: bookingMarkPaid(id: $id) { userErrors { code } } }';
  return [
    await visit({ method: 'GET', path, headers: {}, body: null }),
    await visit({ method: 'POST', path, headers: FORM, body: form }),
    await say(world.developer.host, markPaid, { id: String(bookingId) }),
    await say(world.app.viewer, resolve, { id: 'x' }),
    await say(world.app.viewer, resolve, {}),
  ];
}

/** Invariants for money: each query returns the rows that violate it. */
const MONEY = {
  'a payment that came in has no outcome': `SELECT id FROM payments.session WHERE status = 'RESOLVED' AND settlement IS NULL`,
  'a payment that bought nothing is not given back in full': `
    SELECT s.id, s.settlement FROM payments.session s WHERE s.settlement <> 'confirmed'
      AND s.amount > (SELECT coalesce(sum(amount), 0) FROM payments.refund r WHERE r.session_id = s.id)`,
  'more is given back than came in': `
    SELECT s.id FROM payments.session s JOIN payments.refund r ON r.session_id = s.id AND r.status <> 'REJECTED'
    GROUP BY s.id HAVING s.status <> 'RESOLVED' OR sum(r.amount) > s.amount`,
  'the booking and the payments disagree on what became of the money': `
    SELECT s.id FROM payments.session s LEFT JOIN checkout.payments p ON p.session_id = s.id
    WHERE s.settlement IS NOT NULL AND s.settlement IS DISTINCT FROM p.outcome`,
  'a booking is paid twice': `
    SELECT booking_id FROM payments.session WHERE settlement = 'confirmed' GROUP BY booking_id HAVING count(*) > 1`,
} as const;

async function brokenMoney(): Promise<Record<string, readonly object[]>> {
  const broken: Record<string, readonly object[]> = {};
  for (const [name, sql] of Object.entries(MONEY)) {
    const rows = await world.platform.database.query(sql);
    if (rows.length) broken[name] = rows;
  }
  return broken;
}

seededTest(
  `${STEPS} spoiled steps around payments fail nothing of ours, and money adds up`,
  async () => {
    const ends = new Set(await certainSteps());
    isNoise = true;
    let next = 0;
    const worker = async () => {
      while (next < STEPS) {
        const number = next++;
        const chance = chanceOf(SEED + number);
        ends.add(await (chance.below(3) ? appOrHost(chance) : guest(chance)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect([...ends]).toEqual(
      expect.arrayContaining(['page 200', 'page 303', 'done', 'NOT_FOUND', 'BAD_USER_INPUT']),
    );
    await eventually(brokenMoney, (broken) => Object.keys(broken).length === 0);
    await eventually(
      () => brokenInvariants(world.platform.database),
      (broken) => Object.keys(broken).length === 0,
    );
  },
  patience(60_000),
);
