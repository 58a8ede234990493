import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookStay, demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { type GraphqlAnswer, graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let app: InstalledApp;
let other: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  await recordJobs(platform.database);
});
afterAll(() => platform.close());

/** Separate installs for every test, so tests don't share points. */
beforeEach(async () => {
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), { scopes: EVERYTHING });
  other = await installNewApp(platform, await demoHost(platform, 'harbour'), { scopes: EVERYTHING });
});

const EVERYTHING = [
  'read_bookings',
  'write_bookings',
  'read_contacts',
  'read_properties',
  'write_properties',
  'write_rates',
];

const run = (query: string, variables: Readonly<Record<string, unknown>> = {}, as = app) =>
  graphql(platform.address, query, { token: as.token, variables });

async function unitTypeIds(as = app): Promise<readonly string[]> {
  const { data } = await run('{ unitTypes { nodes { id } } }', {}, as);
  return data.unitTypes.nodes.map(({ id }: { id: string }) => id);
}
describe('properties and unit types', () => {
  test('properties and unit types are limited to the team and hide host-only fields', async () => {
    const { data } = await run(
      '{ properties(first: 20) { nodes { id name currency timeZone unitTypes { name property { name } } } } }',
    );
    expect(data.properties.nodes.length).toBeGreaterThanOrEqual(3);
    for (const { name, currency, unitTypes } of data.properties.nodes) {
      expect(currency).toMatch(/^[A-Z]{3}$/);
      for (const unitType of unitTypes) expect(unitType.property).toEqual({ name });
    }
    const { status } = await run(
      '{ unitTypes { nodes { calendar(from: "2026-01-01", until: "2026-01-02") { date } } } }',
    );
    expect(status).toBe(400);
  });

  test('consecutive pages of unit types leave no gaps', async () => {
    const all = await unitTypeIds();
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const answer: GraphqlAnswer = await run(
        'query ($after: String) { unitTypes(first: 3, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      const { edges, pageInfo } = answer.data.unitTypes;
      seen.push(...edges.map(({ node }: { node: { id: string } }) => node.id));
      expect(pageInfo.endCursor).toBe(edges.at(-1).cursor);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(all);
    const { data } = await run('{ properties(first: 1) { nodes { id unitTypes { id } } } }');
    const [property] = data.properties.nodes;
    const filtered = await run(
      'query ($id: ID) { unitTypes(filter: { propertyId: $id }) { nodes { id } } }',
      { id: property.id },
    );
    expect(filtered.data.unitTypes.nodes).toEqual(property.unitTypes);
  });

  test.each(['0', '101', '-1'])('a page of %s is BAD_USER_INPUT', async (first) => {
    const { errors } = await run(`{ properties(first: ${first}) { nodes { id } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test.each([
    'nonsense',
    Buffer.from('9999999999999999').toString('base64url'),
    Buffer.from('9999999999999999.1').toString('base64url'),
    '',
  ])('a forged cursor never causes an internal error: %s', async (after) => {
    for (const field of ['properties', 'unitTypes', 'bookings', 'tasks']) {
      const { errors } = await run(`query ($after: String) { ${field}(after: $after) { nodes { id } } }`, {
        after,
      });
      expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });

  test("another team's property isn't found", async () => {
    const { data } = await run('{ properties { nodes { id } } }', {}, other);
    const [theirs] = data.properties.nodes;
    for (const id of [theirs.id, '2147483647', '99999999999', 'x']) {
      expect((await run('query ($id: ID!) { property(id: $id) { id } }', { id })).data).toEqual({
        property: null,
      });
    }
  });
});

const RATES = `query ($id: ID!, $from: Date!, $until: Date!, $first: Int, $after: String) {
  rates(unitTypeId: $id, from: $from, until: $until, first: $first, after: $after) {
    nodes { date rate minStay maxStay closedToArrival closedToDeparture stopSell } pageInfo { hasNextPage endCursor }
  }
}`;
const UPDATE = `mutation ($updates: [RatesUpdateEntry!]!) { ratesUpdate(input: { updates: $updates }) {
  unitTypes { id } userErrors { field message code }
} }`;

describe('rates', () => {
  test('rates are nights within a range, returned in pages', async () => {
    const [id] = await unitTypeIds();
    const range = { id, from: daysAhead(10), until: daysAhead(129) };
    const first = await run(RATES, { ...range, first: 100 });
    expect(first.data.rates.nodes.length).toBe(100);
    const { endCursor: after } = first.data.rates.pageInfo;
    const second = await run(RATES, { ...range, first: 100, after });
    const dates = [...first.data.rates.nodes, ...second.data.rates.nodes].map(({ date }) => date);
    expect(dates).toEqual(Array.from({ length: 120 }, (_, n) => daysAhead(10 + n)));
    expect(second.data.rates.pageInfo.hasNextPage).toBe(false);
  });

  test("rates for an unknown unit type or another team's unit type are null", async () => {
    const [theirs] = await unitTypeIds(other);
    for (const id of [theirs, '2147483647', 'x']) {
      const { data, errors } = await run(RATES, { id, from: daysAhead(1), until: daysAhead(2) });
      expect({ data, errors }).toEqual({ data: { rates: null }, errors: [] });
    }
  });

  test.each([
    ['reversed', 5, 4],
    ['too long', 0, 731],
  ])('a %s range is BAD_USER_INPUT', async (_title, from, until) => {
    const { errors } = await run(RATES, { id: '1', from: daysAhead(from), until: daysAhead(until) });
    expect(errors).toMatchObject([{ path: ['rates'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('a rates update sets ranges in order and publishes them', async () => {
    const [one, two] = await unitTypeIds();
    const { data } = await run(UPDATE, {
      updates: [
        { unitTypeId: one, from: daysAhead(200), until: daysAhead(204), rate: 12_300, minStay: 2 },
        { unitTypeId: two, from: daysAhead(200), until: daysAhead(200), stopSell: true },
        { unitTypeId: one, from: daysAhead(202), until: daysAhead(202), rate: 9_900, minStay: null },
      ],
    });
    expect(data.ratesUpdate).toEqual({ unitTypes: [{ id: one }, { id: two }], userErrors: [] });
    const read = await run(RATES, { id: one, from: daysAhead(201), until: daysAhead(203) });
    expect(read.data.rates.nodes).toMatchObject([
      { rate: 12_300, minStay: 2 },
      { rate: 9_900, minStay: null },
      { rate: 12_300, minStay: 2 },
    ]);
    const told = await platform.database.query<{ data: unknown }>(
      `SELECT data FROM booked_jobs WHERE name = 'rates.updated/apps' ORDER BY (data->>'version')::int`,
    );
    expect(told.map(({ data: event }) => event)).toMatchObject([
      { unitTypeId: Number(one), from: daysAhead(200), until: daysAhead(204) },
      { unitTypeId: Number(two), from: daysAhead(200), until: daysAhead(200) },
      { unitTypeId: Number(one), from: daysAhead(202), until: daysAhead(202) },
    ]);
  });

  test('a rates update with one bad range changes nothing and names every bad range', async () => {
    const [one] = await unitTypeIds();
    const [theirs] = await unitTypeIds(other);
    const good = { unitTypeId: one, from: daysAhead(210), until: daysAhead(210), rate: 1 };
    const { data } = await run(UPDATE, {
      updates: [
        good,
        { ...good, unitTypeId: theirs },
        { ...good, rate: -1 },
        { ...good, from: '2020-01-01', until: '2020-01-02' },
        { ...good, minStay: 5, maxStay: 2 },
      ],
    });
    expect(data.ratesUpdate.unitTypes).toBeNull();
    expect(data.ratesUpdate.userErrors).toMatchObject([
      { field: ['input', 'updates', '1', 'unitTypeId'], code: 'NOT_FOUND' },
      { field: ['input', 'updates', '2', 'rate'], code: 'INVALID' },
      { field: ['input', 'updates', '3', 'from'], code: 'INVALID' },
      { field: ['input', 'updates', '4', 'maxStay'], code: 'INVALID' },
    ]);
    const late = await run(UPDATE, { updates: [good, { ...good, until: daysAhead(900) }] });
    expect(late.data.ratesUpdate.userErrors).toMatchObject([{ field: ['input', 'updates', '1', 'until'] }]);
    const none = await run(UPDATE, { updates: [] });
    expect(none.data.ratesUpdate.userErrors).toMatchObject([
      { field: ['input', 'updates'], code: 'INVALID' },
    ]);
    const read = await run(RATES, { id: one, from: daysAhead(210), until: daysAhead(210) });
    expect(read.data.rates.nodes[0].rate).not.toBe(1);
  });
});

describe('bookings', () => {
  test('bookings show the stays, guest and price', async () => {
    const { reference } = await bookStay(platform, 'lakeside');
    const { data } = await run(`{ bookings(filter: { status: held }) { nodes {
      id reference status paymentStatus propertyId checkIn checkOut currency total guestEmail guestPhone
      lines { title quantity subtotal } totals { label amount } customFields { key } version
    } } }`);
    const booking = data.bookings.nodes.at(-1);
    expect(booking).toMatchObject({
      reference,
      status: 'held',
      paymentStatus: 'awaiting_payment',
      guestEmail: 'ada@example.com',
      customFields: [],
      version: 1,
    });
    expect(booking.totals.at(-1).amount).toBe(booking.total);
    const single = await run('query ($id: ID!) { booking(id: $id) { reference } }', { id: booking.id });
    expect(single.data.booking).toEqual({ reference });
    for (const [id, as] of [
      [booking.id, other],
      ['2147483647', app],
      ['99999999999', app],
      ['x', app],
    ] as const) {
      const { data, errors } = await run('query ($id: ID!) { booking(id: $id) { reference } }', { id }, as);
      expect({ data, errors }).toEqual({ data: { booking: null }, errors: [] });
    }
  });

  test('bookings require read_bookings', async () => {
    const poor = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      scopes: ['read_properties'],
    });
    const { data, errors } = await run('{ bookings { nodes { id } } }', {}, poor);
    expect(data).toEqual({ bookings: null });
    expect(errors).toMatchObject([{ extensions: { code: 'ACCESS_DENIED', requiredScope: 'read_bookings' } }]);
  });
});

describe('custom fields', () => {
  const write = async (kind: 'booking' | 'property', id: string, field: Record<string, string>, as = app) => {
    const name = `${kind}SetCustomField`;
    const { data } = await run(
      `mutation ($id: ID!, $namespace: String!, $key: String!, $type: String!, $value: String!) {
        ${name}(${kind}Id: $id, namespace: $namespace, key: $key, type: $type, value: $value) {
          ${kind} { customFields(namespace: "${app.slug}") { namespace key type value } } userErrors { field message code }
        }
      }`,
      { id, namespace: as.slug, key: 'note', type: 'string', value: 'x', ...field },
      as,
    );
    return data[name];
  };
  const idOf = async (kind: 'booking' | 'property') => {
    if (kind === 'booking') await bookStay(platform, 'lakeside');
    const list = kind === 'booking' ? 'bookings' : 'properties';
    return (await run(`{ ${list}(first: 1) { nodes { id } } }`)).data[list].nodes[0].id as string;
  };

  test.each(['booking', 'property'] as const)(
    "custom fields on a %s are written in the app's own namespace",
    async (kind) => {
      const id = await idOf(kind);
      expect(await write(kind, id, { key: 'b', value: '1' })).toMatchObject({ userErrors: [] });
      const { [kind]: thing } = await write(kind, id, { key: 'a', type: 'integer', value: '2' });
      expect(thing.customFields.filter(({ key }: { key: string }) => key.length === 1)).toEqual([
        { namespace: app.slug, key: 'a', type: 'integer', value: '2' },
        { namespace: app.slug, key: 'b', type: 'string', value: '1' },
      ]);
    },
  );

  test.each(['booking', 'property'] as const)(
    'custom fields on a %s are refused with a reason',
    async (kind) => {
      const id = await idOf(kind);
      for (const [field, code] of [
        [{ namespace: 'someone-else' }, 'NAMESPACE_NOT_OWNED'],
        [{ key: 'with space' }, 'INVALID'],
        [{ type: 'integer' }, 'INVALID'],
      ] as const) {
        const answer = await write(kind, id, field);
        expect(answer[kind]).toBeNull();
        expect(answer.userErrors).toMatchObject([{ code }]);
      }
      for (const [about, as] of [
        [id, other],
        ['2147483647', app],
        ['x', app],
      ] as const) {
        const answer = await write(kind, about, {}, as);
        expect(answer).toMatchObject({
          [kind]: null,
          userErrors: [{ field: [`${kind}Id`], code: 'NOT_FOUND' }],
        });
      }
    },
  );
});

test('the same query returns the same properties to a host and an app', async () => {
  const { host } = await demoHost(platform, 'lakeside');
  const asHost = await ask(platform, host, '{ properties { nodes { id name } } }');
  expect((await run('{ properties { nodes { id name } } }')).data).toEqual(asHost);
});
