import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { bookStay } from '../support/bookings.ts';
import { ask, hostOf } from '../support/developer.ts';
import { type OwnDatabase, openOwnDatabase } from '../support/own-database.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openStandbyServer, type StandbyServer } from '../support/standby-server.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// A real standby follows a real primary; pausing its replay makes its data old.

let database: OwnDatabase;
let standby: StandbyServer;
let platform: TestPlatform;
let teamId: number;
let propertyId: string;

/** Starts the product with the standby, whose data it reads up to this age. */
async function startReading(maxAge: string): Promise<TestPlatform> {
  const { url, query } = database;
  const settings = { DATABASE_READ_URL: standby.url, DATABASE_READ_MAX_AGE: maxAge };
  const started = await startPlatform(settings, { url, query, drop: async () => undefined });
  await followed(started);
  return started;
}

/** Waits until the standby has everything and can be read. */
const followed = (of: TestPlatform) => {
  const since = performance.now();
  return eventually(
    async () => performance.now() - (of.db.standby?.ageMs() ?? Number.POSITIVE_INFINITY),
    (asOf) => asOf > since,
  );
};

beforeAll(async () => {
  database = await openOwnDatabase();
  const first = await startPlatform({}, { ...database, drop: async () => undefined });
  await bookStay(first, { checkIn: daysAhead(20), checkOut: daysAhead(22), guest: 'Ada Byron' });
  await first.close();
  standby = await openStandbyServer(database);
  platform = await startReading('PT60S');
  const [team] = await database.query<{ id: number }>(`SELECT id FROM apps.teams WHERE slug = 'lakeside'`);
  teamId = team?.id ?? 0;
  const [property] = await database.query<{ id: number }>(
    `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
      WHERE s.team_id = $1 AND NOT s.sandbox`,
    [teamId],
  );
  propertyId = String(property?.id);
}, 120_000);
afterAll(async () => {
  await platform.close();
  await standby.close();
  await database.close();
});

const app = (): Viewer => ({
  kind: 'app',
  installId: 1,
  appId: 1,
  appSlug: 'reader',
  teamId,
  scopes: ['read_properties', 'write_properties', 'read_bookings'],
  capabilities: [],
});

/** The renamed property's name in a viewer's list. */
async function listedName(viewer: Viewer, of = platform): Promise<string | undefined> {
  const { properties } = await ask<{ properties: { nodes: { id: string; name: string }[] } }>(
    of,
    viewer,
    '{ properties { nodes { id name } } }',
  );
  return properties.nodes.find(({ id }) => id === propertyId)?.name;
}

/** Renames a property without the product's knowledge. */
async function rename(name: string): Promise<void> {
  await database.query('UPDATE catalog.property SET name = $1 WHERE id = $2', [name, propertyId]);
}

describe('With a standby for reads', () => {
  beforeEach(async () => {
    await rename('Before');
    await followed(platform);
    await standby.pause();
    return standby.resume;
  });

  test("an app's list comes from the standby, and a host's from the primary", async () => {
    await rename('After');
    expect(await listedName(app())).toBe('Before');
    expect(await listedName(hostOf(teamId))).toBe('After');
  });

  test("a host's report comes from the standby", async () => {
    await ask(platform, hostOf(teamId), 'mutation { bookingMarkPaid(id: 1) { userErrors { code } } }');
    await standby.resume();
    const owe = (paid: number) =>
      database.query('UPDATE checkout.bookings SET paid = $1 WHERE team_id = $2', [paid, teamId]);
    await owe(0);
    await followed(platform);
    await standby.pause();
    const balance = async () => {
      const text = '{ balancesDue(first: 1) { nodes { balance } } }';
      const { balancesDue } = await ask<{ balancesDue: { nodes: { balance: number }[] } }>(
        platform,
        hostOf(teamId),
        text,
      );
      return Number(balancesDue.nodes[0]?.balance);
    };
    const before = await balance();
    await owe(100);
    expect(await balance()).toBe(before);
    await standby.resume();
    await eventually(balance, (now) => now === before - 100);
  });

  test('an app sees what its team changed', async () => {
    await rename('After');
    expect(await listedName(app())).toBe('Before');
    const { propertyUpdate } = await ask<{ propertyUpdate: { userErrors: unknown[] } }>(
      platform,
      hostOf(teamId),
      'mutation ($id: ID!) { propertyUpdate(input: { id: $id, name: "Changed" }) { userErrors { message } } }',
      { id: propertyId },
    );
    expect(propertyUpdate.userErrors).toEqual([]);
    expect(await listedName(app())).toBe('Changed');
  });

  test('another team’s changes don’t move an app’s reads to the primary', async () => {
    await rename('After');
    platform.db.standby?.changed(teamId + 1);
    expect(await listedName(app())).toBe('Before');
  });

  test('data that is too old is read from the primary', async () => {
    await standby.resume();
    const impatient = await startReading('PT1S');
    await standby.pause();
    await rename('After');
    await eventually(
      () => listedName(app(), impatient),
      (name) => name === 'After',
    );
    await impatient.close();
  });
});

test('a standby that is down leaves reads to the primary, and serves them when it is back', async () => {
  await rename('Before');
  await followed(platform);
  await standby.stop();
  await rename('After');
  expect(await listedName(app())).toBe('After');
  await standby.start();
  await followed(platform);
  await standby.pause();
  await rename('Again');
  expect(await listedName(app())).toBe('After');
  await standby.resume();
});

test('a primary at the standby’s address serves nothing', async () => {
  const { url, query } = database;
  const settings = { DATABASE_READ_URL: url };
  const misled = await startPlatform(settings, { url, query, drop: async () => undefined });
  await rename('Only here');
  expect(await listedName(app(), misled)).toBe('Only here');
  expect(misled.db.standby?.serves(teamId)).toBe(false);
  await misled.close();
});

test('a process starts while the standby is down', async () => {
  const { url, query } = database;
  const settings = { DATABASE_READ_URL: Object.assign(new URL(standby.url), { port: '1' }).href };
  const alone = await startPlatform(settings, { url, query, drop: async () => undefined });
  await rename('Without it');
  expect(await listedName(app(), alone)).toBe('Without it');
  await alone.close();
});
