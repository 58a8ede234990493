import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { ask, type Developer, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { plainPhoto, uploadPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/storefronts.md#opening: from an empty team to an agent's booking, only through the APIs.

let platform: TestPlatform;
let host: Developer;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await platform.close();
});

interface Refusal {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** Runs a host mutation and returns its payload. */
const run = async <T>(
  source: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<T & { readonly userErrors: readonly Refusal[] }> => {
  const answer = await ask<Record<string, T & { userErrors: readonly Refusal[] }>>(
    platform,
    host.host,
    source,
    variables,
  );
  const [payload] = Object.values(answer);
  if (!payload) throw new Error('Nothing was answered.');
  return payload;
};

const STOREFRONT = `storefront { id slug domain status agentBookings readiness { ready items { code done required path } } }
  userErrors { code field message }`;
const CREATE = `mutation ($input: StorefrontCreateInput!) { storefrontCreate(input: $input) { ${STOREFRONT} } }`;
const UPDATE = `mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { ${STOREFRONT} } }`;
const CLOSE = `mutation ($id: ID!) { storefrontClose(id: $id) { ${STOREFRONT} } }`;
const ADD_PROPERTY = `mutation ($input: PropertyCreateInput!) { propertyCreate(input: $input) {
  property { id name address { locality } } userErrors { code field message } } }`;
const ADD_UNIT_TYPE = `mutation ($input: UnitTypeCreateInput!) { unitTypeCreate(input: $input) {
  unitType { id description descriptions { locale markdown } namedUnits { name } } userErrors { code field message } } }`;

interface Storefront {
  readonly storefront: {
    readonly id: string;
    readonly domain: string;
    readonly status: string;
    readonly readiness: {
      readonly ready: boolean;
      readonly items: readonly { readonly code: string; readonly done: boolean }[];
    };
  } | null;
}

const POLICIES = [
  { kind: 'terms_of_service', title: 'Terms', text: 'Check-in is from 15:00.' },
  { kind: 'privacy_policy', title: 'Privacy', text: 'We keep your name for your booking.' },
];

/** Returns the HTTP status of a storefront page. */
const page = async (domain: string, path = '/') => {
  const { statusCode, body } = await request(`${platform.address}${path}`, { headers: { host: domain } });
  await body.dump();
  return statusCode;
};

const ATTACH =
  'mutation ($input: MediaAttachInput!) { mediaAttach(input: $input) { userErrors { code field message } } }';
const ADD_POLICY = `mutation ($input: CancellationPolicyCreateInput!) { cancellationPolicyCreate(input: $input) {
  cancellationPolicy { id text isDefault } userErrors { code field message } } }`;
const TERMS = {
  tiers: [
    { hoursBefore: 24 * 7, refundPercent: 100 },
    { hoursBefore: 24, refundPercent: 50 },
  ],
  afterLast: { refundPercent: 0 },
};

let named = 0;
/** Opens a new team's draft storefront. */
async function openDraft() {
  host = await newDeveloper(platform);
  const slug = `first-${++named}`;
  expect(await page(`${slug}.localhost`)).toBe(404);
  const { storefront, userErrors } = await run<Storefront>(CREATE, { input: { name: 'Seehof', slug } });
  expect(userErrors).toEqual([]);
  if (!storefront) throw new Error('No storefront was opened.');
  return storefront;
}

/** Adds everything a storefront needs to go live, including its property and unit type. */
async function furnish({ id }: { readonly id: string }) {
  const { property } = await run<{ property: { id: string } }>(ADD_PROPERTY, {
    input: {
      name: 'Seehof',
      currency: 'EUR',
      timeZone: 'Europe/Zurich',
      address: { locality: 'Brienz', country: 'CH' },
    },
  });
  const { unitType } = await run<{ unitType: { id: string; namedUnits: readonly object[] } }>(ADD_UNIT_TYPE, {
    input: {
      propertyId: property.id,
      name: 'Lake room',
      maxGuests: 2,
      units: 2,
      baseRate: 10_000,
      descriptions: [{ locale: 'en', markdown: 'A *quiet* room.' }],
    },
  });
  const photo = await uploadPhoto(platform, host.host, await plainPhoto());
  await run(ATTACH, { input: { mediaId: photo.id, unitTypeId: unitType.id } });
  const paymentMethods = [{ kind: 'pay_at_property', enabled: true }];
  await run<Storefront>(UPDATE, { input: { id, policies: POLICIES, paymentMethods } });
  await run(ADD_POLICY, { input: { storefrontId: id, name: 'House', ...TERMS } });
  return { property, unitType };
}

describe('a new storefront', () => {
  test('a new storefront is immediately reachable as a draft without agent access', async () => {
    const { domain, status, readiness } = await openDraft();
    expect({ domain, status, ready: readiness.ready }).toEqual({
      domain: `first-${named}.localhost`,
      status: 'draft',
      ready: false,
    });
    expect(await page(domain)).toBe(200);
    expect(await page(domain, '/.well-known/ucp')).toBe(404);
  });

  test('a new storefront can go live once it meets the requirements', async () => {
    const draft = await openDraft();
    const live = { input: { id: draft.id, agentBookings: true, instantBooking: true } };
    const early = await run<Storefront>(UPDATE, live);
    expect(early.storefront).toBeNull();
    expect(early.userErrors).toMatchObject([{ code: 'NOT_READY', field: ['input', 'agentBookings'] }]);
    expect(await page(draft.domain, '/.well-known/ucp')).toBe(404);
    await furnish(draft);
    const { storefront } = await run<Storefront>(UPDATE, live);
    expect(storefront).toMatchObject({ status: 'live', readiness: { ready: true } });
    expect(storefront?.readiness.items.every(({ done }) => done)).toBe(true);
    const paused = await run<Storefront>(UPDATE, { input: { id: draft.id, maintenance: true } });
    expect(paused.storefront?.status).toBe('paused');
    expect(await page(draft.domain)).toBe(503);
  });

  test('a storefront that sells only stays paid at the property can go live without a payment method', async () => {
    const { id } = await openDraft();
    const { property, unitType: room } = await furnish({ id });
    const { unitType: attic } = await run<{ unitType: { id: string } }>(ADD_UNIT_TYPE, {
      input: { propertyId: property.id, name: 'Attic', maxGuests: 2, units: 1, baseRate: 9_000 },
    });
    const paymentMethods = [{ kind: 'pay_at_property', enabled: false }];
    const goLive = () => run<Storefront>(UPDATE, { input: { id, agentBookings: true, paymentMethods } });
    const sellAtProperty = (unitTypeId: string) =>
      run(
        `mutation ($unitTypeId: ID!) { ratePlanCreate(input: { unitTypeId: $unitTypeId, isDefault: true,
          title: "On arrival", payment: { mode: at_property } }) { userErrors { code field message } } }`,
        { unitTypeId },
      );
    expect((await sellAtProperty(room.id)).userErrors).toEqual([]);
    const [early] = (await goLive()).userErrors;
    expect(early).toMatchObject({ code: 'NOT_READY', message: expect.stringContaining('how guests pay') });
    expect((await sellAtProperty(attic.id)).userErrors).toEqual([]);
    expect((await goLive()).storefront).toMatchObject({ status: 'live', readiness: { ready: true } });
  });

  test("an agent finds and books at a new storefront and sees the host's edits", async () => {
    const draft = await openDraft();
    const { unitType } = await furnish(draft);
    await run<Storefront>(UPDATE, { input: { id: draft.id, agentBookings: true, instantBooking: true } });
    expect(unitType.namedUnits).toHaveLength(2);
    const agent = await connectAgent(platform.port, draft.domain);
    try {
      const dates = { check_in: daysAhead(20), check_out: daysAhead(22) };
      const { products } = await agent.call('search_catalog', { catalog: dates });
      expect(products).toMatchObject([
        { title: 'Lake room, Seehof', price: 20_000, description: 'A quiet room.' },
      ]);
      const checkout = {
        line_items: [{ item: { id: products[0]?.id }, quantity: 1 }],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      };
      const { id } = await agent.call('create_checkout', { checkout });
      await run(
        `mutation ($input: UnitTypeUpdateInput!) { unitTypeUpdate(input: $input) { unitType { id } userErrors { code } } }`,
        {
          input: { id: unitType.id, baseRate: 12_000 },
        },
      );
      const dearer = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': `${id}-1` } });
      expect(dearer.order).toBeUndefined();
      const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': `${id}-2` } });
      expect(done.totals.find(({ type }) => type === 'total')?.amount).toBe(24_000);
      expect(await page(draft.domain, new URL(done.order?.permalink_url ?? '').pathname)).toBe(200);

      const added = await run<{ unitType: { id: string } }>(ADD_UNIT_TYPE, {
        input: {
          propertyId: (
            await ask<{ properties: { nodes: { id: string }[] } }>(
              platform,
              host.host,
              '{ properties { nodes { id } } }',
              {},
            )
          ).properties.nodes[0]?.id,
          name: 'Loft',
          maxGuests: 2,
          units: 1,
          baseRate: 8_000,
        },
      });
      const titles = async () =>
        (await agent.call('search_catalog', { catalog: dates })).products.map(({ title }) => title);
      expect(await titles()).toEqual(['Lake room, Seehof', 'Loft, Seehof']);
      await run(
        `mutation ($id: ID!) { unitTypeArchive(id: $id) { unitType { archivedAt } userErrors { code } } }`,
        {
          id: added.unitType.id,
        },
      );
      expect(await titles()).toEqual(['Lake room, Seehof']);
    } finally {
      await agent.close();
    }
  });

  test('a storefront shows agents and guests the amount paid at the property next to the total', async () => {
    const draft = await openDraft();
    const { property } = await furnish(draft);
    await run<Storefront>(UPDATE, { input: { id: draft.id, agentBookings: true, instantBooking: true } });
    await run(
      `mutation ($id: ID!) { taxSet(input: { propertyId: $id, name: "City tax", basis: per_adult_per_night, amount: 250, collect: property }) {
        tax { id } userErrors { code } } }`,
      { id: property.id },
    );
    const agent = await connectAgent(platform.port, draft.domain);
    try {
      const dates = { check_in: daysAhead(20), check_out: daysAhead(22) };
      const { products } = await agent.call('search_catalog', { catalog: dates });
      expect(products).toMatchObject([
        { total: 20_000, due_at_property: 1_000, display: { due_at_property: 'EUR 10.00' } },
      ]);
      const checkout = {
        line_items: [{ item: { id: products[0]?.id }, quantity: 1 }],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      };
      const { id, totals, messages } = await agent.call('create_checkout', { checkout });
      expect(totals.map(({ type, amount }) => [type, amount])).toEqual([
        ['subtotal', 20_000],
        ['total', 20_000],
      ]);
      expect(messages).toMatchObject([{ type: 'info', code: 'due_at_property' }]);
      const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
      const { pathname } = new URL(done.order?.permalink_url ?? '');
      const { body } = await request(`${platform.address}${pathname}`, { headers: { host: draft.domain } });
      const shown = await body.text();
      expect(shown).toContain('To pay at the property');
      expect(shown).toContain('EUR 10.00');
    } finally {
      await agent.close();
    }
  });

  test("a booking keeps its storefront's terms until it's refunded", async () => {
    const draft = await openDraft();
    const { unitType } = await furnish(draft);
    await run<Storefront>(UPDATE, { input: { id: draft.id, agentBookings: true, instantBooking: true } });
    const agent = await connectAgent(platform.port, draft.domain);
    try {
      const checkout = {
        line_items: [
          { item: { id: `stay:${unitType.id}:${daysAhead(3)}:${daysAhead(5)}:2:0` }, quantity: 1 },
        ],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      };
      const { id } = await agent.call('create_checkout', { checkout });
      const { storefront } = await ask<{ storefront: { cancellationPolicy: { id: string } }[] }>(
        platform,
        host.host,
        '{ storefront: storefronts { cancellationPolicy { id } } }',
        {},
      );
      const edit = (afterLast: object) =>
        run(
          `mutation ($input: CancellationPolicyUpdateInput!) { cancellationPolicyUpdate(input: $input) {
            cancellationPolicy { id } userErrors { code } } }`,
          { input: { id: storefront[0]?.cancellationPolicy.id, terms: { ...TERMS, afterLast } } },
        );
      await edit({ refundPercent: 10 });
      const changed = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': `${id}-1` } });
      expect(changed.order).toBeUndefined();
      expect(changed.messages).toMatchObject([{ code: 'price_changed' }]);
      expect(changed.messages[0]?.content).toContain('you pay 90% of the price');
      const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': `${id}-2` } });
      await edit({ refundPercent: 0 });
      const { pathname } = new URL(done.order?.permalink_url ?? '');
      const { body } = await request(`${platform.address}${pathname}`, { headers: { host: draft.domain } });
      expect(await body.text()).toContain('you pay 90% of the price');

      const { bookings } = await ask<{ bookings: { nodes: readonly { id: string }[] } }>(
        platform,
        host.host,
        '{ bookings { nodes { id } } }',
        {},
      );
      const named = { id: bookings.nodes[0]?.id };
      const CANCELLATION = 'cancellation { text freeUntil refundNow refundDue }';
      const paid = await run<{ booking: object }>(
        `mutation ($id: ID!) { bookingMarkPaid(id: $id) { booking { ${CANCELLATION} } userErrors { code } } }`,
        named,
      );
      expect(paid.booking).toMatchObject({
        cancellation: { refundNow: 10_000, refundDue: null, text: expect.stringContaining('90%') },
      });
      const cancelled = await run<{ booking: object }>(
        `mutation ($id: ID!) { bookingCancel(id: $id) { booking { ${CANCELLATION} } userErrors { code } } }`,
        named,
      );
      expect(cancelled.booking).toMatchObject({ cancellation: { refundNow: null, refundDue: 10_000 } });
    } finally {
      await agent.close();
    }
  });

  test('a closed storefront sells nothing and stays closed', async () => {
    const draft = await openDraft();
    const { unitType } = await furnish(draft);
    await run<Storefront>(UPDATE, { input: { id: draft.id, agentBookings: true, instantBooking: true } });
    const closed = await run<Storefront>(CLOSE, { id: draft.id });
    expect(closed.storefront).toMatchObject({ status: 'closed', agentBookings: false });
    expect(await page(draft.domain, '/.well-known/ucp')).toBe(404);
    expect(await page(draft.domain, `/stays/${unitType.id}`)).toBe(404);
    const again = await run<Storefront>(UPDATE, { input: { id: draft.id, agentBookings: true } });
    expect(again.userErrors).toMatchObject([{ code: 'CLOSED' }]);
    const reused = await run<Storefront>(CREATE, { input: { name: 'Other', slug: `first-${named}` } });
    expect(reused.userErrors).toMatchObject([{ code: 'TAKEN', field: ['input', 'slug'] }]);
  });

  test.each(['ab', 'UPPER', '-dash', 'dash-', 'xn--80ak', 'a.b', 'www', 'panel', 'x'.repeat(51), 'lakeside'])(
    "a new storefront can't have the address %s",
    async (slug) => {
      host = await newDeveloper(platform);
      const { storefront, userErrors } = await run<Storefront>(CREATE, { input: { name: 'Seehof', slug } });
      expect(storefront).toBeNull();
      expect(userErrors).toMatchObject([
        { code: slug === 'lakeside' ? 'TAKEN' : 'INVALID', field: ['input', 'slug'] },
      ]);
    },
  );

  test('only one of many storefronts created concurrently gets the same address', async () => {
    const hosts = await Promise.all(Array.from({ length: 6 }, () => newDeveloper(platform)));
    const opened = await Promise.all(
      hosts.map(({ host: viewer }) =>
        ask<{ storefrontCreate: Storefront }>(platform, viewer, CREATE, {
          input: { name: 'Race', slug: 'race-house' },
        }),
      ),
    );
    expect(opened.filter(({ storefrontCreate: { storefront } }) => storefront)).toHaveLength(1);
  });
});

describe('a time zone', () => {
  test.each(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'US/Eastern', 'europe/zurich'])(
    'a unit type in the property time zone %s is bookable without a change to the zone',
    async (timeZone) => {
      const draft = await openDraft();
      const send = <T>(source: string, variables: object): Promise<T> =>
        ask<T>(platform, host.host, source, { ...variables });
      const { propertyCreate } = await send<{
        propertyCreate: { property: { id: string; timeZone: string } };
      }>(
        `mutation ($input: PropertyCreateInput!) { propertyCreate(input: $input) {
           property { id timeZone } userErrors { message } } }`,
        { input: { name: 'Seehof', currency: 'EUR', timeZone } },
      );
      expect(propertyCreate).toMatchObject({ property: { timeZone }, userErrors: [] });
      const { id } = propertyCreate.property;
      const unitType = { propertyId: id, name: 'Loft', maxGuests: 2, units: 1, baseRate: 8_000 };
      const { unitTypeCreate } = await send<{ unitTypeCreate: { unitType: { id: string } } }>(ADD_UNIT_TYPE, {
        input: unitType,
      });
      expect(unitTypeCreate).toMatchObject({ userErrors: [] });
      expect(await page(draft.domain, `/stays/${unitTypeCreate.unitType.id}`)).toBe(200);
      expect(
        await send(`query ($id: ID!) { property(id: $id) { timeZone occupancy(nights: 1) { date } } }`, {
          id,
        }),
      ).toEqual({ property: { timeZone, occupancy: [{ date: expect.any(String) }] } });
    },
  );
});

describe('an app with write_properties', () => {
  test('an app with write_properties adds a property and a unit type with its own token', async () => {
    const draft = await openDraft();
    const { token } = await installNewApp(platform, host, { scopes: ['write_properties'], capabilities: [] });
    const send = async (query: string, variables: Record<string, unknown>) =>
      (await graphql(platform.address, query, { variables, token, version: 'unstable' })).data;
    const { propertyCreate } = await send(ADD_PROPERTY, {
      input: { name: 'Seehof', currency: 'EUR', timeZone: 'Europe/Zurich', externalId: 'pms-1' },
    });
    expect(propertyCreate).toMatchObject({ property: { name: 'Seehof' }, userErrors: [] });
    const { unitTypeCreate } = await send(ADD_UNIT_TYPE, {
      input: {
        propertyId: propertyCreate.property.id,
        name: 'Loft',
        maxGuests: 2,
        units: 1,
        baseRate: 8_000,
      },
    });
    expect(unitTypeCreate.userErrors).toEqual([]);
    expect(await page(draft.domain, `/stays/${unitTypeCreate.unitType.id}`)).toBe(200);
    const charges = await send(
      `mutation ($id: ID!) {
        feeSet(input: { propertyId: $id, name: "Linen", basis: per_guest_per_night, amount: 300 }) { fee { id } userErrors { code } }
        taxSet(input: { propertyId: $id, name: "City tax", amount: 250, exemptUnderAge: 16, collect: property }) {
          tax { name basis amount percent basisPoints amountPerNight exemptUnderAge collect validFrom } userErrors { code } } }`,
      { id: propertyCreate.property.id },
    );
    expect(charges.taxSet).toEqual({
      tax: {
        name: 'City tax',
        basis: 'per_adult_per_night',
        amount: 250,
        percent: null,
        basisPoints: null,
        amountPerNight: 250,
        exemptUnderAge: 16,
        collect: 'property',
        validFrom: null,
      },
      userErrors: [],
    });
    const rates = await send(
      `mutation ($id: ID!) {
        a: taxSet(input: { propertyId: $id, name: "QST", percent: 9.975, externalId: "qst" }) { tax { percent basisPoints maxNights } }
        b: taxSet(input: { propertyId: $id, name: "City tax", amount: 250, maxNights: 21, externalId: "city" }) {
          tax { id percent basisPoints maxNights } }
        c: taxSet(input: { propertyId: $id, name: "VAT", percent: 9.97, externalId: "vat" }) { tax { percent basisPoints } } }`,
      { id: propertyCreate.property.id },
    );
    expect(rates).toMatchObject({
      a: { tax: { percent: 9.975, basisPoints: null, maxNights: null } },
      b: { tax: { percent: null, basisPoints: null, maxNights: 21 } },
      c: { tax: { percent: 9.97, basisPoints: 997 } },
    });
    for (const added of ['qst', 'city', 'vat'])
      await send(
        `mutation ($id: ID!) { taxSet(input: { propertyId: $id, name: "None", percent: 0, externalId: "${added}" }) { tax { id } } }`,
        { id: propertyCreate.property.id },
      );
    const { property } = await send(
      'query ($id: ID!) { property(id: $id) { fees { name } taxes { name } } }',
      {
        id: propertyCreate.property.id,
      },
    );
    expect(property).toEqual({
      fees: [{ name: 'Linen' }],
      taxes: ['City tax', 'None', 'None', 'None'].map((name) => ({ name })),
    });
    const { propertyArchive } = await send(
      'mutation ($id: ID!) { propertyArchive(id: $id) { property { archivedAt unitTypes { archivedAt active } } } }',
      { id: propertyCreate.property.id },
    );
    expect(propertyArchive.property).toMatchObject({
      archivedAt: expect.any(String),
      unitTypes: [{ active: false }],
    });
  });
});

describe('sandboxOpen', () => {
  const OPEN = `mutation ($input: SandboxOpenInput!) { sandboxOpen(input: $input) {
    storefront { id name domain status sandbox } userErrors { code field message } } }`;
  interface Sandbox {
    readonly storefront: { readonly id: string; readonly domain: string } | null;
  }
  let realId: string;
  let propertyId: string;

  beforeAll(async () => {
    host = await newDeveloper(platform);
    const slug = `real-${host.teamId}`;
    const real = await run<Storefront>(CREATE, { input: { name: 'Seehof', slug } });
    realId = real.storefront?.id ?? '';
    const house = { storefrontId: realId, name: 'House', currency: 'EUR', timeZone: 'Europe/Zurich' };
    const added = await run<{ property: { id: string } }>(ADD_PROPERTY, { input: house });
    propertyId = added.property.id;
    const room = { propertyId, name: 'Room', units: 1, baseRate: 10_000, maxGuests: 2 };
    await run(ADD_UNIT_TYPE, { input: room });
  });

  test("an agent's booking at a new sandbox is a test that takes no night of the property", async () => {
    const { storefront, userErrors } = await run<Sandbox>(OPEN, { input: { propertyId } });
    const domain = `real-${host.teamId}-test.localhost`;
    expect(userErrors).toEqual([]);
    expect(storefront).toMatchObject({ name: 'Seehof (test)', domain, status: 'live', sandbox: true });
    const agent = await connectAgent(platform.port, domain);
    const catalog = { check_in: daysAhead(60), check_out: daysAhead(62), adults: 2 };
    const { products } = await agent.call('search_catalog', { catalog });
    const buyer = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
    const line_items = [{ item: { id: products?.[0]?.id }, quantity: 1 }];
    const { id } = await agent.call('create_checkout', { checkout: { line_items, buyer } });
    const completed = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': 'a test' } });
    await agent.close();
    expect(completed.status).toBe('completed');
    const [booking] = await platform.database.query(
      `SELECT b.test FROM checkout.bookings b WHERE b.reference = $1`,
      [completed.order?.id],
    );
    expect(booking).toMatchObject({ test: true });
    const taken = await platform.database.query<{ storefront: number }>(
      `SELECT DISTINCT p.storefront_id AS storefront FROM catalog.night n
       JOIN catalog.unit_type u ON u.id = n.unit_type_id JOIN catalog.property p ON p.id = u.property_id
       WHERE p.storefront_id IN ($1, $2) AND n.held + n.confirmed > 0`,
      [realId, storefront?.id],
    );
    expect(taken).toEqual([{ storefront: Number(storefront?.id) }]);
  });

  test('concurrent and repeated calls open one sandbox with one copy, and add new unit types', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => run<Sandbox>(OPEN, { input: { propertyId } })));
    expect(new Set(opened.map(({ storefront }) => storefront?.id)).size).toBe(1);
    const suite = { propertyId, name: 'Suite', units: 2, baseRate: 20_000, maxGuests: 4 };
    await run(ADD_UNIT_TYPE, { input: suite });
    await run<Sandbox>(OPEN, { input: { propertyId } });
    const query = `query ($sandbox: Boolean) { properties(filter: { sandbox: $sandbox }) {
      nodes { id name unitTypes { name } } } }`;
    const listed = async (sandbox: boolean) =>
      (await ask<{ properties: { nodes: object[] } }>(platform, host.host, query, { sandbox })).properties
        .nodes;
    const unitTypes = [{ name: 'Room' }, { name: 'Suite' }];
    expect(await listed(true)).toEqual([{ id: expect.any(String), name: 'House (test)', unitTypes }]);
    expect(await listed(false)).toEqual([{ id: propertyId, name: 'House', unitTypes }]);
  });

  test("another team's property and a copy itself can't be copied", async () => {
    const [copy] = await platform.database.query<{ id: number }>(
      `SELECT p.id FROM catalog.property p WHERE p.external_id = $1`,
      [`copy-of-${propertyId}`],
    );
    for (const other of ['1', String(copy?.id), 'x'])
      expect((await run<Sandbox>(OPEN, { input: { propertyId: other } })).userErrors).toMatchObject([
        { code: 'NOT_FOUND', field: ['input', 'propertyId'] },
      ]);
  });
});
