import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import {
  CHANNEL,
  type ChannelWorld,
  CONNECTION,
  openChannel,
  reservation,
  stay,
} from '../support/channel.ts';
import { ask, installNewApp, pushApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/channels.md: a channel app with its own server, over real HTTP.

let platform: TestPlatform;
let world: ChannelWorld;
/** Accepts and flags oversold reservations. */
let flagging: string;
/** Refuses oversold reservations. */
let refusing: string;
/** The room with one unit. */
let single: string;

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  await recordJobs(platform.database);
  world = await openChannel(platform, await demoHost(platform, 'lakeside'));
  single = world.unitTypes[0]?.id ?? '';
  await platform.database.query('UPDATE catalog.unit_type SET units = 1 WHERE id = $1', [single]);
  await platform.database.query(
    'UPDATE catalog.night SET total = 1, closed = 0, stop_sell = true WHERE unit_type_id = $1 AND night >= $2::date',
    [single, daysAhead(200)],
  );
  flagging = await world.connect('CH-1');
  refusing = await world.connect('CH-2', { overbooking: 'refuse' });
});
afterAll(async () => {
  expect(await brokenInvariants(platform.database)).toEqual({});
  await platform.close();
  await world.server.close();
});

const codes = ({ userErrors }: { userErrors: { code: string }[] }) => userErrors.map(({ code }) => code);
const run = (field: string, id: string) =>
  world.host(`mutation ($id: ID!) { it: ${field}(id: $id) { ${CONNECTION} } }`, { id });
const create = (settings: object) =>
  world.host(
    `mutation ($input: ChannelConnectionCreateInput!) { it: channelConnectionCreate(input: $input) { ${CONNECTION} } }`,
    { input: { installId: String(world.app.viewer.installId), propertyId: world.propertyId, ...settings } },
  );
const currencyOf = async (propertyId: string) => {
  const rows = await platform.database.query<{ currency: string }>(
    'SELECT currency FROM catalog.property WHERE id = $1',
    [propertyId],
  );
  return rows[0]?.currency ?? '';
};
const asApp = (query: string, variables: Readonly<Record<string, unknown>> = {}, token = world.app.token) =>
  graphql(platform.address, query, { token, variables, version: 'unstable' });
/** Free units, never below zero, on two nights in the single-unit room. */
const night = async (from: number) => {
  const rows = await platform.database.query<{ confirmed: number }>(
    'SELECT confirmed FROM catalog.night WHERE unit_type_id = $1 AND night IN ($2::date, $3::date) ORDER BY night',
    [single, daysAhead(from), daysAhead(from + 1)],
  );
  return rows.map(({ confirmed }) => Number(confirmed));
};
const bookingOf = async (id: string) => {
  const { data } = await asApp(
    '{ channelReservations(first: 100) { nodes { id status conflict { nights } } } }',
  );
  return data.channelReservations.nodes.find((node: { id: string }) => node.id === id);
};
const eventsOf = async (id: string) => {
  const rows = await platform.database.query<{ name: string }>(
    `SELECT name FROM booked_jobs WHERE name LIKE 'booking.%/apps' AND data->>'bookingId' = $1 ORDER BY (data->>'version')::int, name DESC`,
    [id],
  );
  return rows.map(({ name }) => name.replace(/booking\.(.*)\/apps/, '$1'));
};

describe('a channel manifest', () => {
  test.each([
    ['without a name', { channel: {} }, 'channel.name is required'],
    ['without endpoints', { endpoints: {} }, 'endpoints.channel_test is required'],
    [
      'without a way to be told availability',
      { endpoints: { ...CHANNEL.endpoints, channel_ari: undefined } },
      'endpoints.channel_ari is required',
    ],
    ['with an unknown feature', { channel: { name: 'A', features: ['weather'] } }, 'channel.features'],
    ['with too far a horizon', { channel: { name: 'A', horizon_days: 731 } }, 'channel.horizon_days'],
  ])('a channel manifest %s is refused', async (_what, manifest, message) => {
    const pushed = pushApp(platform, await demoHost(platform, 'lakeside'), {
      ...CHANNEL,
      slug: 'refused-channel',
      type: 'channel',
      capabilities: [],
      scopes: [],
      ...manifest,
    });
    await expect(pushed).rejects.toThrow(message);
  });
});

describe('a connection', () => {
  test('a signed call confirms that the app knows the property before connecting', async () => {
    const call = world.server.calls.find(({ path }) => path === '/test');
    expect(call?.topic).toBe('channel_test');
    expect(JSON.parse(call?.raw ?? '')).toMatchObject({ property: { id: Number(world.propertyId) } });
    const signature = signTimestamped(world.app.webhookSecret, Number(call?.timestamp), call?.raw ?? '');
    expect(call?.signature).toBe(`sha256=${signature}`);
  });

  test.each([
    ['does not answer well', { status: 500, body: {} }, 'CHANNEL_FAILED'],
    ['returns an unexpected response', { body: { ok: true } }, 'CHANNEL_FAILED'],
    ['does not know the property', { body: { ok: false, message: 'Unknown hotel.' } }, 'CHANNEL_REFUSED'],
    [
      'sells in another currency',
      { body: { ok: true, channel_property_id: 'CH-9', currency: 'JPY' } },
      'CURRENCY_MISMATCH',
    ],
  ])('a connection is refused if the app %s', async (_what, answer, code) => {
    world.server.answers.set('/test', answer);
    expect(codes(await create({}))).toEqual([code]);
  });

  test('a second connection to the same channel property is refused', async () => {
    const currency = await currencyOf(world.propertyId);
    world.server.answers.set('/test', { body: { ok: true, channel_property_id: 'CH-1', currency } });
    expect(codes(await create({}))).toEqual(['TAKEN']);
  });

  test("a connection to another team or a non-channel app isn't found", async () => {
    const other = await installNewApp(platform, await demoHost(platform, 'lakeside'), {});
    expect(codes(await create({ installId: String(other.viewer.installId) }))).toEqual(['NOT_FOUND']);
    const harbour = await demoHost(platform, 'harbour');
    const theirs = await openChannel(platform, harbour);
    expect(codes(await create({ installId: String(theirs.app.viewer.installId) }))).toEqual(['NOT_FOUND']);
    expect(codes(await theirs.bring(reservation(flagging, 230)))).toEqual(['CONNECTION_NOT_ACTIVE']);
    await theirs.server.close();
  });

  test('a connection can name its app by slug', async () => {
    const { app } = world;
    const bySlug = { installId: null, appSlug: app.slug };
    expect(codes(await create({ appSlug: app.slug }))).toEqual(['INVALID']);
    expect(codes(await create({ installId: null }))).toEqual(['INVALID']);
    expect(codes(await create({ ...bySlug, appSlug: 'no-such-app' }))).toEqual(['NOT_FOUND']);
    expect(codes(await create({ ...bySlug, appSlug: 'a\u0000' }))).toEqual(['NOT_FOUND']);
    const currency = await currencyOf(world.propertyId);
    world.server.answers.set('/test', { body: { ok: true, channel_property_id: 'CH-9', currency } });
    const made = await world.host(
      `mutation ($input: ChannelConnectionCreateInput!) { it: channelConnectionCreate(input: $input) {
        connection { id status horizonDays lag lastFullAt lastError } userErrors { code } } }`,
      { input: { appSlug: app.slug, propertyId: world.propertyId } },
    );
    expect(made).toEqual({
      connection: {
        id: expect.any(String),
        status: 'testing',
        horizonDays: 500,
        lag: 0,
        lastFullAt: null,
        lastError: null,
      },
      userErrors: [],
    });
  });

  test.each([
    ['as far ahead as it says', 40, 40],
    ['no further ahead than its app declares', 700, 500],
  ])('a connection sends nights %s', async (_what, horizonDays, told) => {
    const currency = await currencyOf(world.propertyId);
    world.server.answers.set('/test', {
      body: { ok: true, channel_property_id: `CH-H-${horizonDays}`, currency },
    });
    const made = await world.host(
      `mutation ($input: ChannelConnectionCreateInput!) { it: channelConnectionCreate(input: $input) {
        connection { horizonDays push { horizonDays } } userErrors { code } } }`,
      { input: { appSlug: world.app.slug, propertyId: world.propertyId, horizonDays } },
    );
    expect(made).toEqual({
      connection: { horizonDays: told, push: { horizonDays: told } },
      userErrors: [],
    });
  });

  test.each([0, 731])('a horizon of %i days is refused', async (horizonDays) => {
    expect(codes(await create({ horizonDays }))).toEqual(['INVALID']);
  });

  test('a connection uses only its active mappings', async () => {
    const id = await world.connect('CH-10');
    const [first, second] = world.unitTypes;
    const set = (mappings: object[]) =>
      world.host(
        `mutation ($input: ChannelMappingsSetInput!) { it: channelMappingsSet(input: $input) {
          mappings { id channelRoomId unitTypeId status } userErrors { field code } } }`,
        { input: { connectionId: id, mappings } },
      );
    const on = { unitTypeId: first?.id, channelRoomId: 'room-7' };
    const off = { unitTypeId: second?.id, channelRoomId: 'room-8', active: false };
    const active = [{ id: `${id}:room-7`, channelRoomId: 'room-7', unitTypeId: first?.id, status: 'active' }];
    expect(await set([on, off])).toEqual({ mappings: active, userErrors: [] });
    expect(await set([off])).toMatchObject({
      mappings: null,
      userErrors: [{ field: ['input', 'mappings'] }],
    });
    const many = Array.from({ length: 200 }, (_, place) => ({ ...off, channelRoomId: `more-${place}` }));
    for (const wrong of [
      [on, ...many],
      [on, { ...on, active: false }],
    ]) {
      const userErrors = [{ field: ['input', 'mappings'], code: 'INVALID' }];
      expect(await set(wrong)).toEqual({ mappings: null, userErrors });
    }
    const sold = await world.bring({ ...reservation(id, 330), lines: [stay('room-8', 330)] });
    expect(codes(sold)).toEqual(['UNKNOWN_ROOM']);
    expect(codes(await world.bring({ ...reservation(id, 330), lines: [stay('room-7', 330)] }))).toEqual([]);
    const [{ plan } = { plan: '' }] = await platform.database.query<{ plan: string }>(
      'SELECT rate_plan_id::text AS plan FROM catalog.unit_type WHERE id = $1',
      [first?.id],
    );
    expect(await set([{ ...on, ratePlanId: plan }])).toMatchObject({ userErrors: [] });
    const refused = await set([on, { ...off, ratePlanId: plan, channelRateId: 'bar' }]);
    expect(refused.userErrors).toEqual([
      { field: ['input', 'mappings', '1', 'ratePlanId'], code: 'INVALID' },
      // The app declares no rates, so its product list decides, and it doesn't respond.
      { field: null, code: 'CHANNEL_FAILED' },
    ]);
  });

  test("a connection lists the channel's rooms", async () => {
    world.server.answers.set('/products', { body: { rooms: [{ id: 'room-1', name: 'Double' }] } });
    const { products } = await world.host(
      'mutation ($id: ID!) { it: channelProductsFetch(id: $id) { products { channelRoomId name } userErrors { code } } }',
      { id: flagging },
    );
    expect(products).toEqual([{ channelRoomId: 'room-1', name: 'Double' }]);
  });

  test('a paused connection accepts no changes', async () => {
    const id = await world.connect('CH-3');
    expect((await run('channelConnectionPause', id)).channelConnection.status).toBe('paused');
    const input = reservation(id, 210);
    expect(codes(await world.bring(input))).toEqual(['CONNECTION_NOT_ACTIVE']);
    expect(codes(await run('channelConnectionResume', id))).toEqual([]);
    expect(codes(await world.bring({ ...input, lines: [stay('room-2', 210)] }))).toEqual([]);
  });

  test('disconnecting lets the property be connected again', async () => {
    const id = await world.connect('CH-4');
    expect((await run('channelConnectionDisconnect', id)).channelConnection.status).toBe('disconnected');
    expect(codes(await run('channelConnectionResume', id))).toEqual(['CLOSED']);
    expect(await world.connect('CH-4')).not.toBe(id);
  });

  test('a connection ends when its app is uninstalled', async () => {
    const developer = await demoHost(platform, 'lakeside');
    const gone = await openChannel(platform, developer);
    const id = await gone.connect('CH-5');
    await ask(
      platform,
      developer.viewer,
      'mutation ($slug: String!, $team: String) { appUninstall(slug: $slug, team: $team) { userErrors { message } } }',
      {
        slug: gone.app.slug,
        team: 'lakeside',
      },
    );
    await eventually(
      async (): Promise<{ id: string; status: string }[]> =>
        world.host('{ it: channelConnections { id status } }'),
      (all) => all.find((one) => one.id === id)?.status === 'disconnected',
    );
    await gone.server.close();
  });

  test('only its own app sees a connection', async () => {
    const mine = await asApp('{ channelConnections { id channelPropertyId } }');
    expect(mine.data.channelConnections[0]).toEqual({ id: flagging, channelPropertyId: 'CH-1' });
    const other = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      ...CHANNEL,
      type: 'channel',
      capabilities: [],
    });
    expect((await asApp('{ channelConnections { id } }', {}, other.token)).data.channelConnections).toEqual(
      [],
    );
  });
});

describe('channelReservationUpsert', () => {
  test("channelReservationUpsert confirms a booking at the channel's price", async () => {
    const it = await world.bring(
      reservation(flagging, 240, {
        taxes: [{ name: 'City tax', amount: 400 }],
        fees: [{ name: 'Cleaning', amount: 3_000 }],
        total: 23_400,
        commission: 3_000,
        notes: 'Late arrival',
      }),
    );
    expect(it).toMatchObject({
      applied: true,
      userErrors: [],
      booking: {
        status: 'confirmed',
        paymentStatus: 'paid',
        total: 23_400,
        conflict: null,
        version: 1,
        source: { kind: 'channel', name: 'Staywell' },
        payment: { mode: 'now', paid: 23_400, dueNow: 0, balance: 0 },
        channel: {
          revision: 1,
          collectedBy: 'channel',
          commission: 3_000,
          itemizedTotal: null,
        },
        channelNotes: 'Late arrival',
        totals: [
          { label: 'Accommodation', amount: 20_000 },
          { label: 'Cleaning', amount: 3_000 },
          { label: 'City tax', amount: 400 },
          { label: 'Total', amount: 23_400 },
        ],
      },
    });
    expect(await night(240)).toEqual([1, 1]);
    expect(await eventsOf(it.booking.id)).toEqual(['created', 'confirmed']);
  });

  test("channelReservationUpsert stores each night's price under its date", async () => {
    const [first, second] = stay('room-1', 400).nightly;
    const nightly = [second, { ...first, amount: 12_000 }];
    const { booking } = await world.bring(
      reservation(flagging, 400, { lines: [{ ...stay('room-1', 400), nightly }], total: 22_000 }),
    );
    expect(booking.lines[0].nightly).toEqual([
      { date: daysAhead(400), amount: 12_000 },
      { date: daysAhead(401), amount: 10_000 },
    ]);
  });

  test("channelReservationUpsert stores the channel's line ids and the guest's notes", async () => {
    const { booking } = await world.bring(
      reservation(flagging, 404, {
        guest: { firstName: 'Mary', lastName: 'Somerville', country: 'CH', locale: 'de-CH' },
        lines: [{ ...stay('room-1', 404), externalId: 'line 7' }],
      }),
    );
    expect([booking.channel.lineIds, booking.channelGuest]).toEqual([
      ['line 7'],
      { country: 'CH', locale: 'de-CH' },
    ]);
  });

  test('channelReservationUpsert with a known revision changes nothing', async () => {
    const input = reservation(flagging, 244);
    const { booking } = await world.bring(input);
    const again = await world.bring({ ...input, total: 1 });
    expect([again.applied, again.booking.id, again.booking.total]).toEqual([false, booking.id, 20_000]);
    expect(await eventsOf(booking.id)).toEqual(['created', 'confirmed']);
  });

  test('a higher revision releases the old nights and occupies the new ones', async () => {
    const input = reservation(flagging, 248);
    const { booking } = await world.bring(input);
    const moved = await world.bring({ ...input, revision: 2, lines: [stay('room-1', 249)] });
    expect([moved.applied, moved.booking.id, moved.booking.checkIn]).toEqual([
      true,
      booking.id,
      daysAhead(249),
    ]);
    expect(await night(248)).toEqual([0, 1]);
    expect(await night(250)).toEqual([1, 0]);
    expect(await eventsOf(booking.id)).toEqual(['created', 'confirmed', 'updated']);
  });

  test("a reservation with stays on different dates keeps each line's dates", async () => {
    const lines = [stay('room-1', 252), stay('room-2', 253, 3)];
    const { booking } = await world.bring(reservation(flagging, 252, { lines, total: 50_000 }));
    expect([booking.checkIn, booking.checkOut]).toEqual([daysAhead(252), daysAhead(256)]);
    expect(booking.lines.map((line: { nightly: { date: string }[] }) => line.nightly[0]?.date)).toEqual([
      daysAhead(252),
      daysAhead(253),
    ]);
  });

  test("a later revision occupies a cancelled reservation's nights again", async () => {
    const input = reservation(flagging, 260);
    const { booking } = await world.bring(input);
    expect((await world.bring({ ...input, revision: 2, status: 'cancelled' })).booking.status).toBe(
      'cancelled',
    );
    expect(await night(260)).toEqual([0, 0]);
    expect((await world.bring({ ...input, revision: 3 })).booking.status).toBe('confirmed');
    expect(await night(260)).toEqual([1, 1]);
    expect(await eventsOf(booking.id)).toEqual(['created', 'confirmed', 'cancelled', 'confirmed']);
  });

  test('a reservation that arrives after its own cancellation stays cancelled', async () => {
    const input = reservation(flagging, 264);
    const cancelled = await world.bring({ ...input, revision: 2, status: 'cancelled' });
    expect(cancelled.booking.status).toBe('cancelled');
    expect(await world.bring(input)).toMatchObject({ applied: false, booking: { status: 'cancelled' } });
    expect(await night(264)).toEqual([0, 0]);
    expect(await eventsOf(cancelled.booking.id)).toEqual([]);
  });

  test('an amount payable at the property stays due', async () => {
    const { booking } = await world.bring(reservation(flagging, 268, { collectedBy: 'property' }));
    expect(booking.payment).toEqual({ mode: 'at_property', paid: 0, dueNow: 0, balance: 20_000 });
  });

  test("a reservation whose items don't add up is accepted and flagged", async () => {
    const brought = reservation(flagging, 272, { total: 19_000 });
    const { booking, applied, userErrors } = await world.bring(brought);
    expect([applied, userErrors]).toEqual([
      true,
      [expect.objectContaining({ code: 'TOTAL_MISMATCH', field: ['input', 'total'] })],
    ]);
    expect(await world.bring(brought)).toMatchObject({ applied: false, userErrors: [] });
    expect(await world.bring({ ...brought, revision: 2, status: 'cancelled' })).toMatchObject({
      applied: true,
      userErrors: [],
    });
    expect([booking.total, booking.channel.itemizedTotal]).toEqual([19_000, 20_000]);
    expect(booking.totals).toContainEqual({ label: 'Difference on the channel', amount: -1_000 });
  });

  test.each([
    ['another currency', { currency: 'JPY' }, 'CURRENCY_MISMATCH'],
    ['a room that is not mapped', { lines: [stay('attic', 276)] }, 'UNKNOWN_ROOM'],
    ['a card number', { notes: 'Card 4111 1111 1111 1111, 12/28' }, 'CARD_DATA'],
    ['a card number followed by an expiry date', { notes: '4111 1111 1111 1111 12/29' }, 'CARD_DATA'],
    [
      'a price for one night of two',
      { lines: [{ ...stay('room-1', 276), nightly: [{ date: daysAhead(276), amount: 1 }] }] },
      'NIGHTS_MISMATCH',
    ],
    [
      'the price of another night',
      { lines: [{ ...stay('room-1', 276), nightly: stay('room-1', 277).nightly }] },
      'NIGHTS_MISMATCH',
    ],
    [
      'two prices of one night',
      {
        lines: [
          { ...stay('room-1', 276), nightly: [276, 276].map((at) => ({ date: daysAhead(at), amount: 1 })) },
        ],
      },
      'NIGHTS_MISMATCH',
    ],
    ['the same line twice', { lines: [stay('room-1', 276), stay('room-1', 276)] }, 'INVALID'],
    [
      'a country by its name',
      { guest: { firstName: 'Mary', lastName: 'Somerville', country: 'Switzerland' } },
      'INVALID',
    ],
    ['nights that are not on sale', { lines: [stay('room-1', 900)] }, 'INVALID'],
    ['no line', { lines: [] }, 'INVALID'],
  ])('a channel reservation with %s is refused', async (_what, more, code) => {
    const it = await world.bring(reservation(flagging, 276, more));
    expect([it.booking, codes(it)]).toEqual([null, [code]]);
    expect(await night(276)).toEqual([0, 0]);
  });

  test('a host can cancel but not move a channel reservation', async () => {
    const { booking } = await world.bring(reservation(flagging, 280));
    const moved = await world.host(
      'mutation ($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { userErrors { code } } }',
      { input: { id: booking.id, checkIn: daysAhead(281) } },
    );
    expect(codes(moved)).toEqual(['CHANNEL_BOOKING']);
    await world.host('mutation ($id: ID!) { it: bookingCancel(id: $id) { booking { status } } }', {
      id: booking.id,
    });
    expect(await night(280)).toEqual([0, 0]);
  });

  test('redacting a guest erases their name, country and language in the reservation', async () => {
    const guest = { firstName: 'Ada', lastName: 'Abroad', country: 'IT', locale: 'it' };
    const { booking } = await world.bring(reservation(flagging, 408, { guest }));
    const { guest: contact } = await world.host(
      'query ($id: ID!) { it: booking(id: $id) { guest { id } } }',
      {
        id: booking.id,
      },
    );
    await world.host('mutation ($id: ID!) { it: contactRedact(id: $id) { userErrors { code } } }', {
      id: contact.id,
    });
    const { channelGuest } = await world.host(
      'query ($id: ID!) { it: booking(id: $id) { channelGuest { country } } }',
      { id: booking.id },
    );
    expect(channelGuest).toBeNull();
  });

  test("redacting a guest erases the reservation's notes", async () => {
    const { booking } = await world.bring(reservation(flagging, 284, { notes: 'Allergic to nuts' }));
    const { guest } = await world.host('query ($id: ID!) { it: booking(id: $id) { guest { id } } }', {
      id: booking.id,
    });
    await world.host('mutation ($id: ID!) { it: contactRedact(id: $id) { userErrors { code } } }', {
      id: guest.id,
    });
    const { channelNotes } = await world.host('query ($id: ID!) { it: booking(id: $id) { channelNotes } }', {
      id: booking.id,
    });
    expect(channelNotes).toBeNull();
  });
});

describe('overbooked nights', () => {
  test('overbooked nights are kept and shown to the host with a notification', async () => {
    await world.bring(reservation(flagging, 300));
    const { booking, applied } = await world.bring(reservation(flagging, 301));
    const missing = [{ date: daysAhead(301), unitTypeId: single, units: 1 }];
    expect([applied, booking.status, booking.conflict]).toEqual([
      true,
      'confirmed',
      { nights: [daysAhead(301)], overbooked: missing },
    ]);
    expect(await night(301)).toEqual([1, 1]);
    const connections = await world.host(
      '{ it: channelConnections { id overbooked { date unitTypeId units } } }',
    );
    expect(connections.find(({ id }: { id: string }) => id === flagging).overbooked).toContainEqual(
      missing[0],
    );
    const [told] = await platform.database.query<{ data: object }>(
      `SELECT data FROM booked_jobs WHERE name = 'channel_connection.overbooked/apps' AND data->'nights' @> $1::jsonb`,
      [JSON.stringify([daysAhead(301)])],
    );
    expect(told?.data).toMatchObject({ channel: 'Staywell', nights: [daysAhead(301)] });
  });

  test('the response that accepts a reservation names its overbooked nights', async () => {
    const first = await world.bring(reservation(flagging, 412));
    const second = await world.bring(reservation(flagging, 412));
    expect([first.conflict, second.conflict]).toEqual([null, { nights: [daysAhead(412), daysAhead(413)] }]);
  });

  test('freed nights go to the oldest overbooked reservation in the same statement', async () => {
    const first = reservation(flagging, 310);
    await world.bring(first);
    const { booking: second } = await world.bring(reservation(flagging, 310));
    const { booking: third } = await world.bring(reservation(flagging, 310));
    await world.bring({ ...first, revision: 2, status: 'cancelled' });
    expect(await night(310)).toEqual([1, 1]);
    expect((await bookingOf(second.id)).conflict).toBeNull();
    expect((await bookingOf(third.id)).conflict.nights).toHaveLength(2);
  });

  test("cancelling an overbooked reservation doesn't take nights away from any other booking", async () => {
    await world.bring(reservation(flagging, 320));
    const waiting = reservation(flagging, 320);
    await world.bring(waiting);
    await world.bring({ ...waiting, revision: 2, status: 'cancelled' });
    expect(await night(320)).toEqual([1, 1]);
  });

  test('overbooked nights are refused if the host chose to', async () => {
    await world.bring(reservation(refusing, 330));
    const input = reservation(refusing, 334);
    await world.bring(input);
    expect(codes(await world.bring(reservation(refusing, 331)))).toEqual(['OUT_OF_STOCK']);
    const moved = await world.bring({ ...input, revision: 2, lines: [stay('room-1', 331)] });
    expect(codes(moved)).toEqual(['OUT_OF_STOCK']);
    expect(await night(334)).toEqual([1, 1]);
    const { applied } = await world.bring({ ...input, revision: 2, lines: [stay('room-1', 336)] });
    expect(applied).toBe(true);
  });
});

describe('channelReservations', () => {
  test("channelReservations lists the app's own sales and can filter them by connection", async () => {
    const { booking } = await world.bring(reservation(refusing, 350));
    const query =
      'query ($id: ID) { channelReservations(connectionId: $id, first: 100) { nodes { id channel { connectionId } } } }';
    const { data } = await asApp(query, { id: refusing });
    const nodes: { id: string; channel: { connectionId: string } }[] = data.channelReservations.nodes;
    expect(nodes.map(({ id }) => id)).toContain(booking.id);
    expect(new Set(nodes.map(({ channel }) => channel.connectionId))).toEqual(new Set([refusing]));
  });
});
