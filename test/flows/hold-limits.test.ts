import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localTime } from '#kit/language.ts';
import { type AcpAgent, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { connectAgent, type McpAgent, storefrontHttp } from '../support/agent.ts';
import { ask, hostOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';

const NIGHTS = 40;

let platform: TestPlatform;
let agent: McpAgent;
let acp: AcpAgent;
beforeAll(async () => {
  platform = await startPlatform({ AGENT_HOLD_NIGHTS: String(NIGHTS), TRUSTED_PROXIES: '127.0.0.1' });
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  acp = acpAgent(acpSurfaceTo(platform, 'instant'));
});
afterAll(async () => {
  await agent.close();
  await acp.close();
  await platform.close();
});

/** Tents on platforms: twenty units. */
const TENT = 8;
let nextDay = 20;
const freshItem = (nights = 1, unitType = TENT) => {
  const item = `stay:${unitType}:${daysAhead(nextDay)}:${daysAhead(nextDay + nights)}:2:0`;
  nextDay += nights;
  return item;
};
const buyerOf = (email: string) => ({ first_name: 'Ada', last_name: 'Byron', email });
const cart = (email: string, id = freshItem(), quantity = 1) => ({
  line_items: [{ item: { id }, quantity }],
  buyer: buyerOf(email),
});
/** Releases every unpaid booking at the storefront. */
const releaseAll = async () => {
  await platform.database.query(
    `UPDATE checkout.bookings SET status = 'released', nights_synced_at = now() WHERE status = 'held'`,
  );
  await platform.database.query(`SELECT catalog.end_hold(id, 'released', NULL, NULL)
    FROM catalog.stay_holds WHERE state = 'held'`);
};

describe('a guest with ten unpaid bookings', () => {
  const email = 'many@example.com';
  let firstEnd = '';
  beforeAll(async () => {
    for (let count = 0; count < 10; count++) {
      const { id } = await agent.call('create_checkout', { checkout: cart(email) });
      const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
      firstEnd ||= order?.hold_expires_at ?? '';
    }
  });
  afterAll(releaseAll);

  test('a guest with ten unpaid bookings receives a warning before completing a checkout', async () => {
    const { status, messages } = await agent.call('create_checkout', { checkout: cart(email) });
    expect(status).toBe('incomplete');
    const [limit] = messages.filter(({ code }) => code === 'hold_limit');
    expect(limit).toMatchObject({
      type: 'error',
      severity: 'requires_buyer_input',
      path: '$.buyer.email',
    });
    expect(limit?.content).toContain('10 unpaid bookings');
    const [, next = ''] = /expires at (\S+)\./.exec(limit?.content ?? '') ?? [];
    expect(Math.abs(Date.parse(next) - Date.parse(firstEnd))).toBeLessThan(60_000);
  });

  test('a guest with ten unpaid bookings is refused over ACP too', async () => {
    const { body } = await acp.create(cart(email.toUpperCase()));
    expect(body).toMatchObject({ status: 'not_ready_for_payment' });
    expect(body.messages).toMatchObject([{ type: 'error', code: 'hold_limit', param: '$.buyer.email' }]);
  });

  test("a guest with ten unpaid bookings doesn't make the stay unavailable to others", async () => {
    const item = freshItem();
    const { id } = await agent.call('create_checkout', { checkout: cart(email, item) });
    const { products } = await agent.call('lookup_catalog', { catalog: { ids: [item] } });
    expect(products).toMatchObject([{ id: item, available: true }]);
    const { status } = await agent.call('update_checkout', { id, buyer: buyerOf('other@example.com') });
    expect(status).toBe('ready_for_complete');
  });

  test('a guest with ten unpaid bookings can complete the checkout after paying for one', async () => {
    const { id, status } = await agent.call('create_checkout', { checkout: cart(email) });
    expect(status).toBe('incomplete');
    const [first] = await platform.database.query<{ id: number }>(
      'SELECT min(id)::float8 AS id FROM checkout.bookings WHERE guest_email = $1',
      [email],
    );
    await ask(
      platform,
      hostOf(1),
      'mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }',
      {
        id: String(first?.id),
      },
    );
    const updated = await agent.call('update_checkout', { id, buyer: buyerOf(email) });
    expect(updated.status).toBe('ready_for_complete');
    const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
    expect(done.status).toBe('completed');
  });
});

describe('an agent that holds as many unit-nights as it may', () => {
  /** Holds tents for one night per call from this address until a refusal; returns the number of unit-nights. */
  async function hoardFrom(addressOf: (call: number) => string, quantity = 10) {
    let held = 0;
    for (let call = 0; call < 8; call++) {
      const headers = { 'x-forwarded-for': addressOf(call) };
      const { body } = await acp.create(cart(`guest${nextDay}@example.com`, freshItem(), quantity), headers);
      if (body.status !== 'ready_for_payment') return { held, messages: body.messages };
      const done = await acp.send('POST', `/api/acp/checkout_sessions/${body.id}/complete`, {
        body: {},
        headers,
      });
      if (done.body.status === 'completed') held += quantity;
    }
    return { held, messages: [] };
  }
  afterAll(releaseAll);

  test("an agent at its limit of held unit-nights can't hold more from its /64 under any guest's name", async () => {
    const { held, messages } = await hoardFrom((call) => `2001:db8:1:2::${call + 1}`);
    expect(held).toBe(NIGHTS);
    expect(messages).toMatchObject([{ type: 'error', code: 'hold_limit', param: '$.line_items' }]);
    expect(await hoardFrom((call) => `2001:db8:1:2:ffff::${call}`)).toMatchObject({ held: 0 });
    expect(await hoardFrom(() => '2001:db8:1:3::1')).toMatchObject({ held: NIGHTS });
  });

  test('an agent near its limit of held unit-nights can still book up to the limit', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(await hoardFrom(() => '203.0.113.9', 9)).toMatchObject({ held: 36 });
    const fits = await acp.create(cart('small@example.com', freshItem(), 4), headers);
    expect(fits.body.status).toBe('ready_for_payment');
    const raise =
      'mutation { storefrontUpdate(input: { id: "1", maxHeldNights: 1000 }) { storefront { maxHeldNights } } }';
    expect(await ask(platform, hostOf(1), raise)).toEqual({
      storefrontUpdate: { storefront: { maxHeldNights: 1000 } },
    });
    const { body } = await acp.create(cart('large@example.com', freshItem(), 10), headers);
    expect(body.status).toBe('ready_for_payment');
  });
});

test('a night in an unpaid hold is reported as held', async () => {
  const boathouse = freshItem(2, 3);
  const { id } = await agent.call('create_checkout', { checkout: cart('first@example.com', boathouse) });
  const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
  const { messages } = await agent.call('create_checkout', {
    checkout: cart('second@example.com', boathouse),
  });
  expect(messages).toMatchObject([{ code: 'out_of_stock', severity: 'recoverable' }]);
  expect(messages[0]?.content).toMatch(
    /^The Boathouse, Lakeside Lodge currently has no free unit .+ held by others until (\S+) at the/,
  );
  const [, until = ''] = /until (\S+)/.exec(messages[0]?.content ?? '') ?? [];
  expect(Math.abs(Date.parse(until) - Date.parse(order?.hold_expires_at ?? ''))).toBeLessThan(60_000);
  const [, , checkIn, checkOut] = boathouse.split(':');
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const [{ zone } = { zone: '' }] = await platform.database.query<{ zone: string }>(
    'SELECT p.time_zone AS zone FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id WHERE u.id = 3',
  );
  for (const language of ['en', 'de'] as const) {
    const query = `check_in=${checkIn}&check_out=${checkOut}&adults=2`;
    const { text } = await http.get(`/stays/3?${query}`, { 'accept-language': language });
    expect(text).toContain(localTime(language, until, zone));
  }
  await http.close();
});

test('an agent over its nightly limit is advised to book fewer units, even if a host holds some', async () => {
  const item = freshItem(1);
  const [, , checkIn, checkOut] = item.split(':');
  const requests = await openRequests(platform, 'lakeside');
  const { id } = await requests.request({ unitTypeId: String(TENT), checkIn, checkOut });
  const { bookingRequest } = await requests.accept(id);
  expect(bookingRequest?.booking?.status).toBe('held');
  await ask(
    platform,
    hostOf(1),
    'mutation { storefrontUpdate(input: { id: "1", instantBooking: true }) { userErrors { code } } }',
  );
  const { messages } = await agent.call('create_checkout', { checkout: cart('more@example.com', item, 11) });
  expect(messages).toMatchObject([{ code: 'out_of_stock' }]);
  expect(messages[0]?.content).toMatch(
    /^At most 10 units of .+ can wait for payment at a time on these dates: book fewer units/,
  );
});
