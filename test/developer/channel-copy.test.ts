import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type ChannelServer, type ChannelWorld, openChannel } from '../support/channel.ts';
import { type AriMessage, type ChannelCopy, openCopy } from '../support/channel-copy.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/channels.md#comparing: a channel's copy, over real HTTP.

const HORIZON = 40;
let platform: TestPlatform;
let world: ChannelWorld;
let copy: ChannelCopy;
let connectionId: string;

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  world = await openChannel(platform, await demoHost(platform, 'lakeside'), MANIFEST, { saysItsCopy: true });
  copy = openCopy();
  listen(world.server, copy);
  connectionId = await world.connect('P-1');
  await quiet();
});
afterAll(async () => {
  await platform.close();
  await world.server.close();
});

const MANIFEST = {
  channel: { name: 'Staywell', features: ['rates', 'restrictions'], horizon_days: HORIZON },
};

/** Serves the channel: stores updates and returns its copy. */
function listen({ answers }: ChannelServer, to: ChannelCopy) {
  answers.set('/ari', (raw) => {
    to.take(JSON.parse(raw) as AriMessage);
    return { body: { accepted: true } };
  });
  answers.set('/copy', (raw) => {
    const { from, until } = JSON.parse(raw);
    const changes = [...to.nights]
      .map(([key, says]) => {
        const [room, night = ''] = key.split(' ');
        return { channel_room: room, from: night, until: night, ...says };
      })
      .filter(({ from: night }) => night >= from && night <= until);
    return { body: { changes } };
  });
}

const quiet = () =>
  eventually(
    () => world.host('{ it: channelConnections { id push { waitingSince lastFullAt comparable } } }'),
    ([{ push }]) => push.waitingSince === null && push.lastFullAt !== null,
  );
const COMPARE = `mutation ($id: ID!, $from: Date) { it: channelCopyCompare(id: $id, from: $from) {
  comparison { from until next compared waiting differences { channelRoomId channelRateId from until field guests told found } hasMore }
  userErrors { field code message } } }`;
const compare = (from: string | null = null, id = connectionId) => world.host(COMPARE, { id, from });
const key = (room: string, day: number) => `${room} ${daysAhead(day)}`;
const alter = (room: string, day: number, says: object) =>
  copy.nights.set(key(room, day), { ...copy.nights.get(key(room, day)), ...says });

describe('a copy that is compared', () => {
  test('a comparison covers one month from today by default', async () => {
    const { comparison, userErrors } = await compare();
    expect(userErrors).toEqual([]);
    expect(comparison).toEqual({
      from: daysAhead(0),
      until: daysAhead(30),
      next: daysAhead(31),
      compared: 31 * world.unitTypes.length,
      waiting: 0,
      differences: [],
      hasMore: false,
    });
    const call = world.server.calls.findLast(({ path }) => path === '/copy');
    expect(call?.topic).toBe('channel_copy');
    expect(JSON.parse(call?.raw ?? '')).toEqual({
      connection_id: Number(connectionId),
      channel_property_id: 'P-1',
      from: daysAhead(0),
      until: daysAhead(30),
    });
  });

  test("a comparison ends at the connection's horizon", async () => {
    const { comparison } = await compare(daysAhead(35));
    const { from, until, next } = comparison;
    expect([from, until, next]).toEqual([daysAhead(35), daysAhead(HORIZON - 1), null]);
  });

  test.each([
    ['before today', -1],
    ['after what the channel is told', HORIZON],
  ])("a comparison can't begin %s", async (_what, day) => {
    expect((await compare(daysAhead(day))).userErrors).toMatchObject([{ field: ['from'], code: 'INVALID' }]);
  });

  test("a comparison lists the channel's differences", async () => {
    const before = copy.nights.get(key('room-1', 3));
    for (const day of [3, 4]) alter('room-1', day, { availability: 99 });
    const { comparison } = await compare();
    expect(comparison.differences).toEqual([
      {
        channelRoomId: 'room-1',
        channelRateId: null,
        from: daysAhead(3),
        until: daysAhead(4),
        field: 'availability',
        guests: null,
        told: String(before?.['availability']),
        found: '99',
      },
    ]);
    expect(comparison.waiting).toBe(0);
    await world.host('mutation ($id: ID!) { it: channelSyncRequest(id: $id) { userErrors { code } } }', {
      id: connectionId,
    });
    await quiet();
    expect((await compare()).comparison.differences).toEqual([]);
  });

  test("a comparison skips nights whose updates the channel hasn't accepted yet", async () => {
    world.server.answers.set('/ari', { status: 202, body: {} });
    await platform.database.query(
      'UPDATE catalog.night SET rate = 7700 WHERE unit_type_id = $1 AND night = $2::date',
      [world.unitTypes[0]?.id, daysAhead(8)],
    );
    await eventually(
      () =>
        platform.database.query(
          'SELECT 1 FROM catalog.channel_push WHERE connection_id = $1 AND sending IS NOT NULL',
          [connectionId],
        ),
      (rows) => rows.length === 1,
    );
    const { comparison } = await compare();
    expect([comparison.differences, comparison.waiting]).toEqual([[], 1]);
    await platform.database.query(
      'UPDATE catalog.channel_push SET claimed_until = now() WHERE connection_id = $1',
      [connectionId],
    );
    listen(world.server, copy);
    await quiet();
    expect((await compare()).comparison.waiting).toBe(0);
  });

  test("a failing app's response isn't treated as a comparison", async () => {
    world.server.answers.set('/copy', { status: 500, body: {} });
    expect((await compare()).userErrors).toMatchObject([{ code: 'CHANNEL_FAILED' }]);
    world.server.answers.set('/copy', { body: { changes: [{ channel_room: 'room-1' }] } });
    const { comparison, userErrors } = await compare();
    expect(comparison).toBeNull();
    expect(userErrors[0].message).toContain('changes.0.from');
  });

  test("another team can't compare a connection", async () => {
    const stranger = await demoHost(platform, 'harbour');
    const asStranger = await openChannel(platform, stranger);
    expect((await asStranger.host(COMPARE, { id: connectionId })).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
    await asStranger.server.close();
  });
});

test("an app that doesn't report its channel's copy isn't called for a comparison", async () => {
  const silent = await openChannel(platform, await demoHost(platform, 'lakeside'), MANIFEST);
  const id = await silent.connect('P-2');
  const { userErrors } = await silent.host(COMPARE, { id });
  expect(userErrors).toEqual([
    {
      field: null,
      code: 'INVALID',
      message: 'This channel’s app doesn’t report the channel’s copy of your nights.',
    },
  ]);
  expect(silent.server.calls.filter(({ path }) => path === '/copy')).toEqual([]);
  await silent.server.close();
});
