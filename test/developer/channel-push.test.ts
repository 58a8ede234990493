import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { demoHost } from '../support/app-world.ts';
import {
  type Answer,
  type ChannelWorld,
  CONNECTION,
  openChannel,
  reservation,
  stay,
} from '../support/channel.ts';
import { type AriMessage, type ChannelCopy, freeUnits, openCopy } from '../support/channel-copy.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/channels.md#push: a channel with its own copy, over real HTTP.

let platform: TestPlatform;
let world: ChannelWorld;
let copy: ChannelCopy;
let messages: AriMessage[];
/** The channel's response; it stores accepted updates. */
let answer: (message: AriMessage) => Answer | Promise<Answer>;
const HORIZON = 30;
const ACCEPTED: Answer = { body: { accepted: true } };
const accept = (message: AriMessage): Answer => {
  copy.take(message);
  return ACCEPTED;
};

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  world = await openChannel(platform, await demoHost(platform, 'lakeside'), {
    channel: { name: 'Staywell', features: ['rates', 'restrictions'], horizon_days: HORIZON },
  });
  world.server.answers.set('/ari', async (raw) => {
    const message: AriMessage = JSON.parse(raw);
    messages.push(message);
    return answer(message);
  });
});
afterAll(async () => {
  await platform.close();
  await world.server.close();
});
beforeEach(() => {
  copy = openCopy();
  messages = [];
  answer = accept;
});

let connected = 0;
/** Reconnects the property and waits until its channel has everything. */
async function connect(settings: object = {}): Promise<string> {
  const id = await world.connect(`P-${++connected}`, settings);
  await quiet(id);
  return id;
}
const PUSH = `push { sequence waitingSince nextAttemptAt failures lastAcceptedAt lastFullAt lastError nights acceptedNights }
  rooms { channelRoomId problem } status`;
const look = async (id: string) => {
  const connections = await world.host(`{ channelConnections { id ${PUSH} } }`);
  const messages = await world.host(
    'query ($id: ID!) { channelMessages(connectionId: $id) { sequence mode changes outcome status problem } }',
    { id },
  );
  return { ...connections.find((one: { id: string }) => one.id === id), messages };
};
/** Fields of a connection's push that tests wait for. */
const quiet = (id: string) =>
  eventually(
    () => look(id),
    ({ push }) => push.waitingSince === null && push.lastFullAt !== null,
  );
const disconnect = (id: string) =>
  world.host(`mutation ($id: ID!) { it: channelConnectionDisconnect(id: $id) { ${CONNECTION} } }`, { id });
const setNights = (from: number, set: string, unitType = 0) =>
  platform.database.query(`UPDATE catalog.night SET ${set} WHERE unit_type_id = $1 AND night = $2::date`, [
    world.unitTypes[unitType]?.id,
    daysAhead(from),
  ]);
const told = (room: string, from: number) => copy.nights.get(`${room} ${daysAhead(from)}`);
const asApp = (query: string, variables: Readonly<Record<string, unknown>>) =>
  graphql(platform.address, query, { token: world.app.token, variables, version: 'unstable' });
const sequences = (id: string) =>
  messages.filter(({ connection_id: of }) => String(of) === id).map(({ sequence }) => sequence);

describe('a connection that is made', () => {
  test('a new connection sends all nights within the horizon in one signed message', async () => {
    const id = await connect();
    const [first] = messages.filter(({ connection_id: of }) => String(of) === id);
    expect(first).toMatchObject({
      mode: 'full',
      more: false,
      sequence: 1,
      channel_property_id: `P-${connected}`,
    });
    for (const [place, { id: unitType }] of world.unitTypes.entries()) {
      const free = await freeUnits(platform.database, unitType, { from: 0, nights: HORIZON });
      const known = free.map((_, day) => told(`room-${place + 1}`, day)?.availability);
      expect(known).toEqual(free);
    }
    expect(told('room-1', HORIZON)).toBeUndefined();
    const call = world.server.calls.findLast(({ path }) => path === '/ari');
    expect(call?.topic).toBe('channel_ari');
    const signature = signTimestamped(world.app.webhookSecret, Number(call?.timestamp), call?.raw ?? '');
    expect(call?.signature).toBe(`sha256=${signature}`);
    await disconnect(id);
  });

  test('a new connection stays mapped until its channel has accepted all nights', async () => {
    answer = () => ({ status: 202, body: {} });
    const id = await world.connect(`P-${++connected}`);
    const waiting = await eventually(
      () => look(id),
      ({ messages: kept }) => kept[0]?.outcome === 'waiting',
    );
    const nights = world.unitTypes.length * HORIZON;
    expect(waiting).toMatchObject({
      status: 'mapped',
      push: { lastFullAt: null, nights, acceptedNights: 0 },
    });
    const { userErrors } = await world.bring(
      reservation(id, 26, { lines: [stay('room-1', 26, 1)], total: 10_000 }),
    );
    expect(userErrors).toEqual([]);
    answer = accept;
    await asApp(
      'mutation ($input: ChannelMessageAcknowledgeInput!) { it: channelMessageAcknowledge(input: $input) { applied } }',
      { input: { messageId: messages.find((one) => String(one.connection_id) === id)?.message_id } },
    );
    // The channel may not have accepted the newly taken night yet.
    await eventually(
      () => look(id),
      ({ status, push }) => status === 'active' && push.acceptedNights === nights,
    );
    const { nodes } = await world.host('{ teamEvents(first: 5) { nodes { kind } } }');
    expect(nodes).toContainEqual({ kind: 'channel_connection.activated' });
    await disconnect(id);
  });

  test("a new connection withholds units that its channel hasn't received yet", async () => {
    const id = await connect({ stopSellBelow: 1 });
    const [free = 0] = await freeUnits(platform.database, world.unitTypes.at(-1)?.id ?? '', {
      from: 3,
      nights: 1,
    });
    expect(told(`room-${world.unitTypes.length}`, 3)?.availability).toBe(Math.max(0, free - 1));
    await disconnect(id);
  });
});

describe('a change of the calendar', () => {
  let id: string;
  beforeAll(async () => {
    copy = openCopy();
    messages = [];
    answer = accept;
    id = await connect();
  });
  afterAll(() => disconnect(id));

  test.each([
    ['the rate of a night', 'rate = 12345', { rates: [{ guests: expect.any(Number), amount: 12_345 }] }],
    ['a minimum stay', 'min_stay = 3', { min_stay: 3 }],
    ['a closed arrival', 'closed_to_arrival = true', { closed_to_arrival: true }],
    ['a stop-sell', 'stop_sell = true', { stop_sell: true }],
    ['its last unit', 'closed = total', { availability: 0 }],
  ])('a calendar change in %s reaches the channel', async (_what, set, expected) => {
    await setNights(5, set);
    await eventually(
      async () => told('room-1', 5),
      (night) => night !== undefined,
    );
    expect(told('room-1', 5)).toMatchObject(expected);
    expect(messages.at(-1)?.mode).toBe('delta');
  });

  test('a hundred changes to one night are sent as one change', async () => {
    let open = () => {};
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    answer = async (message) => {
      await held;
      return accept(message);
    };
    await setNights(7, 'rate = 1000');
    await eventually(
      async () => messages,
      ({ length }) => length === 1,
    );
    // A message is in flight, so the following changes wait for it and go out together.
    for (let rate = 1; rate <= 100; rate++) await setNights(7, `rate = ${1000 + rate}`);
    open();
    await eventually(
      async () => told('room-1', 7)?.rates,
      (rates) => JSON.stringify(rates ?? '').includes('1100'),
    );
    expect(messages.length).toBeLessThan(5);
    expect(messages.at(-1)?.changes).toHaveLength(1);
  });

  test("the channel's own reservation changes its calendar too", async () => {
    const unitType = world.unitTypes.at(-1);
    const room = `room-${world.unitTypes.length}`;
    const [before = 0] = await freeUnits(platform.database, unitType?.id ?? '', { from: 9, nights: 1 });
    const { userErrors } = await world.bring(
      reservation(id, 9, { lines: [stay(room, 9, 1)], total: 10_000 }),
    );
    expect(userErrors).toEqual([]);
    await eventually(
      async () => told(room, 9),
      (night) => night?.availability === before - 1,
    );
  });

  test('a unit type taken off sale closes all its nights', async () => {
    const unitType = world.unitTypes.at(-1)?.id;
    await platform.database.query('UPDATE catalog.unit_type SET active = false WHERE id = $1', [unitType]);
    const room = `room-${world.unitTypes.length}`;
    await eventually(
      async () => told(room, HORIZON - 1),
      (night) => night?.availability === 0 && night['stop_sell'] === true,
    );
    await platform.database.query('UPDATE catalog.unit_type SET active = true WHERE id = $1', [unitType]);
    await eventually(
      async () => told(room, HORIZON - 1),
      (night) => night?.['stop_sell'] === false,
    );
  });
});

describe('a message', () => {
  let id: string;
  beforeAll(async () => {
    copy = openCopy();
    messages = [];
    answer = accept;
    id = await connect();
  });
  afterAll(() => disconnect(id));

  test('a refused message is rebuilt from the current calendar', async () => {
    const rates: unknown[] = [];
    answer = (message) => {
      const [price] = (message.changes[0]?.['rates'] ?? []) as { amount: number }[];
      rates.push(price?.amount);
      return rates.length === 1 ? { status: 500, body: {} } : accept(message);
    };
    await setNights(11, 'rate = 5000');
    await eventually(
      async () => (await look(id)).push,
      ({ failures }) => failures === 1,
    );
    await setNights(11, 'rate = 6000');
    await eventually(
      () => look(id),
      ({ push }) => push.waitingSince === null,
    );
    expect(rates).toEqual([5000, 6000]);
    expect(sequences(id)).toEqual([...sequences(id)].sort((one, other) => one - other));
  });

  test.each([
    ['cannot be read', { body: 'thanks' }, 'can’t be read'],
    [
      'names a change it has not',
      { body: { accepted: false, errors: [{ change: 9, code: 'internal' }] } },
      'reported change 9',
    ],
    ['is not an acceptance', { status: 302, body: { accepted: true } }, 'status 302'],
  ])('a message whose response %s is sent again', async (_what, wrong, problem) => {
    let asked = 0;
    answer = (message) => (asked++ === 0 ? wrong : accept(message));
    await setNights(12, `rate = coalesce(rate, 0) + 100`);
    await eventually(
      () => look(id),
      ({ push }) => push.waitingSince === null && asked === 2,
    );
    const { messages: kept } = await look(id);
    expect(kept[0]).toMatchObject({ outcome: 'accepted', problem: null });
    expect(kept[1]).toMatchObject({ outcome: 'failed', problem: expect.stringContaining(problem) });
  });

  test('if a channel refuses one change in a message, the rest is sent again once', async () => {
    let asked = 0;
    answer = (message) => {
      asked++;
      return asked === 1
        ? { body: { accepted: false, errors: [{ change: 0, code: 'internal', message: 'Try later.' }] } }
        : accept(message);
    };
    await platform.database.query(
      `UPDATE catalog.night SET rate = CASE night WHEN $2::date THEN 7000 ELSE 8000 END
       WHERE unit_type_id = $1 AND night IN ($2::date, $3::date)`,
      [world.unitTypes[0]?.id, daysAhead(14), daysAhead(16)],
    );
    await eventually(
      () => look(id),
      ({ push }) => push.waitingSince === null && asked === 2,
    );
    const [again] = messages.slice(-1);
    expect(again?.changes.map(({ from }) => from)).toEqual([daysAhead(14)]);
    expect((await look(id)).messages[1]).toMatchObject({ outcome: 'partly_accepted' });
  });

  test("if a channel doesn't know a room, updates stop only for that room", async () => {
    answer = (message) => {
      copy.take(message);
      const change = message.changes.findIndex(({ channel_room: room }) => room === 'room-1');
      if (change < 0) return ACCEPTED;
      return { body: { accepted: false, errors: [{ change, code: 'unknown_room' }] } };
    };
    await setNights(17, 'rate = 9000');
    await eventually(
      () => look(id),
      ({ rooms }) => rooms[0].problem !== null,
    );
    messages = [];
    await setNights(18, 'rate = 9100');
    await setNights(18, 'rate = 9200', 1);
    await eventually(
      async () => told('room-2', 18),
      (night) => JSON.stringify(night?.rates ?? '').includes('9200'),
    );
    expect(messages.flatMap(({ changes }) => changes.map(({ channel_room: room }) => room))).toEqual([
      'room-2',
    ]);
    answer = accept;
    await world.host('mutation ($id: ID!) { it: channelSyncRequest(id: $id) { userErrors { code } } }', {
      id,
    });
    await eventually(
      async () => told('room-1', 18),
      (night) => JSON.stringify(night?.rates ?? '').includes('9100'),
    );
    expect((await look(id)).rooms[0].problem).toBeNull();
  });

  test('a message awaiting acknowledgment delays the next one', async () => {
    await quiet(id);
    answer = () => ({ status: 202, body: {} });
    messages = [];
    await setNights(20, 'rate = 4100');
    await eventually(
      () => look(id),
      ({ messages: kept }) => kept[0].outcome === 'waiting',
    );
    await setNights(21, 'rate = 4200');
    const acknowledge = (errors: readonly object[] = []) =>
      asApp(
        'mutation ($input: ChannelMessageAcknowledgeInput!) { it: channelMessageAcknowledge(input: $input) { applied userErrors { code } } }',
        { input: { messageId: messages[0]?.message_id, errors } },
      );
    expect(messages).toHaveLength(1);
    answer = accept;
    expect((await acknowledge()).data.it).toEqual({ applied: true, userErrors: [] });
    await eventually(
      async () => told('room-1', 21),
      (night) => night !== undefined,
    );
    expect(messages).toHaveLength(2);
    expect((await acknowledge()).data.it).toEqual({ applied: false, userErrors: [] });
  });

  test("a message that isn't acknowledged in time is rebuilt and sent again", async () => {
    await quiet(id);
    answer = () => ({ status: 202, body: {} });
    messages = [];
    await setNights(27, 'rate = 4100');
    await eventually(
      () => look(id),
      ({ messages: kept }) => kept[0].outcome === 'waiting',
    );
    await setNights(27, 'rate = 4150');
    answer = accept;
    // Ends its ten minutes.
    await platform.database.query(
      'UPDATE catalog.channel_push SET claimed_until = now(), next_attempt_at = now() WHERE connection_id = $1',
      [id],
    );
    await quiet(id);
    expect(told('room-1', 27)?.rates).toEqual([{ guests: expect.any(Number), amount: 4150 }]);
    const late = await asApp(
      'mutation ($input: ChannelMessageAcknowledgeInput!) { it: channelMessageAcknowledge(input: $input) { applied } }',
      { input: { messageId: messages[0]?.message_id } },
    );
    expect(late.data.it.applied).toBe(false);
    const { messages: kept } = await look(id);
    const first = kept.find(({ sequence }: { sequence: number }) => sequence === messages[0]?.sequence);
    expect(first).toMatchObject({
      outcome: 'failed',
      problem: 'The channel did not acknowledge it in time.',
    });
  });

  test('a 410 response pauses the connection', async () => {
    answer = () => ({ status: 410, body: {} });
    await setNights(22, 'rate = 4300');
    await eventually(
      () => look(id),
      ({ status }) => status === 'paused',
    );
    answer = accept;
    await world.host(`mutation ($id: ID!) { it: channelConnectionResume(id: $id) { ${CONNECTION} } }`, {
      id,
    });
    await eventually(
      async () => told('room-1', 22),
      (night) => JSON.stringify(night?.rates ?? '').includes('4300'),
    );
  });
});

test("a change is sent even while a host's transaction locks the connection", async () => {
  const id = await connect();
  const host = new pg.Client({ connectionString: platform.database.url });
  await host.connect();
  await host.query('BEGIN');
  await host.query('SELECT FROM catalog.channel_connection WHERE id = $1 FOR UPDATE', [id]);
  // One scan finds both and marks the connection twice.
  await platform.database.query(
    `WITH night AS (UPDATE catalog.night SET rate = 4700 WHERE unit_type_id = $1 AND night = $2::date)
     UPDATE catalog.unit_type SET base_rate = base_rate + 1 WHERE id = $1`,
    [world.unitTypes[0]?.id, daysAhead(13)],
  );
  await eventually(
    async () => told('room-1', 13),
    (night) => JSON.stringify(night?.rates ?? '').includes('4700'),
  );
  await host.end();
  await disconnect(id);
});

describe('a connection that is degraded', () => {
  let failing: string;
  let slow: string;
  /** A connection whose channel accepted all nights while the process that should activate it was killed. */
  let interrupted: string;
  /** Free units on night 25 in the last room, as sent to the failing connection's channel. */
  let sold: number[];
  const room = () => `room-${world.unitTypes.length}`;
  const toldNow = (id: string) =>
    platform.database.query(
      'UPDATE catalog.channel_push SET next_attempt_at = now() WHERE connection_id = $1 AND next_attempt_at IS NOT NULL',
      [id],
    );
  const statusOf = async (id: string) => {
    const all = await world.host('{ channelConnections { id status degradedSince } }');
    return all.find((one: { id: string }) => one.id === id);
  };
  const heldBack = async () => {
    const rows = await platform.database.query<{ held_back: number }>(
      'SELECT held_back FROM catalog.unit_type WHERE id = ANY ($1) ORDER BY units, id',
      [world.unitTypes.map(({ id }) => Number(id))],
    );
    return rows.map((row) => Number(row.held_back));
  };

  beforeAll(async () => {
    copy = openCopy();
    messages = [];
    answer = accept;
    failing = await connect();
    slow = await connect({ holdBackUnits: 100 });
    interrupted = await connect();
    await platform.database.query('UPDATE catalog.channel_connection SET awaits_full = true WHERE id = $1', [
      interrupted,
    ]);
    sold = [];
  });
  beforeEach(() => {
    answer = () => ({ status: 503, body: {} });
  });
  afterAll(async () => {
    answer = accept;
    await disconnect(failing);
    await disconnect(slow);
    await disconnect(interrupted);
  });

  test('a connection degrades after five consecutive failures', async () => {
    await setNights(25, 'rate = coalesce(rate, 0) + 100', world.unitTypes.length - 1);
    await eventually(
      async () => {
        await toldNow(failing);
        return (await look(failing)).push;
      },
      ({ failures }) => failures >= 5,
    );
    const { degradedSince } = await eventually(
      () => statusOf(failing),
      ({ status }) => status === 'degraded',
    );
    expect(degradedSince).not.toBeNull();
  });

  test('a connection degrades when a change waits for more than 15 minutes', async () => {
    await setNights(25, 'rate = coalesce(rate, 0) + 100', world.unitTypes.length - 1);
    await eventually(
      () => look(slow),
      ({ push }) => push.failures > 0,
    );
    await platform.database.query(
      "UPDATE catalog.channel_push SET waiting_since = now() - interval '16 minutes', failures = 0 WHERE connection_id = $1",
      [slow],
    );
    await eventually(
      () => statusOf(slow),
      ({ status }) => status === 'degraded',
    );
  });

  test('a degraded connection can withhold all units from agents', async () => {
    expect(await heldBack()).toEqual(world.unitTypes.map(({ units }) => units));
  });

  test('pausing a degraded connection makes its units available again', async () => {
    await world.host(`mutation ($id: ID!) { it: channelConnectionPause(id: $id) { ${CONNECTION} } }`, {
      id: slow,
    });
    expect(await statusOf(slow)).toMatchObject({ status: 'paused', degradedSince: null });
    expect(await heldBack()).toEqual(world.unitTypes.map(() => 1));
  });

  test('a degraded connection still accepts reservations', async () => {
    const { userErrors } = await world.bring(
      reservation(failing, 23, { lines: [stay(room(), 23, 1)], total: 10_000 }),
    );
    expect(userErrors).toEqual([]);
  });

  test('a degraded connection still sends its withheld units to its own channel', async () => {
    const unitType = world.unitTypes.at(-1)?.id ?? '';
    const [free = 0] = await freeUnits(platform.database, unitType, { from: 25, nights: 1 });
    answer = (message) => {
      if (String(message.connection_id) === failing)
        for (const change of message.changes)
          if (change.channel_room === room() && change.from <= daysAhead(25) && change.until >= daysAhead(25))
            sold.push(Number(change['availability']));
      return accept(message);
    };
    await setNights(25, 'rate = coalesce(rate, 0) + 100', world.unitTypes.length - 1);
    await toldNow(failing);
    await eventually(
      () => statusOf(failing),
      ({ status }) => status === 'active',
    );
    await eventually(
      () => look(failing),
      ({ push }) => push.waitingSince === null && sold.length > 0,
    );
    expect(new Set(sold)).toEqual(new Set([free]));
  });

  test('a degraded connection is active again once everything is accepted', async () => {
    answer = accept;
    await toldNow(failing);
    await eventually(
      () => statusOf(failing),
      ({ status, degradedSince }) => status === 'active' && degradedSince === null,
    );
    expect(await heldBack()).toEqual(world.unitTypes.map(() => 0));
    const { nodes } = await world.host('{ teamEvents(first: 50) { nodes { kind } } }');
    const kinds = nodes.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['channel_connection.degraded', 'channel_connection.recovered']),
    );
  });

  test('a connection whose activation was interrupted becomes active instead of degraded', async () => {
    await eventually(
      () => statusOf(interrupted),
      ({ status }) => status === 'active',
    );
  });
});

describe('a channel', () => {
  test("an unresponsive channel doesn't delay the others", async () => {
    const deaf = await connect();
    const well = await connect();
    let release = () => {};
    const never = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async (message) => {
      if (String(message.connection_id) === deaf) await never;
      return accept(message);
    };
    messages = [];
    await setNights(24, 'rate = 4400');
    await eventually(
      async () => sequences(deaf).length,
      (length) => length === 1,
    );
    await setNights(25, 'rate = 4500');
    await eventually(
      () => look(well),
      ({ push, messages: kept }) =>
        push.waitingSince === null && kept[0].outcome === 'accepted' && sequences(well).length >= 2,
    );
    expect((await look(deaf)).push.waitingSince).not.toBeNull();
    release();
    await quiet(deaf);
    await Promise.all([deaf, well].map(disconnect));
  });

  test('a channel receives a closed calendar for an unmapped room', async () => {
    const id = await connect();
    await world.host(
      `mutation ($input: ChannelRoomsMapInput!) { it: channelRoomsMap(input: $input) { ${CONNECTION} } }`,
      {
        input: { connectionId: id, rooms: [{ channelRoomId: 'room-2', unitTypeId: world.unitTypes[1]?.id }] },
      },
    );
    await eventually(
      async () => told('room-1', 3),
      (night) => night?.availability === 0 && night['stop_sell'] === true,
    );
    await disconnect(id);
  });

  test.each(['Pause', 'Disconnect'])('a channel receives a closed calendar after %s', async (move) => {
    const id = await connect();
    await world.host(`mutation ($id: ID!) { it: channelConnection${move}(id: $id) { ${CONNECTION} } }`, {
      id,
    });
    await eventually(
      async () => told('room-2', HORIZON - 1),
      (night) => night?.availability === 0 && night['stop_sell'] === true,
    );
    await eventually(
      () => look(id),
      ({ push }) => push.waitingSince === null,
    );
    messages = [];
    await setNights(26, 'rate = coalesce(rate, 0) + 1');
    await sleep(1_000); // no event to wait for: a message would be sent within half that time
    expect(sequences(id)).toEqual([]);
    if (move === 'Pause') await disconnect(id);
  });

  test('uninstalling an app closes the calendar at its channel', async () => {
    const gone = await openChannel(platform, await demoHost(platform, 'lakeside'), {
      channel: { name: 'Goodbye', features: ['rates', 'restrictions'], horizon_days: HORIZON },
    });
    const farewell = openCopy();
    gone.server.answers.set('/ari', (raw) => {
      farewell.take(JSON.parse(raw));
      return ACCEPTED;
    });
    await gone.connect(`P-${++connected}`);
    const last = () => farewell.nights.get(`room-2 ${daysAhead(HORIZON - 1)}`);
    await eventually(
      async () => last(),
      (night) => night?.['stop_sell'] === false,
    );
    const { userErrors } = await world.host(
      'mutation ($slug: String!) { it: appUninstall(slug: $slug, team: "lakeside") { userErrors { message } } }',
      { slug: gone.app.slug },
    );
    expect(userErrors).toEqual([]);
    await eventually(
      async () => last(),
      (night) => night?.availability === 0 && night['stop_sell'] === true,
    );
    await gone.server.close();
  });

  test('a host can resend everything to a channel up to four times an hour', async () => {
    const id = await connect();
    const ask = () =>
      world.host('mutation ($id: ID!) { it: channelSyncRequest(id: $id) { userErrors { code } } }', { id });
    for (let time = 1; time <= 4; time++) expect((await ask()).userErrors).toEqual([]);
    expect((await ask()).userErrors).toEqual([{ code: 'LIMIT_REACHED' }]);
    await disconnect(id);
  });

  test("a channel receives everything again after its property's midnight", async () => {
    const id = await connect();
    copy = openCopy();
    messages = [];
    const { push: before } = await look(id);
    await platform.database.query(
      'UPDATE catalog.channel_push SET full_day = full_day - 2 WHERE connection_id = $1',
      [id],
    );
    await eventually(
      () => look(id),
      ({ push }) => push.waitingSince === null && push.lastFullAt > before.lastFullAt,
    );
    const own = messages.filter(({ connection_id: of }) => String(of) === id);
    expect(own.map(({ mode }) => mode)).toEqual(['full']);
    expect(told('room-1', HORIZON - 1)).toBeDefined();
    await disconnect(id);
  });

  test('a channel receives everything again if the change log was lost', async () => {
    const id = await connect();
    copy = openCopy();
    await platform.database.query('TRUNCATE catalog.channel_look');
    await eventually(
      async () => told('room-1', HORIZON - 1),
      (night) => night !== undefined,
    );
    await disconnect(id);
  });
});

describe('more than one message holds', () => {
  const FAR = 700;
  let far: ChannelWorld;
  beforeAll(async () => {
    far = await openChannel(platform, await demoHost(platform, 'lakeside'), {
      channel: { name: 'Farsight', features: ['rates'], horizon_days: FAR },
    });
    far.server.answers.set('/ari', async (raw) => {
      const message: AriMessage = JSON.parse(raw);
      messages.push(message);
      return answer(message);
    });
    // No two consecutive nights are equal, so each is a separate change.
    await platform.database.query(
      `UPDATE catalog.night SET rate = 1000 + (night - current_date) WHERE unit_type_id = ANY ($1::int[])`,
      [far.unitTypes.slice(0, 2).map(({ id }) => id)],
    );
  });
  afterAll(() => far.server.close());

  const nightsOf = (message: AriMessage) => message.changes.length;
  async function sent(connectionId: string) {
    await eventually(
      () => look(connectionId),
      ({ push }) => push.waitingSince === null && push.lastFullAt !== null,
    );
    return messages.filter(({ connection_id: of }) => String(of) === connectionId);
  }

  test('a large update is split into messages that together contain everything', async () => {
    const id = await far.connect('FAR-1');
    const parts = await sent(id);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ mode, more }) => ({ mode, more }))).toEqual(
      parts.map((_, place) => ({ mode: 'full', more: place < parts.length - 1 })),
    );
    expect(Math.max(...parts.map(nightsOf))).toBeLessThanOrEqual(1000);
    for (const room of ['room-1', 'room-2'])
      for (const day of [0, 1, FAR / 2, FAR - 1]) expect(told(room, day), `${room} ${day}`).toBeDefined();
    await disconnect(id);
  });

  test('a large update arrives complete even if one message was lost', async () => {
    let asked = 0;
    answer = (message) => {
      if (message.channel_property_id === 'FAR-2' && ++asked === 2) return { status: 502, body: {} };
      return accept(message);
    };
    const id = await far.connect('FAR-2');
    const parts = await sent(id);
    expect(parts.length).toBeGreaterThan(2);
    for (const room of ['room-1', 'room-2'])
      for (const day of [0, 1, FAR / 2, FAR - 1]) expect(told(room, day), `${room} ${day}`).toBeDefined();
    await disconnect(id);
  });

  test('a large update includes changes made between its messages', async () => {
    let change: Promise<unknown> | null = null;
    answer = async (message) => {
      if (message.channel_property_id !== 'FAR-3') return accept(message);
      change ??= platform.database.query(
        'UPDATE catalog.night SET rate = 77777 WHERE unit_type_id = $1 AND night = $2::date',
        [far.unitTypes[0]?.id, daysAhead(2)],
      );
      await change;
      return accept(message);
    };
    const id = await far.connect('FAR-3');
    await eventually(
      async () => told('room-1', 2),
      (night) => JSON.stringify(night?.rates ?? '').includes('77777'),
    );
    await sent(id);
    expect(told('room-1', 2)?.rates).toEqual([{ guests: expect.any(Number), amount: 77_777 }]);
    await disconnect(id);
  });
});
