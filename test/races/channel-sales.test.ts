import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel, stay } from '../support/channel.ts';
import { type AriMessage, freeUnits } from '../support/channel-copy.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { patience, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/**
 * A channel sells from its copy, which lags behind the calendar while messages are in transit: overbookings
 * never exceed its sales during that time, and there are none if enough units are withheld. A failing run
 * prints its seed and path.
 */
let platform: TestPlatform;
let world: ChannelWorld;
let other: InstalledApp;
let currency: string;
const UNITS = 3;
const HORIZON = 60;

/** A channel that sells one room from its copy and counts its own sales. */
interface Seller {
  readonly connectionId: string;
  /** Available units by night. */
  readonly copy: Map<string, number>;
  /** Messages arrive but change the copy only once released. */
  isDeaf: boolean;
}
const sellers = new Map<string, Seller>();

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  const host = await demoHost(platform, 'lakeside');
  world = await openChannel(platform, host, {
    channel: { name: 'Staywell', features: [], horizon_days: HORIZON },
  });
  other = await installNewApp(platform, host, { scopes: ['write_bookings'] });
  const [property] = await platform.database.query<{ currency: string }>(
    'SELECT currency FROM catalog.property WHERE id = $1',
    [world.propertyId],
  );
  currency = property?.currency ?? '';
  await platform.database.query(
    'UPDATE catalog.night SET total = $2, closed = 0, stop_sell = false WHERE unit_type_id = $1 AND night >= $3::date',
    [world.unitTypes[0]?.id, UNITS, daysAhead(5)],
  );
  world.server.answers.set('/ari', (raw) => {
    const message: AriMessage = JSON.parse(raw);
    const seller = sellers.get(String(message.connection_id));
    if (seller?.isDeaf) return { status: 503, body: {} };
    for (const { channel_room: room, from, until, availability } of message.changes) {
      if (room !== 'room-1' || !seller) continue;
      for (
        let night = Temporal.PlainDate.from(from);
        Temporal.PlainDate.compare(night, until) <= 0;
        night = night.add({ days: 1 })
      )
        seller.copy.set(night.toString(), Number(availability));
    }
    return { body: { accepted: true } };
  });
}, 60_000);
afterAll(async () => {
  await platform.close();
  await world.server.close();
});

let connected = 0;
async function open(settings: object): Promise<Seller> {
  const copy = new Map<string, number>();
  const connectionId = await world.connect(`S-${++connected}`, settings);
  const seller: Seller = { connectionId, copy, isDeaf: false };
  sellers.set(connectionId, seller);
  await world.host('mutation ($id: ID!) { it: channelSyncRequest(id: $id) { userErrors { code } } }', {
    id: connectionId,
  });
  return seller;
}

/** Runs a document as an app, bypassing its install's budget. */
async function asApp(app: InstalledApp, scope: string, document: string, input: object): Promise<void> {
  const answer = await ask<Record<string, { userErrors: unknown[] }>>(
    platform,
    { ...app.viewer, scopes: [scope] },
    document,
    { input },
  );
  expect(Object.values(answer).flatMap(({ userErrors }) => userErrors)).toEqual([]);
}

let made = 0;
const guest = { firstName: 'Mary', lastName: 'Somerville' };
/** Sells a night if the copy has a unit; returns whether it did. */
async function sell({ connectionId, copy }: Seller, from: number): Promise<boolean> {
  const night = daysAhead(from);
  const free = copy.get(night) ?? 0;
  if (free < 1) return false;
  copy.set(night, free - 1);
  await asApp(
    world.app,
    'write_channels',
    'mutation ($input: ChannelReservationInput!) { channelReservationUpsert(input: $input) { userErrors { code } } }',
    {
      connectionId,
      externalId: `sale ${++made}`,
      revision: 1,
      status: 'booked',
      guest,
      currency,
      lines: [stay('room-1', from, 1)],
      total: 10_000,
    },
  );
  return true;
}

const freeOn = async (from: number) =>
  (await freeUnits(platform.database, world.unitTypes[0]?.id ?? '', { from, nights: 1 }))[0] ?? 0;

/** Books a night as someone else if a unit is free. */
async function sellElsewhere(from: number): Promise<void> {
  if ((await freeOn(from)) < 1) return;
  const dates = { checkIn: daysAhead(from), checkOut: daysAhead(from + 1) };
  await asApp(
    other,
    'write_bookings',
    'mutation ($input: BookingCreateInput!) { bookingCreate(input: $input) { userErrors { code } } }',
    { ...dates, externalId: `else ${++made}`, unitTypeId: world.unitTypes[0]?.id, adults: 1, guest },
  );
}

/** Waits until some nights' copy equals the calendar minus the withheld units. */
const caughtUp = ({ copy }: Seller, nights: readonly number[], keptBack: number) =>
  eventually(
    async () => {
      await platform.database.query(
        'UPDATE catalog.channel_push SET next_attempt_at = now() WHERE next_attempt_at > now()',
      );
      return Promise.all(
        nights.map(async (from) => [copy.get(daysAhead(from)), Math.max(0, (await freeOn(from)) - keptBack)]),
      );
    },
    (pairs) => pairs.every(([has, should]) => has === should),
  );

const overbookedOf = async ({ connectionId }: Seller, nights: readonly number[]) => {
  const [row] = await platform.database.query<{ missing: number }>(
    `SELECT coalesce(sum(wanted - taken), 0)::int AS missing FROM catalog.channel_night
     WHERE connection_id = $1 AND night = ANY ($2::date[])`,
    [connectionId, nights.map(daysAhead)],
  );
  return row?.missing ?? 0;
};
const disconnect = ({ connectionId }: Seller) =>
  world.host('mutation ($id: ID!) { it: channelConnectionDisconnect(id: $id) { userErrors { code } } }', {
    id: connectionId,
  });

const NIGHTS = 2;
/** New nights for each run: two of its own. */
let base = 6;
const nightsOfRun = () => {
  base = base + NIGHTS < HORIZON - NIGHTS ? base + NIGHTS : 6;
  return [base, base + 1];
};
/** Resets the nights' free units, ignoring sales and waiting reservations. */
const clear = (nights: readonly number[]) =>
  platform.database.query(
    `UPDATE catalog.night n SET closed = 0, total = n.held + n.confirmed + $3 + (SELECT coalesce(sum(k.wanted - k.taken), 0)
       FROM catalog.channel_night k WHERE k.unit_type_id = n.unit_type_id AND k.night = n.night)
     WHERE n.unit_type_id = $1 AND n.night = ANY ($2::date[])`,
    [world.unitTypes[0]?.id, nights.map(daysAhead), UNITS],
  );

const step = fc.record({
  does: fc.constantFrom('sell' as const, 'elsewhere' as const, 'deaf' as const, 'hear' as const),
  on: fc.nat({ max: NIGHTS - 1 }),
});

test(
  'a channel overbooks at most as many units as it sells from an outdated copy',
  async () => {
    const seller = await open({});
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const nights = nightsOfRun();
        await clear(nights);
        seller.isDeaf = false;
        await caughtUp(seller, nights, 0);
        const before = await overbookedOf(seller, nights);
        let soldWhileOlder = 0;
        for (const { does, on } of steps) {
          const night = nights[on] ?? 0;
          if (does === 'elsewhere') await sellElsewhere(night);
          if (does === 'deaf') seller.isDeaf = true;
          if (does === 'hear') seller.isDeaf = false;
          if (does === 'sell') {
            // A listening seller sells from the current state, a deaf one from a past state.
            if (!seller.isDeaf) await caughtUp(seller, nights, 0);
            if ((await sell(seller, night)) && seller.isDeaf) soldWhileOlder++;
          }
        }
        expect((await overbookedOf(seller, nights)) - before).toBeLessThanOrEqual(soldWhileOlder);
        expect(await brokenInvariants(platform.database)).toEqual({});
      }),
      { numRuns: tries(15), endOnFailure: true },
    );
    await disconnect(seller);
  },
  patience(180_000),
);

test('a channel that receives no updates overbooks exactly the units already sold elsewhere', async () => {
  const seller = await open({});
  const nights = nightsOfRun();
  await clear(nights);
  await caughtUp(seller, nights, 0);
  const before = await overbookedOf(seller, nights);
  seller.isDeaf = true;
  const [night = 0] = nights;
  for (let unit = 0; unit < UNITS; unit++) await sellElsewhere(night);
  for (let unit = 0; unit < UNITS; unit++) expect(await sell(seller, night)).toBe(true);
  expect(await sell(seller, night)).toBe(false);
  expect((await overbookedOf(seller, nights)) - before).toBe(UNITS);
  await disconnect(seller);
});

test(
  'a single channel with withheld units never overbooks, however outdated its copy',
  async () => {
    const seller = await open({ stopSellBelow: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ on: fc.nat({ max: NIGHTS - 1 }), isLate: fc.boolean() }), {
          minLength: 2,
          maxLength: 10,
        }),
        async (sales) => {
          const nights = nightsOfRun();
          await clear(nights);
          seller.isDeaf = false;
          await caughtUp(seller, nights, 1);
          const before = await overbookedOf(seller, nights);
          for (const { on, isLate } of sales) {
            const night = nights[on] ?? 0;
            // A message made before the sale arrives after it: the copy has one unit too many.
            const then = seller.copy.get(daysAhead(night)) ?? 0;
            seller.isDeaf = true;
            if ((await sell(seller, night)) && isLate) {
              seller.copy.set(daysAhead(night), then);
              await sell(seller, night);
            }
            seller.isDeaf = false;
            await caughtUp(seller, nights, 1);
          }
          expect((await overbookedOf(seller, nights)) - before).toBe(0);
          expect(await brokenInvariants(platform.database)).toEqual({});
        },
      ),
      { numRuns: tries(10), endOnFailure: true },
    );
    await disconnect(seller);
  },
  patience(120_000),
);
