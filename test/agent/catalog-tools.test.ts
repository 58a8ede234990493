import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type McpAgent, storefrontHttp } from '../support/agent.ts';
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

const dates = { check_in: daysAhead(20), check_out: daysAhead(23) };

describe('search_catalog', () => {
  test('with dates every product is a priced, bookable stay', async () => {
    const { ucp, products, pagination } = await agent.call('search_catalog', { catalog: dates });
    expect(ucp).toEqual({ version: '2026-04-08' });
    expect(products.length).toBeGreaterThan(3);
    expect(pagination).toEqual({ has_next_page: false, total_count: products.length });
    for (const product of products) {
      const price = { amount: product.price, currency: 'EUR' };
      expect(product).toMatchObject({
        id: expect.stringMatching(`^stay:\\d+:${dates.check_in}:${dates.check_out}:2:0$`),
        price: expect.any(Number),
        price_range: { min: price, max: price },
        currency: 'EUR',
        ...dates,
        nights: 3,
        url: expect.stringMatching(new RegExp(`^http://lakeside\\.localhost:${platform.port}/stays/\\d+$`)),
        variants: [{ id: product.id, price, availability: { available: true } }],
      });
      expect(product.available_units).toBeGreaterThan(0);
      expect(product).not.toHaveProperty('price_unit');
      expect(product).not.toHaveProperty('available');
    }
  });

  test('without dates every unit type has its per-night price and no claim about availability', async () => {
    const { products } = await agent.call('search_catalog', { catalog: {} });
    expect(products).toHaveLength(8);
    for (const product of products) {
      expect(product.id).toMatch(/^unit_type:\d+$/);
      expect(product.price_unit).toBe('per_night');
      expect(product).not.toHaveProperty('available_units');
      expect(product.variants[0]).not.toHaveProperty('availability');
    }
  });

  test('no argument at all is a search without dates', async () => {
    expect((await agent.call('search_catalog')).products).toHaveLength(8);
  });

  test('text is matched on names whatever the case', async () => {
    const { products } = await agent.call('search_catalog', { catalog: { query: 'boatHOUSE' } });
    expect(products.map(({ title }) => title)).toEqual([expect.stringContaining('Boathouse')]);
  });

  test('pages follow one another and miss nothing', async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await agent.call('search_catalog', {
        catalog: { pagination: { limit: 3, ...(cursor ? { cursor } : {}) } },
      });
      ids.push(...page.products.map(({ id }) => id));
      expect(page.pagination.total_count).toBe(8);
      expect(page.pagination.has_next_page).toBe(page.pagination.cursor !== undefined);
      cursor = page.pagination.cursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(8);
    expect(ids).toHaveLength(8);
  });

  test('a party too large for a unit finds it by the number of units', async () => {
    const six = { ...dates, adults: 6, query: 'Lake View' };
    expect((await agent.call('search_catalog', { catalog: six })).products).toEqual([]);
    const { products } = await agent.call('search_catalog', { catalog: { ...six, units: 2 } });
    expect(products).toHaveLength(1);
  });

  test('unknown fields are ignored', async () => {
    const { products } = await agent.call('search_catalog', {
      catalog: { filters: { price: {} }, pets: true },
      context: { intent: 'x' },
    });
    expect(products).toHaveLength(8);
  });

  test.each([
    ['text for a number', { adults: 'two' }, '$.catalog.adults', 'invalid'],
    ['a fraction', { units: 1.5 }, '$.catalog.units', 'invalid'],
    ['null', { children: null }, '$.catalog.children', 'invalid'],
    ['no adult', { adults: 0 }, '$.catalog.adults', 'invalid'],
    ['fewer than no children', { children: -1 }, '$.catalog.children', 'invalid'],
    ['more than an integer holds', { adults: 1e15 }, '$.catalog.adults', 'invalid'],
    ['a number for a date', { check_in: 5, check_out: daysAhead(3) }, '$.catalog.check_in', 'invalid'],
    [
      'a date that is none',
      { check_in: '2027-02-30', check_out: '2027-03-02' },
      '$.catalog.check_in',
      'invalid',
    ],
    ['only an arrival', { check_in: daysAhead(3) }, '$.catalog.check_out', 'missing'],
    ['only a departure', { check_out: daysAhead(3) }, '$.catalog.check_in', 'missing'],
    ['no night', { check_in: daysAhead(3), check_out: daysAhead(3) }, '$.catalog.check_out', 'invalid'],
    ['the past', { check_in: daysAhead(-9), check_out: daysAhead(-3) }, '$.catalog.check_in', 'invalid'],
    [
      'too many nights',
      { check_in: daysAhead(3), check_out: daysAhead(400) },
      '$.catalog.check_out',
      'invalid',
    ],
    [
      'too far ahead',
      { check_in: daysAhead(800), check_out: daysAhead(802) },
      '$.catalog.check_in',
      'invalid',
    ],
    ['a long text', { query: 'x'.repeat(201) }, '$.catalog.query', 'invalid'],
    ['a large page', { pagination: { limit: 101 } }, '$.catalog.pagination.limit', 'invalid'],
  ])('%s is refused by its path', async (_what, catalog, path, code) => {
    const [message] = await agent.refused('search_catalog', { catalog });
    expect(message).toMatchObject({ type: 'error', code, severity: 'unrecoverable', path, param: path });
    expect(message?.content).toMatch(/[a-z]{3}/);
  });

  test('every problem of a call is named at once', async () => {
    const messages = await agent.refused('search_catalog', { catalog: { adults: 'two', units: 0 } });
    expect(messages.map(({ path }) => path)).toEqual(['$.catalog.adults', '$.catalog.units']);
    expect(messages[0]?.content).toBe('$.catalog.adults must be a number, not text. Send for example 2.');
  });

  test('a cursor nobody gave out is refused', async () => {
    const messages = await agent.refused('search_catalog', {
      catalog: { pagination: { cursor: 'nonsense' } },
    });
    expect(messages[0]?.path).toMatch(/^\$\.catalog\.pagination\.cursor$/);
  });
});

describe('lookup_catalog', () => {
  test('a stay is priced as the search priced it, and says whether it can be booked', async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    const found = products[0];
    const looked = await agent.call('lookup_catalog', { id: found?.id });
    expect(looked.products).toHaveLength(1);
    expect(looked.products[0]).toMatchObject({
      id: found?.id,
      price: found?.price,
      available: true,
      variants: [{ inputs: [{ id: found?.id, match: 'exact' }] }],
    });
  });

  test('a unit type makes no claim about availability', async () => {
    const { products } = await agent.call('lookup_catalog', { id: 'unit_type:1' });
    expect(products[0]).toMatchObject({ id: 'unit_type:1', price_unit: 'per_night' });
    expect(products[0]).not.toHaveProperty('available');
  });

  test('the id may stand in catalog, alone or with others', async () => {
    expect((await agent.call('lookup_catalog', { catalog: { id: 'unit_type:2' } })).products).toHaveLength(1);
    const several = await agent.call('lookup_catalog', {
      catalog: { ids: ['unit_type:3', 'nothing', 'unit_type:1', 'unit_type:3'] },
    });
    expect(several.products.map(({ id }) => id)).toEqual(['unit_type:3', 'unit_type:1']);
    expect(several.messages).toEqual([
      expect.objectContaining({ type: 'info', code: 'not_found', path: '$.catalog.ids[1]' }),
    ]);
  });

  test.each([
    ['an unknown id', { id: 'unit_type:999999' }, '$.id', 'not_found'],
    ['an unknown id in catalog', { catalog: { id: 'x' } }, '$.catalog.id', 'not_found'],
    ["another storefront's unit type", { id: 'unit_type:9' }, '$.id', 'not_found'],
    ['no id', {}, '$.id', 'missing'],
    ['a number', { id: 7 }, '$.id', 'invalid'],
    ['an endless id', { id: 'x'.repeat(256) }, '$.id', 'invalid'],
    ['more than 50 ids', { catalog: { ids: Array(51).fill('unit_type:1') } }, '$.catalog.ids', 'invalid'],
    ['no ids', { catalog: { ids: [] } }, '$.catalog.ids', 'invalid'],
  ])('%s is a tool error', async (_what, args, path, code) => {
    expect((await agent.refused('lookup_catalog', args))[0]).toMatchObject({ code, path });
  });
});

describe('who calls', () => {
  const search = (meta?: unknown) => ({ name: 'search_catalog', arguments: { catalog: {}, meta } });
  const warned = async (meta?: unknown) => {
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const { json } = await http.rpc('tools/call', search(meta));
    await http.close();
    return (json.result.structuredContent.messages ?? []).map(({ code }: { code: string }) => code);
  };

  test('an agent that names its profile is not warned, one that does not is', async () => {
    expect(await warned({ 'ucp-agent': { profile: 'https://agent.example/p' } })).toEqual([]);
    expect(await warned()).toEqual(['missing_ucp_agent']);
    expect(await warned({})).toEqual(['missing_ucp_agent']);
    expect(await warned({ 'ucp-agent': {} })).toEqual(['missing_ucp_agent']);
    expect(await warned({ 'ucp-agent': { profile: 'my agent' } })).toEqual(['missing_ucp_agent']);
  });

  test('a profile that is no text is refused', async () => {
    const [message] = await agent.refused('search_catalog', { meta: { 'ucp-agent': { profile: 5 } } });
    expect(message?.path).toBe('$.meta["ucp-agent"].profile');
  });
});

describe('a storefront whose host reviews requests by hand', () => {
  test('lists the catalog tools alone and refuses the others as tool errors', async () => {
    const alpine = await connectAgent(platform.port, 'alpine.localhost');
    const { tools } = await alpine.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_catalog', 'lookup_catalog']);
    expect((await alpine.call('search_catalog', { catalog: dates })).products).toHaveLength(1);
    for (const tool of ['create_checkout', 'complete_checkout']) {
      expect((await alpine.refused(tool))[0]?.code).toBe('checkout_not_available');
    }
    await alpine.close();
  });
});

describe('every tool', () => {
  test('describes itself, its limits and one example that fits its own schema', async () => {
    const { tools } = await agent.client.listTools();
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toMatch(/Example: \{.*\}$/);
      expect(tool.annotations).toMatchObject({ openWorldHint: false });
      expect(tool.outputSchema).toMatchObject({
        type: 'object',
        required: ['ucp'],
        anyOf: expect.any(Array),
      });
    }
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toMatchObject({
      search_catalog: { readOnlyHint: true },
      lookup_catalog: { readOnlyHint: true },
      get_checkout: { readOnlyHint: true },
      create_checkout: { readOnlyHint: false, destructiveHint: false },
      update_checkout: { readOnlyHint: false, destructiveHint: false },
      complete_checkout: { idempotentHint: true },
      cancel_checkout: { destructiveHint: true, idempotentHint: true },
    });
  });

  test('takes the example in its description', async () => {
    const { tools } = await agent.client.listTools();
    for (const { name, description } of tools) {
      const example = JSON.parse(/Example: (.*)$/.exec(description ?? '')?.[1] ?? '') as object;
      const { content } = await agent.client
        .callTool({ name, arguments: { ...example } })
        .then(({ structuredContent }) => ({
          content: structuredContent as { messages?: { code: string }[] },
        }));
      // The ids in the examples are made up; everything else about them must be right.
      const codes = (content.messages ?? []).map(({ code }) => code);
      expect(codes.filter((code) => code === 'invalid' || code === 'missing')).toEqual([]);
    }
  });
});
