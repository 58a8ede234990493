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

/** Formats an amount in a two-decimal currency for people. */
const euros = (amount: number) =>
  `EUR ${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
/** A unit type with a minimum stay of three nights. */
const MIN_STAY = 'Miller Apartment';
const dates = { check_in: daysAhead(20), check_out: daysAhead(23) };

describe('search_catalog', () => {
  test('every product in a dated search is a priced, bookable stay', async () => {
    const { ucp, products, pagination } = await agent.call('search_catalog', { catalog: dates });
    expect(ucp).toEqual({
      version: '2026-04-08',
      capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] },
    });
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
        units: 1,
        url: expect.stringMatching(new RegExp(`^http://lakeside\\.localhost:${platform.port}/stays/\\d+$`)),
        variants: [{ id: product.id, price, availability: { available: true } }],
      });
      expect(product.available_units).toBeGreaterThan(0);
      expect(product.total).toBeGreaterThanOrEqual(product.price);
      expect(product.display).toEqual({ price: euros(product.price), total: euros(product.total ?? 0) });
      expect(product).not.toHaveProperty('price_unit');
      expect(product).not.toHaveProperty('available');
    }
  });

  test('every unit type in a dateless search has its per-night price', async () => {
    const { products } = await agent.call('search_catalog', { catalog: {} });
    expect(products).toHaveLength(8);
    for (const product of products) {
      expect(product.id).toMatch(/^unit_type:\d+$/);
      expect(product.price_unit).toBe('per_night');
      expect(product).not.toHaveProperty('available_units');
      expect(product.variants[0]).not.toHaveProperty('availability');
    }
  });

  test('a search without arguments is treated as a search without dates', async () => {
    const { products, messages } = await agent.call('search_catalog');
    expect(products).toHaveLength(8);
    expect(messages).toEqual([
      {
        type: 'info',
        code: 'no_dates',
        content: expect.stringContaining('check_in and check_out'),
        path: '$.catalog.check_in',
        param: '$.catalog.check_in',
      },
    ]);
  });

  test('an empty search explains why and names the nearest bookable dates', async () => {
    const shortStay = await agent.call('search_catalog', {
      catalog: { check_in: daysAhead(30), check_out: daysAhead(31), query: MIN_STAY },
    });
    expect(shortStay.products).toEqual([]);
    expect(shortStay.messages).toEqual([
      expect.objectContaining({
        type: 'info',
        code: 'min_stay',
        content: expect.stringMatching(/minimum stay of 3 nights.* The nearest bookable dates are \d{4}-/),
      }),
    ]);
    const unnamed = await agent.call('search_catalog', { catalog: { ...dates, query: 'igloo' } });
    expect(unnamed.messages).toEqual([
      expect.objectContaining({ code: 'no_match', content: expect.stringContaining('"igloo"') }),
    ]);
  });

  test('a query matches names regardless of case', async () => {
    const { products } = await agent.call('search_catalog', { catalog: { query: 'boatHOUSE' } });
    expect(products.map(({ title }) => title)).toEqual([expect.stringContaining('Boathouse')]);
  });

  test('consecutive pages cover every result', async () => {
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

  test('a party too large for one unit gets a result if the search requests two units', async () => {
    const six = { ...dates, adults: 6, query: 'Lake View' };
    expect((await agent.call('search_catalog', { catalog: six })).products).toEqual([]);
    const { products } = await agent.call('search_catalog', { catalog: { ...six, units: 2 } });
    expect(products).toHaveLength(1);
  });

  test('an info message suggests the known argument nearest to an unknown one', async () => {
    const { products, messages } = await agent.call('search_catalog', {
      catalog: { ...dates, pets: true, guests: 3, adlts: 4 },
    });
    expect(products.length).toBeGreaterThan(3);
    expect(messages).toEqual([
      {
        type: 'info',
        code: 'ignored_argument',
        content:
          'The tool ignored these unknown arguments: $.catalog.pets, $.catalog.guests (did you mean adults?), $.catalog.adlts (did you mean adults?).',
        path: '$',
        param: '$',
      },
    ]);
  });

  test('a message names a single unknown argument by its path', async () => {
    const { messages } = await agent.call('search_catalog', { catalog: { ...dates, checkIn: 'x' } });
    expect(messages).toMatchObject([{ code: 'ignored_argument', path: '$.catalog.checkIn' }]);
    expect(messages[0]?.content).toContain('(did you mean check_in?)');
  });

  test('a long list of unknown arguments produces a short message', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${'x'.repeat(200)}${i}`, i]));
    const { messages } = await agent.call('search_catalog', { catalog: { ...dates, ...many } });
    expect(messages[0]?.content.length).toBeLessThan(1_000);
  });

  test('arguments inside `catalog` take precedence over those next to it', async () => {
    const inside = await agent.call('search_catalog', { catalog: { ...dates, query: 'Spruce', units: 2 } });
    const beside = await agent.call('search_catalog', { ...dates, query: 'Spruce', units: 2 });
    const mixed = await agent.call('search_catalog', {
      ...dates,
      units: 7,
      catalog: { query: 'Spruce', units: 2 },
    });
    expect(inside.products).toHaveLength(1);
    expect(beside.products).toEqual(inside.products);
    expect(mixed.products).toEqual(inside.products);
    const [message] = await agent.refused('search_catalog', { ...dates, units: 'two' });
    expect(message).toMatchObject({ code: 'invalid', path: '$.units' });
  });

  test('an empty string counts as absent for a date, a number, an object and a cursor', async () => {
    const blank = { units: '', children: '', filters: '', pagination: { limit: '', cursor: '' } };
    const { products, messages } = await agent.call('search_catalog', { catalog: { ...dates, ...blank } });
    expect(products).toEqual((await agent.call('search_catalog', { catalog: dates })).products);
    expect(messages).toBeUndefined();
    const undated = { check_in: '', check_out: '' };
    expect((await agent.call('search_catalog', { catalog: undated })).products).toHaveLength(8);
    expect((await agent.call('search_catalog', { ...undated, catalog: '' })).products).toHaveLength(8);
  });

  test.each([
    ['search_catalog', { catalog: JSON.stringify(dates) }, '$.catalog', 'an object', 'the object'],
    ['lookup_catalog', { catalog: '{"id":"unit_type:1"}' }, '$.catalog', 'an object', 'the object'],
    ['get_product', { catalog: '{"id":"unit_type:1"}' }, '$.catalog', 'an object', 'the object'],
    ['create_checkout', { checkout: '{"line_items":[]}' }, '$.checkout', 'an object', 'the object'],
    [
      'create_checkout',
      { checkout: { line_items: `[${' '.repeat(40)}]` } },
      '$.checkout.line_items',
      'a list',
      'the list',
    ],
  ])('%s refuses %j with a single type mismatch at %s', async (tool, args, path, expected, sent) => {
    expect(await agent.refused(tool, args)).toMatchObject([
      {
        code: 'invalid',
        path,
        content: expect.stringContaining(
          `${path} must be ${expected}, not text: send ${sent} itself instead of its JSON text.`,
        ),
      },
    ]);
  });

  test("a refusal doesn't suggest an empty example", async () => {
    const [refusal] = await agent.refused('search_catalog', { catalog: '{}' });
    expect(refusal?.content).not.toContain('Send, for example, {}');
  });

  test('a negative bound is reported as a single error', async () => {
    const refused = await agent.refused('search_catalog', {
      catalog: { ...dates, filters: { total: { max: -1 } } },
    });
    expect(refused.map(({ path }) => path)).toEqual(['$.catalog.filters.total.max']);
  });

  test('a query matches descriptions only if no name matches', async () => {
    const named = await agent.call('search_catalog', { catalog: { query: 'lake' } });
    expect(named.products.map(({ title }) => title)).toEqual([
      'Lake View Double, Lakeside Lodge',
      'Garden Family Suite, Lakeside Lodge',
      'The Boathouse, Lakeside Lodge',
    ]);
    expect(named.messages.map(({ code }) => code)).toEqual(['no_dates']);
    const described = await agent.call('search_catalog', { catalog: { query: 'meadow' } });
    expect(described.products.map(({ title }) => title)).toContain('Tent on a Platform, Forest Cabins');
    expect(described.messages).toContainEqual({
      type: 'info',
      code: 'matched_text',
      content: expect.stringContaining('"meadow" in its name'),
      path: '$.catalog.query',
      param: '$.catalog.query',
    });
  });

  test('a query with the whole title finds its product', async () => {
    const { products } = await agent.call('search_catalog', {
      catalog: { query: 'Spruce Cabin, Forest Cabins' },
    });
    expect(products.map(({ id }) => id)).toEqual(['unit_type:7']);
  });

  test('every dated product has a picture', async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    for (const { title, media } of products) expect(media?.length, title).toBeGreaterThanOrEqual(1);
  });

  test('a total filter limits the all-in total', async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    const [middle] = products.toSorted((a, b) => (a.total ?? 0) - (b.total ?? 0)).slice(2);
    const max = middle?.total ?? 0;
    const within = (amount: 'price' | 'total') =>
      products.filter((product) => (product[amount] ?? 0) <= max).map(({ id }) => id);
    const found = async (filters: object) =>
      (await agent.call('search_catalog', { catalog: { ...dates, filters } })).products.map(({ id }) => id);
    expect(await found({ total: { max } })).toEqual(within('total'));
    expect(await found({ price: { max } })).toEqual(within('price'));
    expect(await found({ total: { max: max - 1 } })).not.toContain(middle?.id);
    expect(await found({ total: { min: max, max } })).toEqual([middle?.id]);
  });

  test('a total filter without dates is refused', async () => {
    const [message] = await agent.refused('search_catalog', {
      catalog: { filters: { total: { max: 50_000 } } },
    });
    expect(message).toMatchObject({ code: 'invalid', path: '$.catalog.filters.total' });
    expect(message?.content).toContain('give check_in and check_out');
  });

  test.each(['price', 'total'] as const)(
    'a %s budget too small for any stay gets a message with the cheapest stay',
    async (amount) => {
      const { products } = await agent.call('search_catalog', { catalog: dates });
      const cheapest = products.toSorted((a, b) => (a[amount] ?? 0) - (b[amount] ?? 0))[0];
      const none = await agent.call('search_catalog', {
        catalog: { ...dates, filters: { [amount]: { max: 100 } } },
      });
      expect(none.products).toEqual([]);
      const message = none.messages.find(({ code }) => code === 'nearest_price');
      expect(message).toMatchObject({ type: 'info', path: '$.catalog.filters' });
      expect(message?.content).toBe(
        `Nothing fits this budget. The cheapest stay is ${cheapest?.title} (${cheapest?.id}): ${cheapest?.display.price}, or ${cheapest?.display.total} with taxes and fees.`,
      );
    },
  );

  test('the stay suggested for a budget matches every other filter', async () => {
    const { messages } = await agent.call('search_catalog', {
      catalog: { ...dates, filters: { total: { max: 100 }, amenities: ['sauna'] } },
    });
    expect(messages.find(({ code }) => code === 'nearest_price')?.content).toContain('Spruce Cabin');
  });

  test.each([
    ['parking', ['parking_free', 'parking_on_site']],
    ['dog friendly', ['pets_allowed']],
    ['wify', ['wifi']],
    ['air con', ['air_conditioning']],
  ])('an empty result suggests known amenities for "%s"', async (amenity, suggested) => {
    const { products, messages } = await agent.call('search_catalog', {
      catalog: { ...dates, filters: { amenities: [amenity] } },
    });
    expect(products).toEqual([]);
    const message = messages.find(({ code }) => code === 'unknown_amenity');
    expect(message).toMatchObject({ type: 'info', path: '$.catalog.filters.amenities' });
    for (const key of suggested) expect(message?.content).toContain(key);
  });

  test('null counts as absent at every path', async () => {
    const nothing = { query: null, children: null, units: null, pagination: { limit: null, cursor: null } };
    const { products, messages } = await agent.call('search_catalog', { catalog: { ...dates, ...nothing } });
    expect(products).toEqual((await agent.call('search_catalog', { catalog: dates })).products);
    expect(messages).toBeUndefined();
    expect((await agent.call('search_catalog', { catalog: null })).products).toHaveLength(8);
    expect((await agent.refused('lookup_catalog', { id: null }))[0]).toMatchObject({ code: 'missing' });
  });

  test.each([
    ['text for a number', { adults: 'two' }, '$.catalog.adults', 'invalid'],
    ['a fraction', { units: 1.5 }, '$.catalog.units', 'invalid'],
    ['no adult', { adults: 0 }, '$.catalog.adults', 'invalid'],
    ['a negative number of children', { children: -1 }, '$.catalog.children', 'invalid'],
    ['more than an integer can hold', { adults: 1e15 }, '$.catalog.adults', 'invalid'],
    ['a number for a date', { check_in: 5, check_out: daysAhead(3) }, '$.catalog.check_in', 'invalid'],
    ['an invalid date', { check_in: '2027-02-30', check_out: '2027-03-02' }, '$.catalog.check_in', 'invalid'],
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
  ])('a refusal names the path: %s', async (_what, catalog, path, code) => {
    const [message] = await agent.refused('search_catalog', { catalog });
    expect(message).toMatchObject({ type: 'error', code, severity: 'unrecoverable', path, param: path });
    expect(message?.content).toMatch(/[a-z]{3}/);
  });

  test('one refusal names every problem with a call', async () => {
    const messages = await agent.refused('search_catalog', { catalog: { adults: 'two', units: 0 } });
    expect(messages.map(({ path }) => path)).toEqual(['$.catalog.adults', '$.catalog.units']);
    expect(messages[0]?.content).toBe('$.catalog.adults must be a number, not text. Send, for example, 2.');
  });

  test('a forged cursor is refused', async () => {
    const messages = await agent.refused('search_catalog', {
      catalog: { pagination: { cursor: 'nonsense' } },
    });
    expect(messages[0]?.path).toMatch(/^\$\.catalog\.pagination\.cursor$/);
  });
});

describe('lookup_catalog', () => {
  test('a look-up returns the same price for a stay as the search', async () => {
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

  test.each([1, 2, 3])('search, look-up and checkout agree on the price of %i units', async (units) => {
    const found = await agent.call('search_catalog', { catalog: { ...dates, adults: 2 * units, units } });
    expect(found.products.length).toBeGreaterThan(0);
    for (const product of found.products) {
      const { products } = await agent.call('lookup_catalog', { id: product.id, units });
      const { variants: _v, metadata: _m, media: _p, ...shown } = product; // a look-up has more entries in these
      expect(products[0]).toMatchObject({ ...shown, units, available: true });
      const { totals } = await agent.call('create_checkout', {
        line_items: [{ id: product.id, quantity: units }],
      });
      const sum = (...types: string[]) =>
        totals.filter(({ type }) => types.includes(type)).reduce((all, { amount }) => all + amount, 0);
      expect(product.price).toBe(sum('subtotal', 'discount'));
      expect(product.total).toBe(sum('total'));
    }
  });

  test('policies describe how to cancel each product', async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    const ids = products.slice(0, 2).map(({ id }) => id);
    const { policies = [] } = (await agent.call('lookup_catalog', { catalog: { ids } })) as unknown as {
      policies?: readonly { readonly type: string; readonly url?: string }[];
    };
    expect(policies[0]).toMatchObject({
      type: 'dev.ucp.shopping.policy.return',
      description: { plain: expect.stringMatching(/^Free cancellation until .* After that/) },
      applies_to: ['$.products[0]', '$.products[1]'],
    });
    expect(policies.map(({ url }) => url)).toContain(
      `http://lakeside.localhost:${platform.port}/policies/terms_of_service`,
    );
  });

  test('the number of units defaults to as many as the party needs', async () => {
    const { products } = await agent.call('search_catalog', {
      catalog: { ...dates, adults: 6, units: 2, query: 'Lake View' },
    });
    const [product] = products;
    const looked = async (args: object) =>
      (await agent.call('lookup_catalog', { id: product?.id, ...args })).products[0];
    expect(await looked({})).toMatchObject({ units: 2, price: product?.price, available: true });
    expect(await looked({ units: 1 })).toMatchObject({ units: 1, available: false });
    const { messages } = await agent.call('lookup_catalog', { id: product?.id, catalog: { units: 1 } });
    expect(messages).toMatchObject([{ type: 'info', code: 'capacity_exceeded', path: '$.id' }]);
  });

  test('an unavailable stay explains why and names the nearest bookable dates', async () => {
    const { products } = await agent.call('search_catalog', { catalog: { query: MIN_STAY } });
    const unitType = products[0]?.id.split(':')[1];
    const looked = await agent.call('lookup_catalog', {
      id: `stay:${unitType}:${daysAhead(30)}:${daysAhead(31)}:2:0`,
    });
    expect(looked.products[0]?.available).toBe(false);
    expect(looked.messages).toEqual([
      {
        type: 'info',
        code: 'min_stay',
        content: expect.stringMatching(/minimum stay of 3 nights.* The nearest bookable dates are \d{4}-/),
        path: '$.id',
        param: '$.id',
      },
    ]);
  });

  test('a look-up of a unit type makes no claim about availability', async () => {
    const { products } = await agent.call('lookup_catalog', { id: 'unit_type:1' });
    expect(products[0]).toMatchObject({ id: 'unit_type:1', price_unit: 'per_night' });
    expect(products[0]).not.toHaveProperty('available');
  });

  test('the id can be inside catalog, as a single id or a list', async () => {
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
    ['an endless id', { id: 'x'.repeat(20_000) }, '$.id', 'not_found'],
    ['no unit', { id: 'unit_type:1', units: 0 }, '$.units', 'invalid'],
    ['more than 50 ids', { catalog: { ids: Array(51).fill('unit_type:1') } }, '$.catalog.ids', 'invalid'],
    ['no ids', { catalog: { ids: [] } }, '$.catalog.ids', 'invalid'],
  ])('lookup_catalog with %s is a tool error', async (_what, args, path, code) => {
    expect((await agent.refused('lookup_catalog', args))[0]).toMatchObject({ code, path });
  });

  test.each([
    ['in the past', -9, -6, 'check_in'],
    ['too far ahead', 800, 803, 'check_in'],
    ['for too many nights', 20, 400, 'nights'],
  ])('lookup_catalog refuses a stay %s as a search does', async (_what, from, to, named) => {
    const id = `stay:1:${daysAhead(from)}:${daysAhead(to)}:2:0`;
    const [looked] = await agent.refused('lookup_catalog', { id });
    const [searched] = await agent.refused('search_catalog', {
      catalog: { check_in: daysAhead(from), check_out: daysAhead(to) },
    });
    expect(looked).toMatchObject({ code: 'invalid', path: '$.id', content: searched?.content });
    expect(looked?.content).toContain(named);
    expect(await agent.refused('get_product', { catalog: { id } })).toMatchObject([
      { code: 'invalid', path: '$.catalog.id', content: searched?.content },
    ]);
  });

  test('a look-up of several ids names a past stay and returns the others', async () => {
    const past = `stay:1:${daysAhead(-9)}:${daysAhead(-6)}:2:0`;
    const { products, messages } = await agent.call('lookup_catalog', {
      catalog: { ids: [past, 'unit_type:1'] },
    });
    expect(products.map(({ id }) => id)).toEqual(['unit_type:1']);
    expect(messages).toMatchObject([
      {
        type: 'info',
        code: 'invalid',
        path: '$.catalog.ids[0]',
        content: expect.stringContaining('check_in'),
      },
    ]);
  });

  test('a message names the filter that excludes a product', async () => {
    const ids = ['unit_type:1', 'unit_type:7'];
    const { products, messages } = await agent.call('lookup_catalog', {
      catalog: { ids, filters: { amenities: ['sauna'] } },
    });
    expect(products.map(({ id }) => id)).toEqual(['unit_type:7']);
    expect(messages).toMatchObject([
      {
        type: 'info',
        code: 'no_match',
        path: '$.catalog.ids[0]',
        content: 'Lake View Double, Lakeside Lodge does not match filters.amenities.',
      },
    ]);
    const product = await agent.call('get_product', {
      catalog: { id: 'unit_type:7', filters: { amenities: ['sauna'] } },
    });
    expect(product.product.id).toBe('unit_type:7');
    expect(
      await agent.refused('get_product', {
        catalog: { id: 'unit_type:1', filters: { amenities: ['sauna'] } },
      }),
    ).toMatchObject([{ code: 'no_match', path: '$.catalog.filters' }]);
  });

  test("a look-up's total filter applies to the stay's total", async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    const [stay] = products;
    const looked = async (max: number) =>
      (await agent.call('lookup_catalog', { id: stay?.id, filters: { total: { max } } })).products.length;
    expect([await looked(stay?.total ?? 0), await looked((stay?.total ?? 0) - 1)]).toEqual([1, 0]);
  });
});

describe('official request fields', () => {
  const common = {
    context: { address_country: 'CH', currency: 'EUR', intent: 'a weekend' },
    signals: { 'dev.ucp.buyer_ip': '203.0.113.7' },
    attribution: { source: 'test' },
  };
  const line = { id: 'li_1', parent_id: 'li_0', item: { id: 'unit_type:1' }, quantity: 1 };
  const codes = async (tool: string, args: object) =>
    ((await agent.call(tool, args)).messages ?? []).map(({ code }) => code);

  test.each([
    ['search_catalog', { catalog: { ...dates, ...common } }],
    ['search_catalog', { ...common, catalog: dates }],
    ['lookup_catalog', { catalog: { ids: ['unit_type:1'], filters: {}, ...common } }],
    [
      'get_product',
      {
        catalog: {
          id: 'unit_type:1',
          selected: [{ name: 'Nights', label: '3' }],
          preferences: ['Nights'],
          filters: {},
          ...common,
        },
      },
    ],
    [
      'create_checkout',
      {
        checkout: {
          line_items: [line],
          buyer: { first_name: 'Ada', consent: { marketing: false } },
          payment: { instruments: [] },
          fulfillment: { methods: [] },
          ...common,
        },
      },
    ],
  ])('%s accepts official request fields silently', async (tool, args) => {
    const found = await codes(tool, args);
    expect(found).not.toContain('ignored_argument');
    expect(found.length === 0 || !found.includes('missing_ucp_agent')).toBe(true);
  });

  test('a message names an unknown argument sent along with official fields', async () => {
    const { messages } = await agent.call('search_catalog', {
      catalog: { ...dates, ...common, colour: 'blue' },
    });
    expect(messages).toMatchObject([{ type: 'info', code: 'ignored_argument', path: '$.catalog.colour' }]);
  });
});

describe('the official shape', () => {
  test('get_product returns one product in the official shape', async () => {
    const { products } = await agent.call('search_catalog', { catalog: dates });
    const [found] = products;
    const { ucp, product } = await agent.call('get_product', { catalog: { id: found?.id } });
    expect(ucp.version).toBe('2026-04-08');
    expect(product).toMatchObject({
      id: found?.id,
      price: found?.price,
      description: { plain: found?.description },
      price_range: { min: { amount: found?.price, currency: 'EUR' } },
      variants: [{ id: found?.id, description: { plain: found?.description }, inputs: [{ id: found?.id }] }],
    });
    expect((await agent.call('get_product', { id: found?.id, units: 2 })).product.units).toBe(2);
  });

  test('catalog.ids returns the official shape and id keeps its earlier shape', async () => {
    const official = await agent.call('lookup_catalog', { catalog: { ids: ['unit_type:1'] } });
    expect(official.products[0]?.description).toEqual({ plain: expect.any(String) });
    const { products } = await agent.call('lookup_catalog', { id: 'unit_type:1' });
    expect(products[0]?.description).toEqual(expect.any(String));
    expect((await agent.call('lookup_catalog', { ids: ['unit_type:1'] })).products).toEqual(
      official.products,
    );
  });

  test.each([
    ['an unknown id', { catalog: { id: 'unit_type:999999' } }, '$.catalog.id', 'not_found'],
    ['no id', {}, '$.catalog.id', 'missing'],
    ['a number', { id: 7 }, '$.id', 'invalid'],
  ])('get_product with %s is a tool error', async (_what, args, path, code) => {
    expect((await agent.refused('get_product', args))[0]).toMatchObject({ code, path });
  });
});

describe('who calls', () => {
  const search = (meta?: unknown) => ({ name: 'search_catalog', arguments: { catalog: {}, meta } });
  const warned = async (meta?: unknown) => {
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const { json } = await http.rpc('tools/call', search(meta));
    await http.close();
    return (json.result.structuredContent.messages ?? [])
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code !== 'no_dates');
  };

  test('only an agent that names no profile receives a warning', async () => {
    expect(await warned({ 'ucp-agent': { profile: 'https://agent.example/p' } })).toEqual([]);
    expect(await warned()).toEqual(['missing_ucp_agent']);
    expect(await warned({})).toEqual(['missing_ucp_agent']);
    expect(await warned({ 'ucp-agent': {} })).toEqual(['missing_ucp_agent']);
    expect(await warned({ 'ucp-agent': { profile: 'my agent' } })).toEqual(['missing_ucp_agent']);
  });

  test("a profile that isn't text is refused", async () => {
    const [message] = await agent.refused('search_catalog', { meta: { 'ucp-agent': { profile: 5 } } });
    expect(message?.path).toBe('$.meta["ucp-agent"].profile');
  });
});

describe('a storefront whose host reviews requests by hand', () => {
  test('agents receive a link where the guest can request the stay', async () => {
    const alpine = await connectAgent(platform.port, 'alpine.localhost');
    const party = { adults: 2, children: 0, units: 1 };
    const { products, messages } = await alpine.call('search_catalog', { catalog: { ...dates, ...party } });
    const [product] = products;
    const url = new URL(String(product?.url));
    expect(url.pathname).toMatch(/^\/stays\/\d+\/request$/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...dates,
      adults: '2',
      children: '0',
      units: '1',
    });
    expect(messages?.filter(({ code }) => code === 'request_to_book')).toHaveLength(1);
    const found = await alpine.call('lookup_catalog', { id: product?.id });
    expect(found.products[0]?.url).toBe(product?.url);
    expect(found.messages?.map(({ code }) => code)).toContain('request_to_book');
    const browsed = await alpine.call('search_catalog', { catalog: {} });
    expect(browsed.products[0]?.url).toMatch(/\/stays\/\d+$/);
    expect(browsed.messages?.map(({ code }) => code)).not.toContain('request_to_book');
    await alpine.close();
  });

  test('a storefront with manual review lists only the catalog tools; calling any other returns a tool error', async () => {
    const alpine = await connectAgent(platform.port, 'alpine.localhost');
    const { tools } = await alpine.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_catalog', 'lookup_catalog', 'get_product']);
    expect((await alpine.call('search_catalog', { catalog: dates })).products).toHaveLength(1);
    for (const tool of ['create_checkout', 'complete_checkout']) {
      expect((await alpine.refused(tool))[0]?.code).toBe('checkout_not_available');
    }
    await alpine.close();
  });
});

describe('every tool', () => {
  test('every tool describes itself, its limits and one example that fits its own schema', async () => {
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

  test('every tool accepts the example in its description', async () => {
    const { tools } = await agent.client.listTools();
    for (const { name, description } of tools) {
      const example = JSON.parse(/Example: (.*)$/.exec(description ?? '')?.[1] ?? '') as object;
      const { content } = await agent.client
        .callTool({ name, arguments: { ...example } })
        .then(({ structuredContent }) => ({
          content: structuredContent as { messages?: { code: string }[] },
        }));
      // The examples' ids are made up; everything else in them must be right.
      const codes = (content.messages ?? []).map(({ code }) => code);
      expect(codes.filter((code) => code === 'invalid' || code === 'missing')).toEqual([]);
    }
  });
});
