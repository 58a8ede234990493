import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { freeUnits } from '../support/channel-copy.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// The sales channel from examples/channel-app, run as its developer runs it, next to hosts and other channels
// that sell the same rooms.

let platform: TestPlatform;
let app: ExampleApp;
let host: Developer;
/** Sells the same nights elsewhere. */
let other: InstalledApp;
let connectionId = '';
let listed = '';
/** The first has one unit, the second several. */
let unitTypes: readonly string[] = [];
/** First day of the nights reserved for a test. */
let day = 20;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), buildSdk()]);
  app = await openExample(platform, { folder: 'channel-app', account: 'host', team: 'lakeside' });
  host = await demoHost(platform, 'lakeside');
  other = await installNewApp(platform, host, { scopes: ['write_bookings'] });
  const rows = await platform.database.query<{ id: string; property: string; currency: string }>(
    `SELECT u.id::text, p.id::text AS property, p.currency FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 ORDER BY p.id, u.id LIMIT 2`,
    [host.teamId],
  );
  unitTypes = rows.map(({ id }) => id);
  await platform.database.query(
    `UPDATE catalog.night SET total = CASE unit_type_id WHEN $1 THEN 1 ELSE 3 END, closed = 0, stop_sell = false, min_stay = NULL,
       max_stay = NULL, closed_to_arrival = false, closed_to_departure = false
     WHERE unit_type_id IN ($1, $2) AND night >= $3::date`,
    [...unitTypes, daysAhead(day)],
  );
  await app.start();
  const [install] = await platform.database.query<{ id: number }>(
    'SELECT i.id FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1',
    [app.slug],
  );
  const created = await asHost(
    `mutation ($input: ChannelConnectionCreateInput!) { it: channelConnectionCreate(input: $input) {
       channelConnection { id channelPropertyId } userErrors { code message } } }`,
    { input: { installId: String(install?.id), propertyId: rows[0]?.property } },
  );
  ({ id: connectionId, channelPropertyId: listed } = created.channelConnection);
  const fetched = await asHost(
    'mutation ($id: ID!) { it: channelProductsFetch(id: $id) { products { channelRoomId } } }',
    { id: connectionId },
  );
  const [double, twin] = fetched.products;
  await asHost(
    'mutation ($input: ChannelRoomsMapInput!) { it: channelRoomsMap(input: $input) { userErrors { code } } }',
    {
      input: {
        connectionId,
        rooms: [double, twin].map(({ channelRoomId }, at) => ({ channelRoomId, unitTypeId: unitTypes[at] })),
      },
    },
  );
  await isCopied();
}, 120_000);
beforeEach(async () => {
  await behave('well');
  day += 10;
});
afterAll(async () => {
  expect(await brokenInvariants(platform.database)).toEqual({});
  await app.remove();
  await platform.close();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
async function asHost(document: string, variables: Readonly<Record<string, unknown>>): Promise<any> {
  return (await ask<{ it: unknown }>(platform, host.host, document, variables)).it;
}
/** Sends a request to the simulated channel. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
async function channel(method: string, path: string, body?: object): Promise<any> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${app.origin}/simulator/${path}`, init);
  return { status: answer.status, ...((await answer.json()) as object) };
}
const behave = (mood: string) => channel('PUT', `mood/${mood}`);
const copy = () => channel('GET', `properties/${listed}`);
const guest = { firstName: 'Ada', lastName: 'Byron' };
const stayFrom = (from: number, room = 'double', rate?: string) => ({
  room,
  rate,
  checkIn: daysAhead(from),
  nights: 2,
  adults: 1,
  guest,
});
const sell = (from: number, room?: string, rate?: string) =>
  channel('POST', `properties/${listed}/sales`, stayFrom(from, room, rate));

/** The first nights for both rooms, in the channel's copy and in the calendar. */
async function compare() {
  const { rooms } = await copy();
  const nights = Array.from({ length: 200 }, (_, at) => daysAhead(at));
  const has = ['double', 'twin'].map((room) => nights.map((night) => rooms[room]?.[night]?.availability));
  const should = await Promise.all(
    unitTypes.map((id) => freeUnits(platform.database, id, { from: 0, nights: 200 })),
  );
  return { has, should };
}
/** The host's view of a comparison that begins with a test's nights. */
async function compared() {
  const { comparison } = await asHost(
    `mutation ($id: ID!, $from: Date) { it: channelCopyCompare(id: $id, from: $from) {
       comparison { differences { channelRoomId from until field told found } } } }`,
    { id: connectionId, from: daysAhead(day) },
  );
  return comparison;
}
/** Waits until the copy matches the calendar. Resends failed updates immediately instead of in their turn. */
const isCopied = () =>
  eventually(
    async () => {
      await platform.database.query(
        'UPDATE catalog.channel_push SET next_attempt_at = now() WHERE next_attempt_at > now()',
      );
      return compare();
    },
    ({ has, should }) => JSON.stringify(has) === JSON.stringify(should),
  );
const push = async () => {
  const connections = await asHost(
    '{ it: channelConnections { id push { waitingSince failures sequence } } }',
    {},
  );
  return connections.find(({ id }: { id: string }) => id === connectionId).push;
};

interface Known {
  readonly status: string;
  readonly check_in: string;
  readonly missing: number;
}
/** The channel's reservation as a booking, with its overbooked night count. */
const bookingOf = async (externalId: string) =>
  (
    await platform.database.query<Known>(
      `SELECT b.status, b.check_in::text, (SELECT coalesce(sum(k.wanted - k.taken), 0)::int FROM catalog.channel_night k
         WHERE k.hold_id = b.hold_id) AS missing
       FROM checkout.bookings b WHERE b.channel_connection_id = $1 AND b.source_external_id = $2`,
      [connectionId, externalId],
    )
  )[0];
const booked = (externalId: string, holds: (booking: Known) => boolean = () => true) =>
  eventually(
    () => bookingOf(externalId),
    (booking) => booking !== undefined && holds(booking),
  );

/** Sells the only unit to someone else for two nights. */
async function sellElsewhere(from: number, externalId: string): Promise<void> {
  const input = {
    externalId,
    unitTypeId: unitTypes[0],
    adults: 1,
    guest,
    checkIn: daysAhead(from),
    checkOut: daysAhead(from + 2),
  };
  const as = { ...other.viewer, scopes: ['write_bookings'] };
  const document =
    'mutation ($input: BookingCreateInput!) { bookingCreate(input: $input) { userErrors { code } } }';
  const { bookingCreate } = await ask<{ bookingCreate: { userErrors: unknown[] } }>(platform, as, document, {
    input,
  });
  expect(bookingCreate.userErrors).toEqual([]);
}

describe('the simulated channel', () => {
  test("the simulated channel sells its copied nights into the host's calendar", async () => {
    const { id } = await sell(day);
    await booked(id, ({ status, missing }) => status === 'confirmed' && missing === 0);
    await isCopied();
    expect(await sell(day)).toMatchObject({ status: 409, error: 'Sold out.' });
  });

  test("the simulated channel doesn't sell nights taken elsewhere", async () => {
    await sellElsewhere(day, `elsewhere ${day}`);
    await isCopied();
    expect(await sell(day)).toMatchObject({ status: 409, error: 'Sold out.' });
  });

  test('the simulated channel moves a guest to other nights', async () => {
    const { id } = await sell(day);
    await booked(id);
    const moved = await channel('PUT', `reservations/${id}`, stayFrom(day + 5));
    expect(moved.revision).toBe(2);
    await booked(id, ({ check_in }) => check_in === daysAhead(day + 5));
    await isCopied();
    expect((await copy()).rooms.double[daysAhead(day)].availability).toBe(1);
  });

  test('the simulated channel cancels its own sale', async () => {
    const { id } = await sell(day);
    await booked(id);
    await channel('DELETE', `reservations/${id}`);
    await booked(id, ({ status }) => status === 'cancelled');
    await isCopied();
    expect((await copy()).rooms.double[daysAhead(day)].availability).toBe(1);
  });

  test('the simulated channel sends its offline sales once it runs again', async () => {
    await platform.database.query("UPDATE catalog.channel_connection SET status = 'paused' WHERE id = $1", [
      connectionId,
    ]);
    const { id } = await sell(day, 'twin');
    await app.stop();
    expect(await bookingOf(id)).toBeUndefined();
    await platform.database.query("UPDATE catalog.channel_connection SET status = 'active' WHERE id = $1", [
      connectionId,
    ]);
    await app.start();
    await booked(id, ({ status }) => status === 'confirmed');
    await isCopied();
    expect((await compared()).differences).toEqual([]);
  });
});

describe('a channel that is', () => {
  test("a deaf channel's overbooking gets the unit once it becomes free", async () => {
    await behave('deaf');
    await sellElsewhere(day, `elsewhere ${day}`);
    const { id } = await sell(day);
    await booked(id, ({ status, missing }) => status === 'confirmed' && missing === 2);
    const document =
      'mutation ($input: BookingCancelInput!) { bookingCancel(input: $input) { userErrors { code } } }';
    const as = { ...other.viewer, scopes: ['write_bookings'] };
    await ask(platform, as, document, { input: { externalId: `elsewhere ${day}` } });
    await booked(id, ({ missing }) => missing === 0);
    await behave('well');
    await isCopied();
  });

  test("a deaf channel's overbooking becomes a task for the host", async () => {
    await behave('deaf');
    await sellElsewhere(day, `task ${day}`);
    const { id } = await sell(day);
    await booked(id, ({ missing }) => missing === 2);
    const nights = [day, day + 1].map(daysAhead).join(', ');
    const tasks = () =>
      platform.database.query<{ title: string; status: string }>(
        `SELECT title, status FROM tasks.task WHERE team_id = $1 AND task_type = 'overbooking' AND note LIKE '%' || $2 || '%'`,
        [host.teamId, nights],
      );
    const [task] = await eventually(tasks, ({ length }) => length > 0);
    expect(task).toEqual({
      title: expect.stringMatching(/^Staywell sold .* without a free unit$/),
      status: 'OPEN',
    });
    await behave('well');
  });

  test("a slow channel's copy becomes correct", async () => {
    await behave('slow');
    await sellElsewhere(day, `elsewhere ${day}`);
    await isCopied();
    await eventually(push, ({ waitingSince }) => waitingSince === null);
  });

  test("a refusing channel's copy is correct once it stops refusing", async () => {
    await behave('refusing');
    await sellElsewhere(day, `elsewhere ${day}`);
    await eventually(push, ({ failures }) => failures > 0);
    expect((await copy()).rooms.double[daysAhead(day)].availability).toBe(1);
    await behave('well');
    await isCopied();
  });

  test("a misbehaving channel's copy is correct once everything is sent again", async () => {
    const { sequence: before } = await push();
    await behave('wrong');
    await sellElsewhere(day, `elsewhere ${day}`);
    await eventually(push, ({ waitingSince, sequence }) => waitingSince === null && sequence > before);
    expect((await copy()).rooms.double[daysAhead(day)].availability).toBe(1);
    expect((await compared()).differences).toMatchObject([
      { channelRoomId: 'double', field: 'availability', told: '0', found: '1' },
    ]);
    await behave('well');
    await asHost('mutation ($id: ID!) { it: channelSyncRequest(id: $id) { userErrors { code } } }', {
      id: connectionId,
    });
    await isCopied();
  });
});

describe('a room that is mapped by its rates', () => {
  let plan: string;
  const [usual, saver] = [20_000, 18_000];
  beforeAll(async () => {
    const created = await asHost(
      `mutation ($input: RatePlanCreateInput!) { it: ratePlanCreate(input: $input) {
         ratePlan { id } userErrors { field message } } }`,
      {
        input: {
          unitTypeId: unitTypes[0],
          title: 'Saver',
          description: 'A tenth less.',
          payment: { mode: 'now' },
          adjust: { percentBp: -1_000 },
        },
      },
    );
    expect(created.userErrors).toEqual([]);
    plan = created.ratePlan.id;
    const { userErrors } = await asHost(
      'mutation ($input: ChannelMappingsSetInput!) { it: channelMappingsSet(input: $input) { userErrors { message } } }',
      {
        input: {
          connectionId,
          mappings: [{ channelRateId: 'flexible' }, { channelRateId: 'saver', ratePlanId: plan }].map(
            (rate) => ({ unitTypeId: unitTypes[0], channelRoomId: 'double', ...rate }),
          ),
        },
      },
    );
    expect(userErrors).toEqual([]);
  });
  beforeEach(async () => {
    const { userErrors } = await price(usual);
    expect(userErrors).toEqual([]);
    await knows({ flexible: [1, usual], saver: [1, saver] });
  });

  /** Sets the rate for a test's nights. */
  const price = (rate: number) =>
    asHost('mutation ($input: RatesSetInput!) { it: ratesSet(input: $input) { userErrors { message } } }', {
      input: { unitTypeId: unitTypes[0], from: daysAhead(day), until: daysAhead(day + 9), rate },
    });
  /** Waits until the channel has this many units for the first night at this price, at each rate. */
  const knows = (rates: Readonly<Record<string, readonly [units: number, amount: number]>>) =>
    eventually(
      async () => {
        const { rooms } = await copy();
        return Object.keys(rates).map((rate) => {
          const night = rooms[`double/${rate}`]?.[daysAhead(day)];
          return [night?.availability, night?.rates[0].amount];
        });
      },
      (told) => JSON.stringify(told) === JSON.stringify(Object.values(rates)),
    );
  const defaultPlan = async () =>
    (
      await platform.database.query<{ id: string }>(
        'SELECT rate_plan_id::text AS id FROM catalog.unit_type WHERE id = $1',
        [unitTypes[0]],
      )
    )[0]?.id;
  const linesOf = async (externalId: string) =>
    (
      await platform.database.query<{ lines: readonly { readonly ratePlanId?: string }[]; total: string }>(
        'SELECT lines, total::text FROM checkout.bookings WHERE channel_connection_id = $1 AND source_external_id = $2',
        [connectionId, externalId],
      )
    )[0];

  test('a channel with mapped rates receives a price change at every rate', async () => {
    await price(30_000);
    await knows({ flexible: [1, 30_000], saver: [1, 27_000] });
  });

  test("a channel with mapped rates sells under the rate's plan", async () => {
    const { id } = await sell(day, 'double', 'saver');
    await booked(id, ({ status, missing }) => status === 'confirmed' && missing === 0);
    expect(await linesOf(id)).toMatchObject({ lines: [{ ratePlanId: plan }], total: String(2 * saver) });
    await knows({ flexible: [0, usual], saver: [0, saver] });
  });

  test('a channel with mapped rates moves a guest to other nights at another rate', async () => {
    const { id } = await sell(day, 'double', 'saver');
    await booked(id);
    await channel('PUT', `reservations/${id}`, stayFrom(day + 5, 'double', 'flexible'));
    await booked(id, ({ check_in }) => check_in === daysAhead(day + 5));
    const { lines: [line] = [], total } = (await linesOf(id)) ?? {};
    expect([line?.ratePlanId, total]).toEqual([await defaultPlan(), String(2 * usual)]);
    await knows({ flexible: [1, usual], saver: [1, saver] });
  });

  test('a channel with mapped rates gets a cancelled unit back at every rate', async () => {
    const { id } = await sell(day, 'double', 'saver');
    await booked(id, ({ status }) => status === 'confirmed');
    await knows({ flexible: [0, usual], saver: [0, saver] });
    await channel('DELETE', `reservations/${id}`);
    await booked(id, ({ status }) => status === 'cancelled');
    await knows({ flexible: [1, usual], saver: [1, saver] });
  });
});
