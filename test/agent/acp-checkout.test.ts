import { describe, expect, test } from 'vitest';
import { acpAgent } from '../support/acp.ts';
import { BUYER, line, useAcpWorld } from '../support/acp-storefront.ts';
import { daysAhead } from '../support/stays.ts';

const world = useAcpWorld();

async function readySession() {
  const { lakeside, freshStay } = world();
  const { body } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
  expect(body.status).toBe('ready_for_payment');
  return body;
}

describe('creating a session', () => {
  test('a session created with a stay and a buyer returns 201, priced and ready for payment', async () => {
    const { lakeside, freshStay } = world();
    const stay = await freshStay();
    const { status, body } = await lakeside.create({ line_items: [line(stay)], buyer: BUYER });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'ready_for_payment',
      currency: stay.currency.toLowerCase(),
      buyer: BUYER,
      line_items: [{ item: { id: stay.id, quantity: 1 }, quantity: 1, name: stay.title }],
      fulfillment_options: [],
      messages: [],
      capabilities: { payment: { handlers: [] }, interventions: { supported: [] }, extensions: [] },
    });
    expect(body).not.toHaveProperty('order');
  });

  test('a new session has the same prices as the search', async () => {
    const { lakeside, freshStay } = world();
    const stay = await freshStay('instant', 8);
    const { body } = await lakeside.create({ line_items: [line(stay)], buyer: BUYER });
    const sum = (...types: string[]) =>
      body.totals.filter(({ type }) => types.includes(type)).reduce((all, { amount }) => all + amount, 0);
    expect(sum('subtotal')).toBe(stay.price);
    expect(sum('subtotal')).toBe(sum('items_base_amount') - sum('discount'));
    expect(sum('total')).toBe(sum('subtotal', 'fee', 'tax'));
    expect(body.totals.every(({ display_text }) => display_text.length > 0)).toBe(true);
  });

  test("a session without a buyer isn't ready and lists the missing fields", async () => {
    const { lakeside, freshStay } = world();
    const { status, body } = await lakeside.create({ items: [{ id: (await freshStay()).id }] });
    expect(status).toBe(201);
    expect(body.status).toBe('not_ready_for_payment');
    expect(body.messages).toEqual([
      expect.objectContaining({ type: 'error', code: 'missing', param: '$.buyer', content_type: 'plain' }),
    ]);
    expect(body).not.toHaveProperty('buyer');
  });

  test('a session for an unknown item has the message item_unavailable', async () => {
    const { lakeside } = world();
    const id = `stay:999999:${daysAhead(30)}:${daysAhead(33)}:2:0`;
    const { status, body } = await lakeside.create({ line_items: [{ id }], buyer: BUYER });
    expect(status).toBe(201);
    expect(body.status).toBe('not_ready_for_payment');
    expect(body.messages[0]).toMatchObject({ code: 'item_unavailable', param: '$.line_items[0]' });
    expect(body.totals.map(({ type }) => type)).toEqual(expect.arrayContaining(['subtotal', 'total']));
  });

  test('a session in a currency without decimals has its amounts in whole units', async () => {
    const { harbour, freshStay } = world();
    const { body } = await harbour.create({ line_items: [line(await freshStay('signed'))], buyer: BUYER });
    expect(body).toMatchObject({ status: 'ready_for_payment', currency: 'jpy' });
  });

  test.each([
    ['divide exactly have a unit_amount', 2, true],
    ['do not divide have none', 3, false],
  ])('session amounts that %s', async (_what, quantity, divides) => {
    // One guest more than the units include: the supplement belongs to no unit.
    const adults = 3 * quantity - (divides ? 0 : 2);
    const id = `stay:1:${daysAhead(500)}:${daysAhead(501)}:${adults}:0`;
    const { body } = await world().lakeside.create({ line_items: [line({ id }, quantity)], buyer: BUYER });
    const [item] = body.line_items;
    if (!item) return expect.unreachable();
    expect(item.base_amount % quantity === 0).toBe(divides);
    expect(item.unit_amount).toBe(divides ? item.base_amount / quantity : undefined);
  });

  test("a session links to the host's policy pages", async () => {
    const { lakeside, surfaceOf, freshStay } = world();
    const { body } = await lakeside.create({ line_items: [line(await freshStay())] });
    for (const { type, url } of body.links) {
      expect(['terms_of_use', 'privacy_policy', 'return_policy', 'faq']).toContain(type);
      expect(url.startsWith(`http://${surfaceOf('instant').host}/`)).toBe(true);
    }
  });
});

describe('updating a session', () => {
  test('adding the buyer removes the message about the missing buyer', async () => {
    const { lakeside, freshStay } = world();
    const { body: before } = await lakeside.create({ line_items: [line(await freshStay())] });
    const { status, body } = await lakeside.update(before.id, { buyer: BUYER });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: before.id, status: 'ready_for_payment', messages: [], buyer: BUYER });
    expect(body.line_items).toEqual(before.line_items);
  });

  test("an update with fields that don't apply to stays changes nothing", async () => {
    const session = await readySession();
    const ignored = { fulfillment_address: { city: 'Bern' }, fulfillment_option_id: 'x' };
    const { body } = await world().lakeside.update(session.id, ignored);
    expect(body).toEqual(session);
  });

  test('an update to a completed session returns 200 with the message invalid', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const { body: completed } = await lakeside.complete(session.id);
    const { status, body } = await lakeside.update(session.id, { buyer: { ...BUYER, first_name: 'Eve' } });
    expect(status).toBe(200);
    expect(body.messages[0]).toMatchObject({ type: 'error', code: 'invalid' });
    expect(body).toMatchObject({ status: 'completed', order: completed.order, buyer: BUYER });
  });
});

describe('completing a session', () => {
  test('completing a session holds one unpaid booking and returns its order and payment link', async () => {
    const { lakeside, platform, surfaceOf } = world();
    const session = await readySession();
    const { status, body } = await lakeside.complete(session.id, 'one');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'completed',
      order: { id: expect.stringMatching(/^BK-/), checkout_session_id: session.id },
      messages: [{ type: 'info', code: 'payment_required', content_type: 'plain' }],
      totals: session.totals,
    });
    expect(body.order?.permalink_url.startsWith(`http://${surfaceOf('instant').host}/`)).toBe(true);
    const bookings = await platform.database.query<{ status: string; total: string }>(
      'SELECT status, total FROM checkout.bookings WHERE checkout_id = $1',
      [session.id],
    );
    const total = session.totals.find(({ type }) => type === 'total')?.amount;
    expect(bookings).toEqual([{ status: 'held', total: String(total) }]);
  });

  test('completing a session again returns the same order under any key', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const first = await lakeside.complete(session.id, 'one');
    for (const key of ['one', 'two', undefined]) {
      const again = await lakeside.complete(session.id, key);
      expect(again.status).toBe(200);
      expect(again.body.order).toEqual(first.body.order);
    }
  });

  test('completing a session ignores payment data', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const { status, body } = await lakeside.send(
      'POST',
      `/api/acp/checkout_sessions/${session.id}/complete`,
      {
        body: { payment_data: { provider: 'stripe', token: 'tok_1' } },
      },
    );
    expect(status).toBe(200);
    expect(body.status).toBe('completed');
  });

  test('completing a session without a buyer books nothing', async () => {
    const { lakeside, freshStay } = world();
    const { body: created } = await lakeside.create({ line_items: [line(await freshStay())] });
    const { status, body } = await lakeside.complete(created.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'not_ready_for_payment', messages: [{ code: 'missing' }] });
    expect(body).not.toHaveProperty('order');
  });
});

describe('canceling a session', () => {
  test('canceling a session twice returns 405 not_cancelable', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const canceled = await lakeside.cancel(session.id);
    expect(canceled).toMatchObject({ status: 200, body: { id: session.id, status: 'canceled' } });
    const again = await lakeside.cancel(session.id);
    expect(again).toMatchObject({ status: 405, body: { type: 'invalid_request', code: 'not_cancelable' } });
  });

  test('canceling a completed session returns 405 not_cancelable and keeps the booking', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const { body: completed } = await lakeside.complete(session.id);
    expect(await lakeside.cancel(session.id)).toMatchObject({
      status: 405,
      body: { code: 'not_cancelable' },
    });
    expect((await lakeside.get(session.id)).body).toEqual(completed);
  });

  test('canceling again with the same key replays the canceled session', async () => {
    const { lakeside } = world();
    const session = await readySession();
    const first = await lakeside.cancel(session.id, 'stop');
    const again = await lakeside.cancel(session.id, 'stop');
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('a session is found', () => {
  test('reading a session returns its last response', async () => {
    const session = await readySession();
    expect(await world().lakeside.get(session.id)).toMatchObject({ status: 200, body: session });
  });

  test.each(['not-a-uuid', '5c1a7b52-3f0f-4a58-9f3e-4c8f0a8e2d11', `${'a'.repeat(400)}`])(
    'a session is found only under its own id: %s returns 404 not_found',
    async (id) => {
      const { lakeside } = world();
      const error = { status: 404, body: { type: 'invalid_request', code: 'not_found' } };
      expect(await lakeside.get(id)).toMatchObject(error);
      expect(await lakeside.update(id, {})).toMatchObject(error);
      expect(await lakeside.complete(id)).toMatchObject(error);
      expect(await lakeside.cancel(id)).toMatchObject(error);
    },
  );

  test('a session is found only at its own storefront', async () => {
    const session = await readySession();
    const { harbour } = world();
    expect(await harbour.get(session.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await harbour.cancel(session.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('a session is found only on its own surface', async () => {
    const { lakeside, surfaceOf } = world();
    const session = await readySession();
    const { address, host } = surfaceOf('instant');
    const mcp = acpAgent({ address, host });
    const overMcp = await mcp.send('POST', '/api/mcp', {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_checkout', arguments: { id: session.id } },
      },
      headers: { accept: 'application/json, text/event-stream' },
    });
    await mcp.close();
    expect(JSON.stringify(overMcp.body)).not.toContain('ready_for');
    expect((await lakeside.get(session.id)).status).toBe(200);
  });
});
