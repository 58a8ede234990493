import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_PROFILE, connectAgent, type McpAgent, storefrontHttp } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let agent: McpAgent;

beforeAll(async () => {
  platform = await startPlatform();
  agent = await connectAgent(platform.port, 'lakeside.localhost');
});
afterAll(async () => {
  await agent.close();
  await platform.close();
});

const guest = (name = 'ada') => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `${name}@example.com`,
});
/** A stay in a cabin, which has ten units. */
const stay = (from: number, nights = 2) => `stay:7:${daysAhead(from)}:${daysAhead(from + nights)}:2:0`;
/** Two nights in the only Boathouse. */
const boathouse = (from: number) => `stay:3:${daysAhead(from)}:${daysAhead(from + 2)}:2:0`;
const line = (id: string, quantity = 1) => ({ item: { id }, quantity });
const key = (value: string) => ({ meta: { 'idempotency-key': value } });

const create = (from: number, buyer: object | undefined = guest()) =>
  agent.call('create_checkout', {
    checkout: { line_items: [line(stay(from))], ...(buyer ? { buyer } : {}) },
  });

describe('a booking, step by step', () => {
  test('an agent finds, prices, prepares, places and rereads a booking', async () => {
    const catalog = { check_in: daysAhead(30), check_out: daysAhead(32), query: 'Spruce' };
    const { products } = await agent.call('search_catalog', { catalog });
    const product = products[0];
    const created = await agent.call('create_checkout', {
      checkout: { line_items: [line(product?.id ?? '')] },
    });
    expect(created).toMatchObject({
      ucp: {
        version: '2026-04-08',
        status: 'success',
        capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }] },
        payment_handlers: {},
      },
      status: 'incomplete',
      currency: 'EUR',
      line_items: [{ item: { id: product?.id, price: expect.any(Number) }, quantity: 1 }],
      messages: [{ type: 'error', code: 'missing', severity: 'requires_buyer_input', param: '$.buyer' }],
    });
    expect(created.links.map(({ type }) => type)).toEqual([
      'terms_of_service',
      'privacy_policy',
      'refund_policy',
      'faq',
    ]);
    const subtotal = created.totals.find(({ type }) => type === 'subtotal')?.amount ?? 0;
    const discount = created.totals.find(({ type }) => type === 'discount')?.amount ?? 0;
    expect(subtotal + discount).toBe(product?.price);
    const parts = created.totals.filter(({ type }) => type !== 'total');
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(created.totals.at(-1)?.amount);

    const ready = await agent.call('update_checkout', { id: created.id, checkout: { buyer: guest() } });
    expect(ready).toMatchObject({ status: 'ready_for_complete', buyer: guest(), messages: [] });

    const done = await agent.call('complete_checkout', { id: created.id, ...key('step-by-step') });
    expect(done).toMatchObject({
      status: 'completed',
      order: {
        id: expect.stringMatching(/^BK-/),
        checkout_id: created.id,
        payment_status: 'awaiting_payment',
        label: expect.stringContaining('Spruce Cabin'),
      },
      messages: [{ type: 'info', code: 'payment_required' }],
    });
    expect(done.continue_url).toBe(done.order?.permalink_url);
    expect(done.order?.permalink_url).toMatch(
      new RegExp(`^http://lakeside\\.localhost:${platform.port}/bookings/`),
    );
    expect(await agent.call('get_checkout', { id: created.id })).toMatchObject({ order: done.order });
  });

  test("a booking keeps the agent's profile", async () => {
    const { id } = await create(34);
    const { order } = await agent.call('complete_checkout', { id, ...key('profile') });
    const [booking] = await platform.database.query<{ agent_profile: string }>(
      'SELECT agent_profile FROM checkout.bookings WHERE reference = $1',
      [order?.id],
    );
    expect(booking?.agent_profile).toBe(AGENT_PROFILE);
  });

  test('a canceled checkout stays canceled', async () => {
    const { id } = await create(36);
    expect(await agent.call('cancel_checkout', { id, ...key('one') })).toMatchObject({ status: 'canceled' });
    expect(await agent.call('cancel_checkout', { id, ...key('one') })).toMatchObject({ status: 'canceled' });
    expect((await agent.call('get_checkout', { id })).status).toBe('canceled');
  });

  test('a completed session can be neither changed nor canceled', async () => {
    const { id } = await create(38);
    const { order } = await agent.call('complete_checkout', { id, ...key('final') });
    const finished = { type: 'error', code: 'invalid', severity: 'unrecoverable' };
    for (const again of [
      await agent.call('cancel_checkout', { id, ...key('cancel') }),
      await agent.call('update_checkout', { id, checkout: { buyer: guest('other') } }),
    ]) {
      expect(again).toMatchObject({ status: 'completed', order, buyer: guest() });
      expect(again.messages).toContainEqual(expect.objectContaining(finished));
    }
  });
});

describe('arguments in other forms', () => {
  const id = stay(40);
  test.each([
    ['{item: {id}, quantity}', { item: { id }, quantity: 2 }],
    ['{id, quantity}', { id, quantity: 2 }],
    ['{item: {id, quantity}}', { item: { id, quantity: 2 } }],
    ["a line's own id next to the item", { id: 'line_1', item: { id }, quantity: 2 }],
  ])('create_checkout accepts a line item as %s', async (_form, form) => {
    const { line_items } = await agent.call('create_checkout', { checkout: { line_items: [form] } });
    expect(line_items).toMatchObject([{ item: { id }, quantity: 2 }]);
  });

  test('an update accepts its keys under checkout or next to the id', async () => {
    const session = await create(40, undefined);
    const beside = await agent.call('update_checkout', { id: session.id, buyer: guest() });
    expect(beside).toMatchObject({ status: 'ready_for_complete', line_items: session.line_items });
    const under = await agent.call('update_checkout', {
      id: session.id,
      checkout: { line_items: [{ id: stay(41), quantity: 1 }] },
    });
    expect(under).toMatchObject({ buyer: guest(), line_items: [{ item: { id: stay(41) } }] });
  });

  test('complete_checkout ignores a checkout argument', async () => {
    const { id } = await create(42);
    const done = await agent.call('complete_checkout', {
      id,
      checkout: { payment: { instruments: [] } },
      ...key('ignored'),
    });
    expect(done.status).toBe('completed');
  });
});

describe('a checkout of an id without dates', () => {
  test('a checkout for an id without dates reports the missing dates', async () => {
    const { status, messages } = await agent.call('create_checkout', {
      line_items: [line('unit_type:7')],
      buyer: guest(),
    });
    expect(status).toBe('incomplete');
    expect(messages).toMatchObject([{ code: 'item_unavailable', param: '$.line_items[0]' }]);
    expect(messages[0]?.content).toContain('"unit_type:7" has no dates');
  });
});

describe('a buyer', () => {
  test.each([
    ['first_name', 'a'.repeat(101)],
    ['last_name', 'a'.repeat(30_000)],
    ['email', `${'a'.repeat(300)}@example.com`],
    ['email', 'nonsense'],
    ['phone_number', '1'.repeat(41)],
  ])('a buyer with an unusable %s must provide it again', async (field, value) => {
    const { status, messages } = await create(40, { ...guest(), [field]: value });
    expect(status).toBe('incomplete');
    expect(messages).toMatchObject([
      { code: 'missing', severity: 'requires_buyer_input', param: `$.buyer.${field}` },
    ]);
  });

  test("a buyer's email address may use any script", async () => {
    const { status, buyer } = await create(40, { ...guest(), email: 'jürgen@müller.example' });
    expect(status).toBe('ready_for_complete');
    expect(buyer?.email).toBe('jürgen@müller.example');
  });
});

describe('arguments that are ignored', () => {
  test('a warning names ignored arguments except null ones', async () => {
    const { status, messages } = await agent.call('create_checkout', {
      checkout: {
        line_items: [{ ...line(stay(40)), nights: 2, note: null }],
        buyer: { ...guest(), phone: '1', phone_number: null },
        payment: null,
      },
    });
    expect(status).toBe('ready_for_complete');
    expect(messages).toMatchObject([{ type: 'info', code: 'ignored_argument' }]);
    expect(messages[0]?.content).toContain(
      '$.checkout.line_items[0].nights, $.checkout.buyer.phone (did you mean phone_number?)',
    );
  });
});

test('a warning names the path of an ignored argument sent next to `checkout`', async () => {
  const { messages } = await agent.call('create_checkout', {
    line_items: [{ ...line(stay(40)), nights: 2 }],
    buyer: guest(),
  });
  expect(messages).toMatchObject([{ code: 'ignored_argument', path: '$.line_items[0].nights' }]);
});

test('a checkout for 99 units reports how many can be booked', async () => {
  const { status, messages } = await agent.call('create_checkout', {
    checkout: { line_items: [{ item: { id: stay(50) }, quantity: 99 }], buyer: guest() },
  });
  expect(status).toBe('incomplete');
  expect(messages[0]).toMatchObject({
    code: 'out_of_stock',
    path: '$.line_items[0]',
    content: expect.stringMatching(/ \d+ units .*book (at most \d+|fewer units)/),
  });
});

describe('after the host turned instant bookings off', () => {
  test('a booking stays readable but offers no actions after the host turns instant booking off', async () => {
    const { id } = await create(60);
    const { order } = await agent.call('complete_checkout', { id, ...key('before') });
    const offered = async () => (await agent.client.listTools()).tools.map(({ name }) => name);
    const instant = (on: boolean) =>
      platform.database.query(
        `UPDATE catalog.storefront SET instant_booking = $1 WHERE domain = 'lakeside.localhost'`,
        [on],
      );
    try {
      await instant(false);
      await expect.poll(offered).not.toContain('get_checkout');
      expect(await agent.call('get_checkout', { id })).toMatchObject({ status: 'completed', order });
      for (const [tool, args] of [
        ['get_checkout', { id: '00000000-0000-4000-8000-000000000000' }],
        ['update_checkout', { id, buyer: guest() }],
        ['complete_checkout', { id, ...key('after') }],
        ['cancel_checkout', { id, ...key('after') }],
      ] as const) {
        expect((await agent.refused(tool, args))[0]?.code).toBe('checkout_not_available');
      }
    } finally {
      await instant(true);
      await expect.poll(offered).toContain('get_checkout');
    }
  });
});

describe('arguments that are refused', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const lines = (line_items: unknown) => ({ checkout: { line_items } });

  test.each([
    ['no checkout', 'create_checkout', {}, '$.checkout', 'missing'],
    ['no line items', 'create_checkout', { checkout: {} }, '$.checkout.line_items', 'missing'],
    ['an empty list', 'create_checkout', lines([]), '$.checkout.line_items', 'invalid'],
    ['no list', 'create_checkout', lines('x'), '$.checkout.line_items', 'invalid'],
    ['a line that is a string', 'create_checkout', lines(['x']), '$.checkout.line_items[0]', 'invalid'],
    [
      'a line without an id',
      'create_checkout',
      lines([{ quantity: 1 }]),
      '$.checkout.line_items[0].item.id',
      'missing',
    ],
    ['21 lines', 'create_checkout', lines(Array(21).fill(line(stay(1)))), '$.checkout.line_items', 'invalid'],
    [
      'text for a quantity',
      'create_checkout',
      lines([{ id: 'x', quantity: '2' }]),
      '$.checkout.line_items[0].quantity',
      'invalid',
    ],
    [
      'no unit',
      'create_checkout',
      lines([{ id: 'x', quantity: 0 }]),
      '$.checkout.line_items[0].quantity',
      'invalid',
    ],
    [
      'a number for a name',
      'create_checkout',
      { checkout: { line_items: [line('x')], buyer: { first_name: 1 } } },
      '$.checkout.buyer.first_name',
      'invalid',
    ],
    ['a change of nothing', 'update_checkout', { id: unknown }, '$.checkout', 'missing'],
    ['an empty change', 'update_checkout', { id: unknown, checkout: {} }, '$.checkout', 'invalid'],
    ['no id', 'get_checkout', {}, '$.id', 'missing'],
    ['an unknown id', 'get_checkout', { id: unknown }, '$.id', 'not_found'],
    ['an id that is not a UUID', 'get_checkout', { id: "' OR 1=1" }, '$.id', 'not_found'],
    ['an unknown id to change', 'update_checkout', { id: unknown, buyer: {} }, '$.id', 'not_found'],
    ['an unknown id to complete', 'complete_checkout', { id: unknown, ...key('k') }, '$.id', 'not_found'],
    ['an unknown id to cancel', 'cancel_checkout', { id: unknown, ...key('k') }, '$.id', 'not_found'],
    ['no key to complete', 'complete_checkout', { id: unknown }, '$.meta["idempotency-key"]', 'missing'],
    ['no key to cancel', 'cancel_checkout', { id: unknown }, '$.meta["idempotency-key"]', 'missing'],
    [
      'an empty key',
      'complete_checkout',
      { id: unknown, ...key('') },
      '$.meta["idempotency-key"]',
      'invalid',
    ],
    [
      'an endless key',
      'complete_checkout',
      { id: unknown, ...key('x'.repeat(256)) },
      '$.meta["idempotency-key"]',
      'invalid',
    ],
  ])('%s (%s)', async (_what, tool, args, path, code) => {
    expect((await agent.refused(tool, args))[0]).toMatchObject({ code, path, param: path });
  });

  test("a storefront can't find another storefront's session", async () => {
    const { id } = await create(44);
    const harbour = await connectAgent(platform.port, 'harbour.localhost');
    expect((await harbour.refused('get_checkout', { id }))[0]?.code).toBe('not_found');
    expect((await harbour.refused('cancel_checkout', { id, ...key('k') }))[0]?.code).toBe('not_found');
    await harbour.close();
  });
});

describe('idempotency', () => {
  const complete = async (args: object) => {
    const http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
    const answer = await http.rpc('tools/call', { name: 'complete_checkout', arguments: args });
    await http.close();
    return answer;
  };

  test('the same key and request return the same response', async () => {
    const { id } = await create(46);
    const [first, second] = [await complete({ id, ...key('same') }), await complete({ id, ...key('same') })];
    expect(second.json.result.structuredContent).toEqual(first.json.result.structuredContent);
  });

  test('the same key for a different request is a conflict', async () => {
    const { id } = await create(48);
    await complete({ id, ...key('reused') });
    const { status, json } = await complete({ id, note: 'changed', ...key('reused') });
    expect(status).toBe(409);
    expect(json.error).toMatchObject({ code: -32000, data: { code: 'idempotency_conflict' } });
  });

  test('the fingerprint ignores key order', async () => {
    const { id } = await create(50);
    await complete({ id, note: { a: 1, b: 2 }, ...key('canonical') });
    const { status } = await complete({
      meta: { 'idempotency-key': 'canonical', 'ucp-agent': { profile: 'https://elsewhere.example' } },
      note: { b: 2, a: 1 },
      id,
    });
    expect(status).toBe(200);
  });

  test('the same key on another checkout counts as a different request', async () => {
    const [first, second] = [await create(52), await create(52, guest('second'))];
    const orders = [
      await agent.call('complete_checkout', { id: first.id, ...key('shared') }),
      await agent.call('complete_checkout', { id: second.id, ...key('shared') }),
    ];
    expect(orders[0]?.order?.id).not.toBe(orders[1]?.order?.id);
  });

  test('a completion without effect is dropped once the session changed', async () => {
    const [id, other] = [boathouse(600), boathouse(602)];
    const cart = (itemId: string, buyer: object) => ({ checkout: { line_items: [line(itemId)], buyer } });
    const session = await agent.call('create_checkout', cart(id, guest('mended')));
    const rival = await agent.call('create_checkout', cart(id, guest('rival')));
    await agent.call('complete_checkout', { id: rival.id, ...key('rival') });
    const request = { id: session.id, ...key('mended') };
    const failed = (await complete(request)).json.result.structuredContent;
    expect(failed.status).toBe('incomplete');
    expect(failed.messages[0]).toMatchObject({ type: 'error', code: 'out_of_stock' });
    expect((await complete(request)).json.result.structuredContent).toEqual(failed);

    const { status } = await agent.call('update_checkout', { id: session.id, line_items: [line(other)] });
    expect(status).toBe('ready_for_complete');
    const done = (await complete(request)).json.result.structuredContent;
    expect(done).toMatchObject({ status: 'completed', order: { id: expect.stringMatching(/^BK-/) } });
    expect((await complete(request)).json.result.structuredContent).toEqual(done);
  });

  test('completing again under a new key returns the same order', async () => {
    const { id } = await create(54);
    const first = await agent.call('complete_checkout', { id, ...key('first') });
    expect((await agent.call('complete_checkout', { id, ...key('second') })).order).toEqual(first.order);
  });

  test("a completion is signed with the profile's key", async () => {
    const { id } = await create(56);
    const { status, headers, text } = await complete({ id, ...key('signed') });
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const [jwk] = (await http.get('/.well-known/ucp')).json.signing_keys;
    await http.close();

    const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
    expect(headers['content-digest']).toBe(digest);
    const parameters =
      /^sig1=(\("@status" "content-digest" "content-type"\);created=\d+;keyid="([^"]+)")$/.exec(
        headers['signature-input'] ?? '',
      );
    expect(parameters?.[2]).toBe(jwk.kid);
    const base = [
      `"@status": ${status}`,
      `"content-digest": ${digest}`,
      `"content-type": ${headers['content-type']}`,
      `"@signature-params": ${parameters?.[1]}`,
    ].join('\n');
    const signature = Buffer.from(/^sig1=:(.+):$/.exec(headers.signature ?? '')?.[1] ?? '', 'base64');
    const publicKey = {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    } as const;
    expect(verify('sha256', Buffer.from(base), publicKey, signature)).toBe(true);
    expect(verify('sha256', Buffer.from(base.replace('200', '201')), publicKey, signature)).toBe(false);
  });

  test('other responses carry no signature', async () => {
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const { headers } = await http.rpc('tools/call', { name: 'search_catalog', arguments: {} });
    await http.close();
    expect(headers).not.toHaveProperty('signature');
  });
});
