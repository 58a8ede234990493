import { afterAll, beforeAll, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel } from '../support/channel.ts';
import type { Developer } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/channels.md#settings-in-calls

const SECRET = 'a-secret-of-the-channel-91';
const setting = (key: string, more: object = {}) => ({ key, type: 'text', label: key, ...more });
const SETTINGS = [
  setting('account', { default: 'as usual' }),
  setting('token', { type: 'secret' }),
  setting('code', { per: 'property' }),
  setting('feed', { per: 'connection' }),
  setting('room_code', { per: 'unit_type' }),
];

let platform: TestPlatform;
let host: Developer;
let world: ChannelWorld;
let connection: string;
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  host = await demoHost(platform, 'lakeside');
  world = await openChannel(platform, host, { settings: SETTINGS });
  const { slug } = world.app;
  await fillIn(platform, host, slug, { token: SECRET });
  await fillIn(platform, host, slug, { code: 'H-1' }, { per: 'property', id: world.propertyId });
  await fillIn(platform, host, slug, { room_code: 'R-1' }, { per: 'unit_type', id: sold().id });
  connection = await world.connect('CH-1');
  await fillIn(platform, host, slug, { feed: 'late' }, { per: 'connection', id: connection });
});
/** Mapping from `room-1` to a unit type. */
const sold = () => {
  const [first] = world.unitTypes;
  if (!first) throw new Error('The property has no unit type.');
  return first;
};
afterAll(async () => {
  await platform.close();
  await world.server.close();
});

/** Waits for the last call to a path that passes. */
const called = async (path: string, passes: (body: Record<string, unknown>) => boolean = () => true) => {
  const found = await eventually(
    async () => world.server.calls.findLast((call) => call.path === path && passes(JSON.parse(call.raw))),
    (call) => call !== undefined,
  );
  if (!found) throw new Error(`${path} was not called.`);
  return { ...found, body: JSON.parse(found.raw) };
};
const fetchProducts = () => {
  world.server.answers.set('/products', { body: { rooms: [] } });
  return world.host('mutation ($id: ID!) { it: channelProductsFetch(id: $id) { userErrors { code } } }', {
    id: connection,
  });
};

test("a connection test includes the install's and the property's settings", async () => {
  const { body } = await called('/test');
  expect(body).toMatchObject({ settings: { account: 'as usual', code: 'H-1' }, settings_version: 3 });
  expect(body).not.toHaveProperty('room_settings');
  expect(Object.keys(body.settings)).toEqual(['account', 'code']);
});

test("a call for rooms includes its connection's settings too", async () => {
  expect(await fetchProducts()).toEqual({ userErrors: [] });
  const { body } = await called('/products');
  expect(body).toMatchObject({ connection_id: Number(connection), channel_property_id: 'CH-1' });
  expect([body.settings, body.settings_version]).toEqual([
    { account: 'as usual', code: 'H-1', feed: 'late' },
    4,
  ]);
});

test("a call includes the unit types' settings by room", async () => {
  await fetchProducts();
  const { body } = await called('/products');
  const others = world.unitTypes.slice(1).map((_, place) => [`room-${place + 2}`, { room_code: null }]);
  expect(body.room_settings).toEqual({ 'room-1': { room_code: 'R-1' }, ...Object.fromEntries(others) });
});

test('an update about nights contains the current settings', async () => {
  await fillIn(platform, host, world.app.slug, { account: 'CH-12' });
  const [unitType] = world.unitTypes;
  const { length } = world.server.calls;
  await platform.database.query(
    `UPDATE catalog.night SET closed = 1 - closed WHERE unit_type_id = $1
     AND night = (SELECT min(night) + 30 FROM catalog.night WHERE unit_type_id = $1)`,
    [unitType?.id],
  );
  const isNew = () => world.server.calls.length > length;
  // A connection's first update names every room and may still be in flight.
  const isOfOneRoom = (one: { room_settings?: object }) => Object.keys(one.room_settings ?? {}).length === 1;
  const { body } = await called('/ari', (one) => isNew() && one.settings_version === 5 && isOfOneRoom(one));
  expect(body.settings).toEqual({ account: 'CH-12', code: 'H-1', feed: 'late' });
  expect(body.room_settings).toEqual({ 'room-1': { room_code: 'R-1' } });
});

test('the signature covers the sent bytes', async () => {
  const call = await called('/products');
  const signature = signTimestamped(world.app.webhookSecret, Number(call.timestamp), call.raw);
  expect(call.signature).toBe(`sha256=${signature}`);
});

test('no call contains a secret', () => {
  expect(world.server.calls.length).toBeGreaterThan(1);
  expect(world.server.calls.filter(({ raw }) => raw.includes(SECRET))).toEqual([]);
});

test('an app without settings receives calls without them', async () => {
  const plain = await openChannel(platform, host);
  try {
    await plain.connect('CH-2');
    const tested = plain.server.calls.find(({ path }) => path === '/test');
    expect(Object.keys(JSON.parse(tested?.raw ?? '{}'))).toEqual(['channel_property_id', 'property']);
  } finally {
    await plain.server.close();
  }
});
