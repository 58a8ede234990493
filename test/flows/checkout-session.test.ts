import { describe, expect, test } from 'vitest';
import { ADA, openCheckout } from '../support/checkout.ts';

const codes = (session: { messages: readonly { code: string }[] } | null | undefined) =>
  session?.messages.map(({ code }) => code);

describe('creating a session', () => {
  test('a new session with a stay and a buyer is ready to complete', async () => {
    const world = await openCheckout();
    const { session, refusal, replayed } = await world.agent().create();
    expect({ refusal, replayed }).toEqual({ refusal: null, replayed: false });
    expect(session).toMatchObject({
      status: 'ready_for_complete',
      currency: 'USD',
      buyer: { ...ADA, phoneNumber: null },
      messages: [],
      order: null,
      totals: [
        { kind: 'subtotal', amount: 30_000 },
        { kind: 'total', amount: 30_000 },
      ],
    });
    expect(await world.agent().read(session?.id ?? '')).toEqual(session);
  });

  test('a new session without a buyer is incomplete with `missing` at $.buyer', async () => {
    const world = await openCheckout();
    const { session } = await world.agent().create({ buyer: null });
    expect(session).toMatchObject({
      status: 'incomplete',
      buyer: null,
      messages: [{ code: 'missing', param: '$.buyer', severity: 'requires_buyer_input' }],
    });
  });

  test('a new session keeps a line with an unknown item at price 0 and reports `item_unavailable`', async () => {
    const world = await openCheckout();
    const { session } = await world.agent().create({ lines: [{ itemId: 'stay:\u0000:no', quantity: 1 }] });
    expect(session).toMatchObject({ status: 'incomplete', lines: [{ itemId: 'stay:\u0000:no', total: 0 }] });
    expect(codes(session)).toEqual(['item_unavailable']);
    expect(codes(await world.agent().read(session?.id ?? ''))).toEqual(['item_unavailable']);
  });

  test('a new session with mixed dates, no lines or more than 20 lines is incomplete and reports why', async () => {
    const world = await openCheckout();
    const line = { itemId: world.catalog.item(), quantity: 1 };
    const other = { itemId: world.catalog.item(2), quantity: 1 };
    expect(codes((await world.agent().create({ lines: [line, other] })).session)).toEqual(['invalid']);
    expect(codes((await world.agent().create({ lines: [] })).session)).toEqual(['missing']);
    const many = (await world.agent().create({ lines: Array.from({ length: 500 }, () => line) })).session;
    expect(codes(many)).toEqual(['invalid']);
    expect((await world.agent().update(many?.id ?? '', { buyer: ADA })).session?.status).toBe('incomplete');
  });
});

describe('updating a session', () => {
  test('an update replaces only the given fields, reprices the session and clears the message', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const id = (await agent.create({ buyer: null })).session?.id ?? '';
    world.catalog.priceMinor = 12_000;
    const ready = (await agent.update(id, { buyer: ADA })).session;
    expect(ready).toMatchObject({ status: 'ready_for_complete', messages: [] });
    expect(ready?.totals.at(-1)).toMatchObject({ kind: 'total', amount: 36_000 });
    const longer = (await agent.update(id, { lines: [{ itemId: world.catalog.item(4), quantity: 2 }] }))
      .session;
    expect(longer).toMatchObject({ status: 'ready_for_complete', buyer: { firstName: 'Ada' } });
    expect(longer?.totals.at(-1)?.amount).toBe(96_000);
    const back = (await agent.update(id, { buyer: { firstName: 'Ada' } })).session;
    expect(back).toMatchObject({
      status: 'incomplete',
      buyer: { firstName: 'Ada', lastName: null, email: null },
    });
  });

  test('an update to a finished session returns it unchanged with `invalid`', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    const completed = (await agent.complete(id)).session;
    const { session, refusal } = await agent.update(id, {
      lines: [{ itemId: world.catalog.item(1), quantity: 1 }],
    });
    expect(refusal).toBeNull();
    expect(session).toMatchObject({
      status: 'completed',
      totals: completed?.totals,
      order: completed?.order,
    });
    expect(session?.messages[0]).toMatchObject({ type: 'error', code: 'invalid', severity: 'unrecoverable' });
    expect(codes(await agent.read(id))).toEqual(['payment_required']);
  });
});

describe('a session belongs to its storefront and surface', () => {
  test("another storefront or surface can't find a session", async () => {
    const world = await openCheckout();
    const { id } = await world.agent().ready();
    for (const stranger of [world.agent({ storefrontId: 2 }), world.agent({ surface: 'acp' })]) {
      expect(await stranger.read(id)).toBeNull();
      const answers = await Promise.all([
        stranger.update(id, { buyer: ADA }),
        stranger.complete(id, 'k'),
        stranger.cancel(id, 'k'),
      ]);
      expect(answers.map(({ refusal }) => refusal)).toEqual(['not_found', 'not_found', 'not_found']);
    }
    expect(await world.agent().read('not-a-uuid')).toBeNull();
    expect(await world.agent().read(id)).toMatchObject({ status: 'ready_for_complete' });
  });
});

describe('expiry', () => {
  test('an open session reads as canceled after it expires', async () => {
    const world = await openCheckout({ CHECKOUT_TTL: 'PT1S' });
    const agent = world.agent();
    const { id, expiresAt } = await agent.ready();
    const other = await agent.ready();
    await world.database.query(
      `UPDATE checkout.sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    expect(Date.parse(String(expiresAt))).toBeGreaterThan(Date.now() - 1_000);

    const expired = await agent.read(id);
    expect(expired?.status).toBe('canceled');
    const { session } = await agent.complete(id, 'late');
    expect(session).toMatchObject({ status: 'canceled', order: null });
    expect(codes(session)).toEqual(['invalid']);
    expect((await agent.cancel(id)).refusal).toBe('not_cancelable');

    await world.job('expire-sessions');
    const rows = await world.database.query('SELECT id FROM checkout.sessions WHERE status = $1', [
      'canceled',
    ]);
    expect(rows).toEqual([{ id }]);
    expect(await agent.read(id)).toEqual(expired);
    expect((await agent.read(other.id))?.order).toBeNull();
    expect(world.catalog.holds.size).toBe(0);
  });

  test("a failed completion isn't replayed after its session has ended", async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready(2);
    world.catalog.stock = 1;
    expect((await agent.complete(id, 'k')).session?.status).toBe('incomplete');
    await world.database.query(
      `UPDATE checkout.sessions SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    const over = await agent.complete(id, 'k');
    expect(over).toMatchObject({ replayed: false, session: { status: 'canceled', order: null } });
    expect(codes(over.session)).toEqual(['invalid']);
    await world.job('expire-sessions');
    expect(await agent.complete(id, 'k')).toEqual(over);
  });

  test("every change extends the session's expiry", async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const created = await agent.ready();
    const updated = (await agent.update(created.id, { buyer: ADA })).session;
    expect(Date.parse(String(updated?.expiresAt))).toBeGreaterThan(Date.parse(String(created.expiresAt)));
    const day = Date.parse(String(updated?.expiresAt)) - Date.parse(String(updated?.updatedAt));
    expect(day).toBe(24 * 3_600_000);
  });
});

describe('canceling a session', () => {
  test('canceling ends an open session', async () => {
    const world = await openCheckout();
    const agent = world.agent();
    const { id } = await agent.ready();
    expect(await agent.cancel(id, 'c1')).toMatchObject({ session: { status: 'canceled' }, refusal: null });
    expect(await agent.cancel(id, 'c1')).toMatchObject({ session: { status: 'canceled' }, replayed: true });
    expect(await agent.cancel(id, 'c2')).toMatchObject({
      refusal: 'not_cancelable',
      session: { status: 'canceled' },
    });
    expect((await agent.complete(id, 'k')).session).toMatchObject({ status: 'canceled', order: null });

    const booked = await agent.ready();
    await agent.complete(booked.id, 'k');
    const refused = await agent.cancel(booked.id, 'c3');
    expect(refused).toMatchObject({ refusal: 'not_cancelable', session: { status: 'completed' } });
    expect(codes(refused.session)).toEqual(['invalid', 'payment_required']);
  });
});
