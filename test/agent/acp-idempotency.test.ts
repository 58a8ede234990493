import { describe, expect, test } from 'vitest';
import { BUYER, line, useAcpWorld } from '../support/acp-storefront.ts';
import { daysAhead } from '../support/stays.ts';

const world = useAcpWorld();
const SESSIONS = '/api/acp/checkout_sessions';
/** Nights in the only Boathouse that no other test in this file uses. */
let nextDay = 600;
const OLDER = { 'api-version': '2026-01-30' };

describe('the same key and request', () => {
  test('the same key and request create one session regardless of field order', async () => {
    const { lakeside, freshStay } = world();
    const stay = await freshStay();
    const key = { 'idempotency-key': 'create-once' };
    const first = await lakeside.create({ line_items: [line(stay)], buyer: BUYER }, key);
    const again = await lakeside.create({ buyer: BUYER, line_items: [line(stay)] }, key);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['idempotency-key']).toBe('create-once');
  });

  test('a repeated update returns its first response despite later changes', async () => {
    const { lakeside, freshStay } = world();
    const { body: session } = await lakeside.create({ line_items: [line(await freshStay())] });
    const key = { 'idempotency-key': 'add-buyer' };
    const first = await lakeside.update(session.id, { buyer: BUYER }, key);
    await lakeside.complete(session.id);
    const again = await lakeside.update(session.id, { buyer: BUYER }, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('a repeated completion returns its first response', async () => {
    const { lakeside, freshStay } = world();
    const { body: session } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
    const first = await lakeside.complete(session.id, 'pay');
    const again = await lakeside.complete(session.id, 'pay');
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('a replayed response uses the version of the repeated request', async () => {
    const { lakeside, freshStay } = world();
    const body = { line_items: [line(await freshStay())] };
    const key = { 'idempotency-key': 'two-versions' };
    const first = await lakeside.create(body, key);
    const again = await lakeside.create(body, { ...key, ...OLDER });
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers['api-version']).toBe('2026-01-30');
    expect(again.body.messages[0]).not.toHaveProperty('resolution');
  });
});

describe('a completion that had no effect', () => {
  /** A ready session whose stay another agent takes, completed under `key`. */
  async function failed(key: string) {
    const { lakeside } = world();
    const boathouse = `stay:3:${daysAhead(nextDay)}:${daysAhead(nextDay + 2)}:2:0`;
    nextDay += 2;
    const cart = { line_items: [line({ id: boathouse })] };
    const { body: session } = await lakeside.create({
      ...cart,
      buyer: { ...BUYER, email: `${key}@example.com` },
    });
    const other = await lakeside.create({ ...cart, buyer: { ...BUYER, email: `other-${key}@example.com` } });
    expect((await lakeside.complete(other.body.id)).body.status).toBe('completed');
    const first = await lakeside.complete(session.id, key);
    expect(first.body).toMatchObject({
      status: 'not_ready_for_payment',
      messages: [{ code: 'out_of_stock' }],
    });
    return { session, first };
  }

  test('a completion without effect is replayed while the session is unchanged', async () => {
    const { session, first } = await failed('unchanged');
    const again = await world().lakeside.complete(session.id, 'unchanged');
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('the same key completes a session that was fixed after a completion without effect', async () => {
    const { lakeside, freshStay } = world();
    const { session } = await failed('mended');
    const mended = await lakeside.update(session.id, { line_items: [line(await freshStay())] });
    expect(mended.body.status).toBe('ready_for_payment');
    const done = await lakeside.complete(session.id, 'mended');
    expect(done.body.status).toBe('completed');
    expect(done.headers).not.toHaveProperty('idempotent-replayed');
    const replayed = await lakeside.complete(session.id, 'mended');
    expect(replayed.body).toEqual(done.body);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
  });

  test("a completion without effect isn't replayed after another key completed the session", async () => {
    const { lakeside, freshStay } = world();
    const { session } = await failed('overtaken');
    await lakeside.update(session.id, { line_items: [line(await freshStay())] });
    const done = await lakeside.complete(session.id, 'another');
    expect((await lakeside.complete(session.id, 'overtaken')).body).toMatchObject({
      status: 'completed',
      order: done.body.order,
    });
  });
});

describe('the same key for a different request', () => {
  test.each([
    [{}, 422, 'invalid_request'],
    [OLDER, 409, 'request_not_idempotent'],
  ])(
    'the same key for a different request under %o returns %i idempotency_conflict',
    async (version, status, type) => {
      const { lakeside, freshStay } = world();
      const stay = await freshStay();
      const headers = { 'idempotency-key': `conflict-${status}`, ...version };
      await lakeside.create({ line_items: [line(stay)] }, headers);
      const other = await lakeside.create({ line_items: [line(stay, 2)] }, headers);
      expect(other).toMatchObject({ status, body: { type, code: 'idempotency_conflict' } });
    },
  );

  test('a request that differs only in an ignored field conflicts too', async () => {
    const { lakeside, freshStay } = world();
    const { body: session } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
    const complete = (body: unknown) =>
      lakeside.send('POST', `${SESSIONS}/${session.id}/complete`, {
        body,
        headers: { 'idempotency-key': 'pay' },
      });
    expect((await complete({ payment_data: { token: 'a' } })).body.status).toBe('completed');
    expect(await complete({ payment_data: { token: 'b' } })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict' },
    });
  });

  test('the same key can be used independently for another session or call', async () => {
    const { lakeside, freshStay } = world();
    const sessions = [await freshStay(), await freshStay()].map((stay) =>
      lakeside.create({ line_items: [line(stay)], buyer: BUYER }),
    );
    const [a, b] = await Promise.all(sessions);
    const answers = [
      await lakeside.update(a?.body.id ?? '', { buyer: BUYER }, { 'idempotency-key': 'shared' }),
      await lakeside.complete(a?.body.id ?? '', 'shared'),
      await lakeside.complete(b?.body.id ?? '', 'shared'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body.order?.id).not.toBe(answers[2]?.body.order?.id);
  });
});

test.each(['', 'k'.repeat(256)])('an idempotency key has 1 to 255 characters: %#', async (key) => {
  const { lakeside, freshStay } = world();
  const answer = await lakeside.create({ line_items: [line(await freshStay())] }, { 'idempotency-key': key });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test('twenty concurrent requests under one key create one session', async () => {
  const { lakeside, freshStay, platform } = world();
  const body = { line_items: [line(await freshStay())], buyer: { ...BUYER, email: 'once@example.com' } };
  const headers = { 'idempotency-key': 'all-at-once' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => lakeside.create(body, headers)));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
    expect(answer.headers['retry-after']).toBe('1');
  }
  const [{ sessions } = { sessions: '' }] = await platform.database.query<{ sessions: string }>(
    `SELECT count(*) AS sessions FROM checkout.sessions WHERE buyer->>'email' = 'once@example.com'`,
  );
  expect(sessions).toBe('1');
});
