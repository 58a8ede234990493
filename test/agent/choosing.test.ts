import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type McpAgent } from '../support/agent.ts';
import { copyUnitTypes } from '../support/copied-unit-types.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/catalog.md#lodging-metadata: an agent can choose from the tools' responses without any other
// source.

interface Product {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly total: number;
  readonly tags?: readonly string[];
  readonly media?: readonly object[];
  readonly categories?: readonly { readonly value: string }[];
  readonly metadata: {
    readonly lodging: {
      readonly property: { readonly name: string; readonly address?: { readonly locality?: string } };
      readonly unit?: {
        readonly kind?: string;
        readonly bedrooms?: number;
        readonly area_m2?: number;
        readonly beds?: readonly { readonly type: string; readonly count: number }[];
      };
      readonly check_in?: { readonly from?: string; readonly until?: string };
      readonly house_rules?: { readonly pets?: boolean; readonly self_check_in?: boolean };
      readonly distance_m?: number;
      readonly cancellation?: { readonly summary?: string; readonly free_until?: string };
    };
  };
}

interface Answer {
  readonly products: readonly Product[];
  readonly messages?: readonly {
    readonly code: string;
    readonly content: string;
    readonly presentation?: string;
  }[];
}

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

async function call(name: string, args: object): Promise<Answer> {
  const { structuredContent } = await agent.client.callTool({ name, arguments: { ...args } });
  return structuredContent as unknown as Answer;
}

/** Tuesday to Saturday of an upcoming week. */
const week = (() => {
  const first = Temporal.PlainDate.from(daysAhead(30));
  const tuesday = first.add({ days: (9 - first.dayOfWeek) % 7 });
  return { check_in: tuesday.toString(), check_out: tuesday.add({ days: 4 }).toString() };
})();
const search = (more: object = {}) => call('search_catalog', { catalog: { ...week, ...more } });

type Choose = (stays: readonly Product[]) => Product | undefined;
const cheapest = (stays: readonly Product[]) => stays.toSorted((a, b) => a.total - b.total)[0];
const lodging = (stay: Product) => stay.metadata.lodging;

/** A person's question, its search, the rule that chooses from the response, and the right choice. */
const QUESTIONS: readonly (readonly [question: string, search: object, choose: Choose, right: RegExp])[] = [
  [
    'two bedrooms, a dog, free to cancel a week before, under 900 for four nights',
    { filters: { amenities: ['pets_allowed'], free_cancellation: true } },
    (stays) =>
      cheapest(
        stays.filter((stay) => {
          const { cancellation, unit } = lodging(stay);
          const weekBefore = Temporal.PlainDate.from(week.check_in).subtract({ days: 7 }).toString();
          const free = (cancellation?.free_until ?? '') >= weekBefore;
          return free && (unit?.bedrooms ?? 0) >= 2 && stay.total <= 90_000;
        }),
      ),
    /^Miller Apartment/,
  ],
  [
    'a bunk bed for the children',
    { adults: 2, children: 2 },
    (stays) =>
      cheapest(stays.filter((stay) => lodging(stay).unit?.beds?.some(({ type }) => type === 'bunk'))),
    /^Miller Apartment/,
  ],
  [
    'step-free, with a lift',
    { filters: { amenities: ['step_free_access', 'elevator'] } },
    (stays) => cheapest(stays),
    /Lakeside Lodge$/,
  ],
  ['a sauna of our own', { filters: { amenities: ['sauna'] } }, (stays) => stays[0], /^Spruce Cabin/],
  [
    'a whole place with a kitchen, not a campsite',
    { filters: { categories: ['entire_place'], amenities: ['kitchen'] } },
    (stays) => cheapest(stays.filter((stay) => !stay.categories?.some(({ value }) => value === 'campsite'))),
    /^Miller Apartment/,
  ],
  [
    'arriving at eleven in the evening, keys from a box',
    {},
    (stays) => cheapest(stays.filter((stay) => lodging(stay).house_rules?.self_check_in)),
    /Old Mill Apartments$/,
  ],
  [
    'within a kilometre of the station of Brienz',
    { filters: { near: { lat: 46.7546, lng: 8.0388, km: 1 } } },
    (stays) => stays.toSorted((a, b) => (lodging(a).distance_m ?? 0) - (lodging(b).distance_m ?? 0))[0],
    /Lakeside Lodge$/,
  ],
  ['in Meiringen', { query: 'meiringen' }, (stays) => cheapest(stays), /Old Mill Apartments$/],
  [
    'the largest room with a view of the lake',
    { filters: { amenities: ['view_lake'] } },
    (stays) => stays.toSorted((a, b) => (lodging(b).unit?.area_m2 ?? 0) - (lodging(a).unit?.area_m2 ?? 0))[0],
    /^Garden Family Suite/,
  ],
  [
    'the cheapest that is not a tent, dogs welcome',
    { filters: { amenities: ['pets_allowed'], price: { max: 80_000 } } },
    (stays) => cheapest(stays.filter((stay) => lodging(stay).unit?.kind !== undefined)),
    /^Wheel Room/,
  ],
];

describe('an agent that chooses by rule finds', () => {
  test.each(QUESTIONS)('%s', async (_question, asked, choose, right) => {
    const { products } = await search(asked);
    expect(choose(products)?.title).toMatch(right);
  });
});

describe('metadata of lodging', () => {
  test('lodging metadata conforms to the schema it names', async () => {
    const { products } = await search();
    const [found] = (await call('lookup_catalog', { id: products[0]?.id })).products;
    const all = [...products, ...(found ? [found] : [])].map(
      ({ metadata }) => metadata.lodging as { schema?: string },
    );
    const path = new URL(all.at(-1)?.schema ?? '').pathname;
    const headers = { host: `lakeside.localhost:${platform.port}` };
    const response = await platform.http.inject({ method: 'GET', url: path, headers });
    expect(response.statusCode).toBe(200);
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(response.json());
    for (const one of all) expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
  });

  test('lodging metadata reveals the street only in a look-up', async () => {
    const { products } = await search({ query: 'Lake View Double' });
    expect(products[0]?.metadata.lodging.property.address).toEqual({ locality: 'Brienz', country: 'CH' });
    const { products: found } = await call('lookup_catalog', { id: products[0]?.id });
    expect(found[0]?.metadata.lodging.property.address).toMatchObject({
      street: 'Seestrasse 12',
      postal_code: '3855',
    });
  });
});

describe('the size of', () => {
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  test.each([
    ['with dates', week],
    ['without dates', {}],
  ])('a product in a search %s takes up at most 1.8 kB', async (_when, dates) => {
    const { products } = await call('search_catalog', { catalog: dates });
    expect(products.length).toBeGreaterThan(5);
    for (const product of products) expect(bytes(product)).toBeLessThanOrEqual(1_792);
  });

  test.each([
    ['with dates', week],
    ['without dates', {}],
  ])('a product in a search %s has room for at least one photo', async (_when, dates) => {
    const { products } = await call('search_catalog', { catalog: dates });
    for (const { title, media } of products) expect(media?.length, title).toBeGreaterThanOrEqual(1);
  });

  test('a look-up takes up at most 16 kB', async () => {
    for (const { id } of (await search()).products)
      expect(bytes(await call('lookup_catalog', { id }))).toBeLessThanOrEqual(16_000);
  });

  describe('of everything sold thrice', () => {
    beforeAll(async () => {
      await copyUnitTypes(platform.database, 2);
      await eventually(
        async () => (await call('search_catalog', { catalog: {} })).products.length,
        (count) => count === 20,
      );
    });

    test.each([
      ['with dates', week],
      ['without dates', {}],
    ])('a page with 20 products %s takes up at most 36 kB', async (_when, dates) => {
      const answer = await call('search_catalog', { catalog: dates });
      expect(answer.products.length).toBeGreaterThanOrEqual(18);
      expect(bytes(answer)).toBeLessThanOrEqual(36_000);
      for (const product of answer.products) {
        expect(lodging(product).property.name).not.toBe('');
        expect(product.media?.length, product.title).toBeGreaterThanOrEqual(1);
      }
    });
  });
});

test("a message counts each filter's matches when no product matches all filters", async () => {
  const answer = await search({ filters: { amenities: ['sauna'], categories: ['hotel'] } });
  expect(answer.products).toEqual([]);
  expect(answer.messages?.find(({ code }) => code === 'no_match')?.content).toMatch(
    /categories alone matches [1-9]\d*, filters\.amenities alone matches [1-9]/,
  );
});

test('free cancellation is exposed as a filter, a tag and an end time', async () => {
  const soon = { check_in: daysAhead(3), check_out: daysAhead(5) };
  const late = await call('search_catalog', { catalog: soon });
  expect(late.products.length).toBeGreaterThan(0);
  for (const { tags } of late.products) expect(tags).not.toContain('free_cancellation');
  const none = await call('search_catalog', {
    catalog: { ...soon, filters: { free_cancellation: true } },
  });
  expect(none.products).toEqual([]);
  expect(none.messages?.find(({ code }) => code === 'no_match')?.content).toMatch(/free_cancellation/);
  const { products } = await search({ filters: { amenities: ['free_cancellation'] } });
  expect(products.length).toBeGreaterThan(0);
  for (const product of products) {
    expect(product.tags).toContain('free_cancellation');
    expect(Date.parse(lodging(product).cancellation?.free_until ?? '')).toBeGreaterThan(Date.now());
  }
});

test('an unknown filter is ignored and named in a message', async () => {
  const answer = await search({ filters: { colour: 'blue' } });
  expect(answer.messages?.find(({ code }) => code === 'ignored_argument')?.content).toMatch(
    /filters\.colour/,
  );
});
