import { createHmac, createPublicKey, verify } from 'node:crypto';
import { graphql } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSubgraph } from '#kit/subgraph.ts';
import type { Viewer } from '#kit/viewer.ts';
import { subgraphSdl } from '#schema/sdl.ts';
import { resolvers } from '#subgraphs/catalog/resolvers.ts';
import {
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { statementsOf } from '../support/statements.ts';

let database: TestDatabase;
let catalog: TestCatalog;
let world: { storefrontId: number; unitTypeId: number };

const { schema } = makeSubgraph('catalog', subgraphSdl('catalog'), resolvers);
const OTHER_HOST: Viewer = {
  kind: 'hostUser',
  accountId: 2,
  sessionId: 2,
  teamId: 987_654,
  role: 'owner',
  elevated: true,
  operator: false,
};

beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await openCatalog(database.url);
});
beforeEach(async () => {
  const { storefrontId, unitTypeIds } = await sell(catalog.as(), [{ units: 3 }]);
  world = { storefrontId, unitTypeId: unitTypeIds[0] ?? 0 };
});
afterAll(async () => {
  await catalog.close();
  await database.drop();
});

/** Runs an operation on the catalog subgraph as a host in the storefront's team; returns its data as JSON. */
async function run<Data = Record<string, Record<string, unknown>>>(
  source: string,
  variableValues: Record<string, unknown> = {},
  viewer: Viewer = HOST,
): Promise<Data> {
  const { data, errors } = await graphql({
    schema,
    source,
    variableValues,
    contextValue: catalog.as(viewer),
  });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

const UPDATE = `mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) {
  storefront { id name instantBooking maintenance maxHoldsPerGuest policies { kind title text } }
  userErrors { field code } } }`;
const RATES = `mutation ($input: RatesSetInput!) { ratesSet(input: $input) {
  nights { date rate minStay closedToArrival } userErrors { field code } } }`;
const NIGHTS = `mutation ($input: NightsSetInput!) { nightsSet(input: $input) {
  nights { date } userErrors { field code } } }`;
const INVENTORY = `mutation ($input: InventorySetInput!) { inventorySet(input: $input) {
  nights { date total closed held } userErrors { field code message } } }`;

describe('storefrontUpdate', () => {
  test('storefrontUpdate changes only the given settings', async () => {
    const id = `${world.storefrontId}`;
    const policies = [{ kind: 'refund_policy', title: 'Refunds', text: 'Until a week before.' }];
    const { storefrontUpdate } = await run(UPDATE, { input: { id, maintenance: true, policies } });
    expect(storefrontUpdate).toEqual({
      storefront: {
        id,
        name: 'Test',
        instantBooking: true,
        maintenance: true,
        maxHoldsPerGuest: 10,
        policies,
      },
      userErrors: [],
    });
    const [{ domain }] = (await database.query('SELECT domain FROM catalog.storefront WHERE id = $1', [
      id,
    ])) as [{ domain: string }];
    const seen = await run(
      `query ($host: String!) { storefrontByHost(host: $host) { maintenance signingKey { kid } } }`,
      { host: `${domain.toUpperCase()}:4000` },
      { kind: 'public' },
    );
    expect(seen).toMatchObject({ storefrontByHost: { maintenance: true } });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ maxHoldsPerGuest: 0 }, 'maxHoldsPerGuest'],
    [{ maxHeldNights: 0 }, 'maxHeldNights'],
    [{ maxHeldSharePercent: 101 }, 'maxHeldSharePercent'],
    [{ policies: [{ kind: 'faq', title: '', text: 'x' }] }, 'policies'],
  ])('storefrontUpdate refuses %j as a userError', async (change, field) => {
    const { storefrontUpdate } = await run(UPDATE, { input: { id: `${world.storefrontId}`, ...change } });
    expect(storefrontUpdate).toEqual({
      storefront: null,
      userErrors: [{ field: ['input', field], code: 'INVALID' }],
    });
  });

  test("storefrontUpdate can't find another team's storefront", async () => {
    const input = { id: `${world.storefrontId}`, maintenance: true };
    const { storefrontUpdate } = await run(UPDATE, { input }, OTHER_HOST);
    expect(storefrontUpdate?.userErrors).toEqual([{ field: ['input', 'id'], code: 'NOT_FOUND' }]);
  });
});

describe('ratesSet', () => {
  const nights = () => ({
    unitTypeId: `${world.unitTypeId}`,
    from: `${dayFromNow(5)}`,
    until: `${dayFromNow(6)}`,
  });

  test('ratesSet sets the given fields for every night in the range', async () => {
    const set = await run(RATES, { input: { ...nights(), rate: 12_300, minStay: 2, closedToArrival: true } });
    expect(set.ratesSet).toEqual({
      nights: [5, 6].map((day) => ({
        date: `${dayFromNow(day)}`,
        rate: 12_300,
        minStay: 2,
        closedToArrival: true,
      })),
      userErrors: [],
    });
    const reset = await run(RATES, { input: { ...nights(), rate: null, minStay: null } });
    expect(reset.ratesSet).toMatchObject({
      nights: [
        {
          date: `${dayFromNow(5)}`,
          rate: 10_000,
          minStay: null,
          closedToArrival: true,
        },
        { rate: 10_000 },
      ],
    });
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ rate: -1 }, 'rate', 'INVALID'],
    [{ minStay: 0 }, 'minStay', 'INVALID'],
    [{ minStay: 5, maxStay: 4 }, 'maxStay', 'INVALID'],
    [{ from: `${dayFromNow(-3)}` }, 'from', 'INVALID'],
    [{ until: `${dayFromNow(4)}` }, 'until', 'INVALID'],
    [{ from: `${dayFromNow(700)}`, until: `${dayFromNow(1_000)}` }, 'until', 'INVALID'],
    [{ unitTypeId: '99999999999' }, 'unitTypeId', 'NOT_FOUND'],
  ])('refuses %j at %s', async (change, field, code) => {
    const { ratesSet } = await run(RATES, { input: { ...nights(), rate: 1, ...change } });
    expect(ratesSet).toEqual({ nights: null, userErrors: [{ field: ['input', field], code }] });
  });

  test("ratesSet can't find another team's unit type", async () => {
    const { ratesSet } = await run(RATES, { input: { ...nights(), rate: 1 } }, OTHER_HOST);
    expect(ratesSet?.userErrors).toEqual([{ field: ['input', 'unitTypeId'], code: 'NOT_FOUND' }]);
  });
});

describe('inventorySet', () => {
  test('inventorySet never goes below the held units', async () => {
    await quoteAndHold(catalog.as(), world.storefrontId, [lineOf(world.unitTypeId, 6, 7)]);
    const input = { unitTypeId: `${world.unitTypeId}`, from: `${dayFromNow(5)}`, until: `${dayFromNow(7)}` };
    const refused = await run(INVENTORY, { input: { ...input, total: 0 } });
    expect(refused.inventorySet).toEqual({
      nights: null,
      userErrors: [
        {
          field: ['input', 'total'],
          code: 'INVALID',
          message: `On ${dayFromNow(6)}, 1 unit is already held or booked.`,
        },
      ],
    });
    const { inventorySet } = await run(INVENTORY, { input: { ...input, total: 1, closed: 1 } });
    expect(inventorySet?.nights).toEqual(
      [5, 6, 7].map((day) => ({ date: `${dayFromNow(day)}`, total: 1, closed: 1, held: day === 6 ? 1 : 0 })),
    );
  });
});

test('the database refuses a night with more closed units than total units', async () => {
  const write = (set: string) =>
    database.query(`UPDATE catalog.night SET ${set} WHERE unit_type_id = $1`, [world.unitTypeId]);
  for (const set of ['closed = total + 1', 'closed = 3, total = 2']) {
    await expect(write(set)).rejects.toMatchObject({ constraint: 'night_closed_within' });
  }
  await write('closed = total');
});

describe('nightsSet', () => {
  const range = () => ({
    unitTypeId: `${world.unitTypeId}`,
    from: `${dayFromNow(5)}`,
    until: `${dayFromNow(7)}`,
  });
  const set = async (change: object, viewer?: Viewer) =>
    (await run(NIGHTS, { input: { ...range(), ...change } }, viewer)).nightsSet;

  /** The unit type's stored nights and the events sent to other subgraphs. */
  const stored = async () => ({
    nights: await database.query<Record<string, unknown>>(
      'SELECT * FROM catalog.night WHERE unit_type_id = $1 ORDER BY night',
      [world.unitTypeId],
    ),
    told: await database.query<{ name: string; from: string; until: string }>(
      `SELECT name, data->>'from' AS from, data->>'until' AS until FROM pgboss.job
       WHERE (data->>'unitTypeId')::int = $1 ORDER BY (data->>'version')::int`,
      [world.unitTypeId],
    ),
  });

  test('nightsSet sets and publishes units, rates and restrictions together', async () => {
    const change = { rate: 500, minStay: 2, maxStay: 9, closedToDeparture: true, total: 2, closed: 1 };
    expect(await set(change)).toEqual({
      nights: [5, 6, 7].map((day) => ({ date: `${dayFromNow(day)}` })),
      userErrors: [],
    });
    const { nights, told } = await stored();
    const row = { rate: 500, min_stay: 2, max_stay: 9, closed_to_departure: true, total: 2, closed: 1 };
    const changed = nights.filter(({ min_stay }) => min_stay === 2);
    expect(changed.map(({ rate, ...night }) => ({ ...night, rate: Number(rate) }))).toMatchObject([
      row,
      row,
      row,
    ]);
    const span = { from: range().from, until: range().until };
    expect(told).toEqual([
      { name: 'rates.updated/apps', ...span },
      { name: 'availability.updated/apps', ...span },
    ]);
  });

  test.each<[string, object, readonly (readonly [field: string, code: string])[]]>([
    [
      'every number out of bounds',
      { rate: -1, total: -1, closed: 10_001, minStay: 0, maxStay: 366, stopSell: true },
      [
        ['rate', 'INVALID'],
        ['total', 'INVALID'],
        ['closed', 'INVALID'],
        ['minStay', 'INVALID'],
        ['maxStay', 'INVALID'],
      ],
    ],
    [
      'units that are held, and a minimum above the maximum',
      { total: 0, minStay: 3, maxStay: 2, rate: 1 },
      [
        ['maxStay', 'INVALID'],
        ['total', 'INVALID'],
      ],
    ],
    [
      'a range that is over, and a rate',
      { from: `${dayFromNow(-2)}`, rate: -1, closed: 1 },
      [
        ['from', 'INVALID'],
        ['rate', 'INVALID'],
      ],
    ],
    [
      'nights beyond the horizon, and units that are held',
      { until: `${dayFromNow(733)}`, total: 0, rate: 1 },
      [
        ['until', 'INVALID'],
        ['total', 'INVALID'],
      ],
    ],
    [
      'too many nights',
      { from: `${dayFromNow(1)}`, until: `${dayFromNow(740)}`, closed: 1 },
      [['until', 'INVALID']],
    ],
    [
      'no one’s unit type, and a rate',
      { unitTypeId: '99999999999', rate: -1 },
      [
        ['unitTypeId', 'NOT_FOUND'],
        ['rate', 'INVALID'],
      ],
    ],
  ])('nightsSet refuses %s without changing anything', async (_what, change, errors) => {
    await quoteAndHold(catalog.as(), world.storefrontId, [lineOf(world.unitTypeId, 6, 7)]);
    const before = await stored();
    expect(await set(change)).toEqual({
      nights: null,
      userErrors: errors.map(([field, code]) => ({ field: ['input', field], code })),
    });
    expect(await stored()).toEqual(before);
  });

  test("nightsSet can't find another team's unit type", async () => {
    const before = await stored();
    expect(await set({ rate: 1, total: 1 }, OTHER_HOST)).toEqual({
      nights: null,
      userErrors: [{ field: ['input', 'unitTypeId'], code: 'NOT_FOUND' }],
    });
    expect(await stored()).toEqual(before);
  });
});

describe('ACP credentials', () => {
  const ACP = `query ($host: String!, $key: String!, $timestamp: String, $signature: String) { storefrontByHost(host: $host) {
    acpApiKeyMatches(apiKey: $key) acpSigningRequired
    acpSignatureMatches(timestamp: $timestamp, signature: $signature, body: "{}") } }`;
  const ask = async (key: string, signed: { timestamp?: string; signature?: string } = {}) => {
    const [row] = await database.query<{ domain: string }>(
      'SELECT domain FROM catalog.storefront WHERE id = $1',
      [world.storefrontId],
    );
    return (await run(ACP, { host: row?.domain, key, ...signed }, { kind: 'public' })).storefrontByHost;
  };
  const storefrontId = () => `${world.storefrontId}`;

  test('a new ACP key replaces the earlier one immediately', async () => {
    const make = async () => {
      const made = await run<{ acpApiKeyGenerate: { apiKey: string } }>(
        `mutation ($id: ID!) { acpApiKeyGenerate(storefrontId: $id) { apiKey } }`,
        { id: storefrontId() },
      );
      return made.acpApiKeyGenerate.apiKey;
    };
    const first = await make();
    expect(first).toMatch(/^platform_acp_[\w-]{43}$/);
    expect(await ask(first)).toMatchObject({ acpApiKeyMatches: true });
    const second = await make();
    expect(await ask(first)).toMatchObject({ acpApiKeyMatches: false });
    expect(await ask(second)).toMatchObject({ acpApiKeyMatches: true });
    const stored = await database.query('SELECT * FROM catalog.storefront WHERE id = $1', [storefrontId()]);
    expect(JSON.stringify(stored)).not.toContain(second);
  });

  test('only a recent signature made with the secret is accepted', async () => {
    expect(await ask('')).toMatchObject({ acpSigningRequired: false, acpSignatureMatches: true });
    const made = await run<{ acpSigningSecretGenerate: { secret: string } }>(
      `mutation ($id: ID!) { acpSigningSecretGenerate(storefrontId: $id) { secret } }`,
      {
        id: storefrontId(),
      },
    );
    const { secret } = made.acpSigningSecretGenerate;
    const sign = (ageS: number) => {
      const timestamp = `${Math.floor(Date.now() / 1_000) - ageS}`;
      return {
        timestamp,
        signature: `sha256=${createHmac('sha256', secret).update(`${timestamp}.{}`).digest('hex')}`,
      };
    };
    expect(await ask('')).toMatchObject({ acpSigningRequired: true, acpSignatureMatches: false });
    expect(await ask('', sign(0))).toMatchObject({ acpSignatureMatches: true });
    expect(await ask('', sign(290))).toMatchObject({ acpSignatureMatches: true });
    expect(await ask('', sign(310))).toMatchObject({ acpSignatureMatches: false });
    expect(await ask('', sign(-310))).toMatchObject({ acpSignatureMatches: false });
    expect(await ask('', { ...sign(0), timestamp: `${Math.floor(Date.now() / 1_000) - 5}` })).toMatchObject({
      acpSignatureMatches: false,
    });
  });
});

describe('A storefront’s signature', () => {
  test("a storefront's signature can be verified with its published key", async () => {
    const agent: Viewer = {
      kind: 'agent',
      storefrontId: world.storefrontId,
      teamId: 1,
      surface: 'mcp',
      profile: null,
      address: null,
    };
    const [row] = await database.query<{ domain: string }>(
      'SELECT domain FROM catalog.storefront WHERE id = $1',
      [world.storefrontId],
    );
    const { storefrontByHost } = await run<{
      storefrontByHost: { signature: string; signingKey: { x: string; y: string } };
    }>(
      `query ($host: String!) { storefrontByHost(host: $host) { signature(base: "base") signingKey { x y } } }`,
      { host: row?.domain },
      agent,
    );
    const { signature, signingKey } = storefrontByHost;
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...signingKey }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64');
    expect(verify('sha256', Buffer.from('base'), { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
  });
});

describe('ratesAdjust', () => {
  const FIELDS = `adjustment { changed unchanged skipped fingerprint changes { unitTypeId date before after usual } }
    userErrors { field code message }`;
  const PREVIEW = `query ($input: RatesAdjustInput!) { ratesAdjust: ratesAdjustPreview(input: $input) { ${FIELDS} } }`;
  const ADJUST = `mutation ($input: RatesAdjustInput!, $fingerprint: String) {
    ratesAdjust(input: $input, fingerprint: $fingerprint) { ${FIELDS} } }`;
  interface Adjusted {
    readonly ratesAdjust: {
      readonly adjustment: {
        readonly changed: number;
        readonly unchanged: number;
        readonly skipped: number;
        readonly fingerprint: string;
        readonly changes: readonly {
          readonly date: string;
          readonly before: number;
          readonly after: number;
        }[];
      } | null;
      readonly userErrors: readonly { readonly field: readonly string[]; readonly code: string }[];
    };
  }
  const adjust = async (source: string, variables: object, viewer = HOST) =>
    (await run<Adjusted>(source, { ...variables }, viewer)).ratesAdjust;
  const inputOf = (...rules: readonly object[]) => ({
    unitTypeIds: [`${world.unitTypeId}`],
    rules: rules.map((rule) => ({
      from: `${dayFromNow(10)}`,
      until: `${dayFromNow(23)}`,
      base: 'current',
      ...rule,
    })),
  });
  const ratesNow = async (unitTypeId = world.unitTypeId) =>
    (
      await database.query<{ rate: number | null }>(
        `SELECT rate::float8 AS rate FROM catalog.night WHERE unit_type_id = $1 AND night BETWEEN $2 AND $3 ORDER BY night`,
        [unitTypeId, `${dayFromNow(10)}`, `${dayFromNow(23)}`],
      )
    ).map(({ rate }) => rate);

  test('ratesAdjust changes exactly the nights in its preview and treats weekends separately', async () => {
    const input = inputOf(
      { percentBp: 1_500, roundTo: 100, rounding: 'up' },
      { weekdays: ['friday', 'saturday'], base: 'fixed', rate: 15_000 },
    );
    const shown = await adjust(PREVIEW, { input });
    expect(await ratesNow()).toEqual(Array(14).fill(null));
    const { fingerprint } = shown.adjustment ?? {};
    const done = await adjust(ADJUST, { input, fingerprint });
    expect(done).toEqual(shown);
    expect(done.adjustment).toMatchObject({ changed: 14, unchanged: 0, skipped: 0 });
    const expected = Array.from({ length: 14 }, (_, place) =>
      [5, 6].includes(dayFromNow(10 + place).dayOfWeek) ? 15_000 : 11_500,
    );
    expect(await ratesNow()).toEqual(expected);
    expect(done.adjustment?.changes.map(({ after }) => after)).toEqual(expected);
  });

  test('ratesAdjust is refused if the rates changed since its preview', async () => {
    const input = inputOf({ percentBp: 1_000 });
    const { adjustment } = await adjust(PREVIEW, { input });
    await adjust(ADJUST, { input: inputOf({ base: 'fixed', rate: 7_000, until: `${dayFromNow(10)}` }) });
    const { fingerprint } = adjustment ?? {};
    const { userErrors } = await adjust(ADJUST, { input, fingerprint });
    expect(userErrors).toMatchObject([{ code: 'STALE', field: ['fingerprint'] }]);
    expect(await ratesNow()).toEqual([7_000, ...Array(13).fill(null)]);
  });

  test('ratesAdjust copies rates from another unit type and from 52 weeks earlier', async () => {
    const { unitTypeIds } = await sell(catalog.as(), [{ baseRate: 20_000 }]);
    const copied = await adjust(ADJUST, {
      input: inputOf({ base: 'unit_type', unitTypeId: `${unitTypeIds[0]}` }),
    });
    expect(copied.adjustment).toMatchObject({ changed: 14 });
    expect(await ratesNow()).toEqual(Array(14).fill(20_000));
    const year = (days: number) => `${dayFromNow(days + 364)}`;
    const next = inputOf({ base: 'last_year', from: year(9), until: year(11), amount: 100 });
    const { adjustment } = await adjust(ADJUST, { input: next });
    expect(adjustment?.changes.map(({ after }) => after)).toEqual([10_100, 20_100, 20_100]);
    const none = await adjust(ADJUST, { input: inputOf({ base: 'last_year' }) });
    expect(none.adjustment).toMatchObject({ changed: 0, unchanged: 0, skipped: 14 });
  });

  test('ratesAdjust publishes the changed nights once per unit type', async () => {
    await adjust(ADJUST, { input: inputOf({ weekdays: ['monday'], percentBp: 100 }) });
    const events = await database.query<{ from: string; until: string }>(
      `SELECT data->>'from' AS from, data->>'until' AS until FROM pgboss.job
       WHERE name = 'rates.updated/apps' AND data->>'unitTypeId' = $1`,
      [`${world.unitTypeId}`],
    );
    const mondays = Array.from({ length: 14 }, (_, place) => dayFromNow(10 + place)).filter(
      (day) => day.dayOfWeek === 1,
    );
    expect(events.map(({ from, until }) => [from, until])).toEqual([[`${mondays[0]}`, `${mondays.at(-1)}`]]);
  });

  test('ratesAdjust changes no night if any rate would be below zero', async () => {
    const input = inputOf({ amount: -10_001 });
    const { userErrors } = await adjust(ADJUST, { input });
    expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'rules', '0', 'base'] }]);
    expect(await ratesNow()).toEqual(Array(14).fill(null));
  });

  test.each<[string, object, readonly string[]]>([
    ['no rules', { rules: [] }, ['input', 'rules']],
    ['no unit types', { unitTypeIds: [] }, ['input', 'unitTypeIds']],
    ['an unknown unit type', { unitTypeIds: ['999999'] }, ['input', 'unitTypeIds', '0']],
  ])('ratesAdjust refuses %s and names the field', async (_what, change, field) => {
    const { userErrors } = await adjust(PREVIEW, { input: { ...inputOf({}), ...change } });
    expect(userErrors.map((error) => error.field)).toEqual([field]);
  });

  test('ratesAdjust refuses amounts for unit types with different currencies', async () => {
    const { unitTypeIds } = await sell(catalog.as(), [{}], { currency: 'CHF' });
    const both = [`${world.unitTypeId}`, `${unitTypeIds[0]}`];
    const refused = await adjust(PREVIEW, { input: { ...inputOf({ amount: 1 }), unitTypeIds: both } });
    expect(refused.userErrors.map(({ field }) => field.at(-1))).toEqual(['base']);
    const percent = await adjust(PREVIEW, { input: { ...inputOf({ percentBp: 100 }), unitTypeIds: both } });
    expect(percent.adjustment).toMatchObject({ changed: 28 });
  });

  test("ratesAdjust can't find another team's unit type", async () => {
    const { userErrors } = await adjust(ADJUST, { input: inputOf({ percentBp: 1 }) }, OTHER_HOST);
    expect(userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('Property.occupancy', () => {
  const OCCUPANCY = `query ($first: Int!, $nights: Int!) { properties(last: $first) { nodes {
    timeZone occupancy(nights: $nights) { date units held confirmed } } } }`;
  interface Occupancy {
    readonly properties: {
      readonly nodes: readonly {
        readonly timeZone: string;
        readonly occupancy: readonly {
          readonly date: string;
          readonly units: number;
          readonly held: number;
          readonly confirmed: number;
        }[];
      }[];
    };
  }

  test('Property.occupancy counts open and booked units by night in one statement for all properties', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']; // 25 hours apart, so never on the same day
    const worlds = [];
    for (const timeZone of zones)
      worlds.push(await sell(catalog.as(), [{ units: 3 }, { units: 2 }], { timeZone }));
    const [one] = worlds;
    const today = Temporal.Now.plainDateISO(zones[0]);
    const [sold = 0, other = 0] = one?.unitTypeIds ?? [];
    const night = (set: string, unitTypeId: number, days: number) =>
      database.query(`UPDATE catalog.night SET ${set} WHERE unit_type_id = $1 AND night = $2::date`, [
        unitTypeId,
        today.add({ days }).toString(),
      ]);
    await night('held = 1, confirmed = 1', sold, 0);
    await night('closed = 2', sold, 1);
    await night('confirmed = 2, closed = 3', sold, 2);
    await night('confirmed = 1', other, 3);
    await database.query('UPDATE catalog.unit_type SET active = false WHERE id = $1', [other]);

    const { result, statements } = await statementsOf(() =>
      run<Occupancy>(OCCUPANCY, { first: 2, nights: 4 }),
    );
    const [first, second] = result.properties.nodes;
    const dates = (from: Temporal.PlainDate) => [0, 1, 2, 3].map((days) => `${from.add({ days })}`);
    expect(first?.occupancy.map(({ date }) => date)).toEqual(dates(today));
    expect(second?.occupancy.map(({ date }) => date)).toEqual(dates(Temporal.Now.plainDateISO(zones[1])));
    expect(first?.occupancy.map(({ units, held, confirmed }) => [units, held, confirmed])).toEqual([
      [3, 1, 1],
      [1, 0, 0],
      [2, 0, 2],
      [4, 0, 1],
    ]);
    expect(second?.occupancy.map(({ units }) => units)).toEqual([5, 5, 5, 5]);
    expect(statements.filter((text) => text.includes('catalog.night'))).toHaveLength(1);
  });

  test('units out of order are neither for sale nor booked', async () => {
    const { unitTypeIds } = await sell(catalog.as(), [{ units: 3 }], { timeZone: 'Pacific/Kiritimati' });
    const [sold] = unitTypeIds;
    const today = Temporal.Now.plainDateISO('Pacific/Kiritimati');
    await database.query(
      `SELECT catalog.close_unit((SELECT min(id) FROM catalog.unit WHERE unit_type_id = $1), $1, $2::date, $2::date, '{}', 1)`,
      [sold, today.toString()],
    );
    const { properties } = await run<Occupancy>(OCCUPANCY, { first: 1, nights: 2 });
    expect(properties.nodes[0]?.occupancy).toMatchObject([
      { units: 2, held: 0, confirmed: 0 },
      { units: 3, held: 0, confirmed: 0 },
    ]);
    const calendar = await run<{ properties: { nodes: readonly object[] } }>(
      'query ($day: Date!) { properties(last: 1) { nodes { unitTypes { calendar(from: $day, until: $day) { total confirmed available } } } } }',
      { day: today.toString() },
    );
    expect(calendar.properties.nodes).toEqual([
      { unitTypes: [{ calendar: [{ total: 3, confirmed: 0, available: 2 }] }] },
    ]);
  });

  test.each([0, 32])('Property.occupancy for %i nights is refused', async (nights) => {
    const { errors } = await graphql({
      schema,
      source: OCCUPANCY,
      variableValues: { first: 1, nights },
      contextValue: catalog.as(HOST),
    });
    expect(errors?.[0]?.message).toBe('nights must be 1 to 31.');
  });
});

describe('What hosts see', () => {
  test("hosts see only their own team's properties, unit types and nights", async () => {
    const QUERY = `query ($from: Date!, $until: Date!) { properties(first: 100) { nodes { name unitTypes { id name property { name }
      calendar(from: $from, until: $until) { date rate total } } } } storefronts { id } }`;
    const range = { from: `${dayFromNow(1)}`, until: `${dayFromNow(1)}` };
    const { properties, storefronts } = await run<{
      properties: { nodes: unknown[] };
      storefronts: unknown[];
    }>(QUERY, range);
    expect(storefronts.at(-1)).toEqual({ id: `${world.storefrontId}` });
    expect(properties.nodes).toContainEqual({
      name: 'Seehof',
      unitTypes: [
        {
          id: `${world.unitTypeId}`,
          name: 'Double room',
          property: { name: 'Seehof' },
          calendar: [{ date: `${dayFromNow(1)}`, rate: 10_000, total: 3 }],
        },
      ],
    });
    const others = await run(QUERY, range, OTHER_HOST);
    expect(others).toEqual({ properties: { nodes: [] }, storefronts: [] });
  });
});
