import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { double, startApp, startPlatform, stay, until } from './support.js';

let platform;
let app;
let id;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.close());
beforeEach(async () => {
  app = await startApp(platform);
  id = await app.connect();
  await tell(double());
});
afterEach(async () => {
  await app.close();
  Object.assign(platform, { userErrors: [], down: false, refused: 0, connections: [] });
  platform.told.length = 0;
});

/** Sends a message to the channel; returns its response. */
async function tell(...changes) {
  const answer = await app.call('/channel_ari', app.message(id, changes));
  return { status: answer.status, ...(await answer.json()) };
}
const copy = () => app.ask('GET', `properties/${id}`);
const night = async (date, room = 'double') => (await copy()).rooms[room]?.[date];
const sell = (more) => app.ask('POST', `properties/${id}/sales`, stay(more));
const isHeard = (count) => until(() => platform.brought().length === count);

describe('a host who connects a property', () => {
  const property = { id: 8, name: 'Hilltop', currency: 'JPY', time_zone: 'Asia/Tokyo' };
  const test8 = async (typed) =>
    (await app.call('/channel_test', { channel_property_id: typed, property })).json();

  test('a property gets its id and currency on the channel', async () => {
    assert.deepEqual(await test8(null), { ok: true, channel_property_id: 'SW-8', currency: 'JPY' });
    assert.equal((await test8('SW-8')).ok, true);
  });

  test("connecting a property with another property's id is refused with the right id", async () => {
    assert.deepEqual(await test8('SW-7'), { ok: false, message: "This property's id on Staywell is SW-8." });
  });

  test("a host can choose among the channel's rooms", async () => {
    const answer = await app.call('/channel_products', { connection_id: 3, channel_property_id: id });
    assert.deepEqual(
      (await answer.json()).rooms.map((room) => [room.id, ...room.rates.map((rate) => rate.id)]),
      ['double', 'twin', 'suite'].map((room) => [room, 'flexible', 'saver']),
    );
  });
});

describe('a host from the app store', () => {
  const CODE = 'platform_store_abc';
  const property = { id: 9, name: 'Harbour', currency: 'EUR', time_zone: 'Europe/Zurich' };
  const harbour = { team: 'harbour', secret: 'whsec_harbour' };
  const arrive = (query = { code: CODE, iss: platform.url }) => {
    platform.team = 'harbour';
    platform.granted = { access_token: 'platform_app_harbour', webhook_secret: harbour.secret };
    return app.arrive(query);
  };
  const list = () => app.call('/channel_test', { channel_property_id: null, property }, harbour);

  test('a host who installs the app from the store sells rooms with the tokens from the code', async () => {
    assert.equal((await list()).status, 401);
    const { status, text } = await arrive();
    assert.deepEqual(
      [status, text],
      [200, 'Connected: choose Staywell under Channels to sell the rooms of harbour there.'],
    );
    assert.deepEqual(platform.exchanged, {
      grant_type: 'authorization_code',
      client_id: 'client',
      client_secret: 'platform_secret_test',
      redirect_uri: 'https://staywell.example.com/oauth/callback',
      code: CODE,
    });
    assert.equal((await list()).status, 200);
    await app.call('/channel_products', { connection_id: 4, channel_property_id: 'SW-9' }, harbour);
    const message = { ...app.message('SW-9', [double()]), connection_id: 4 };
    assert.equal((await app.call('/channel_ari', message, harbour)).status, 200);
    assert.equal((await app.ask('POST', 'properties/SW-9/sales', stay())).status, 'booked');
    await isHeard(1);
    assert.equal(platform.token, 'platform_app_harbour');
    await sell();
    await isHeard(2);
    assert.equal(platform.token, 'platform_app_test', 'each team has its own token');
  });

  test("a team can't read or change another team's property", async () => {
    await arrive();
    const copied = await copy();
    const span = { from: '2030-05-01', until: '2030-05-31' };
    for (const [path, body] of [
      ['/channel_ari', app.message(id, [double({ availability: 0 })])],
      ['/channel_products', { connection_id: 4, channel_property_id: id }],
      ['/channel_copy', { connection_id: 4, channel_property_id: id, ...span }],
    ]) {
      assert.equal((await app.call(path, body, harbour)).status, 409, path);
    }
    assert.deepEqual(await copy(), copied);
  });

  test("a code that isn't from the store, or was already used, connects nothing", async () => {
    platform.exchanged = null;
    for (const query of [{ code: 'abc' }, { code: CODE, state: 'x' }, {}]) {
      assert.equal((await arrive(query)).status, 400);
    }
    assert.equal(platform.exchanged, null);
    platform.granted = null;
    const { status, text } = await app.arrive({ code: CODE });
    assert.equal(status, 502);
    assert.match(text, /invalid_grant/);
    assert.equal((await list()).status, 401);
  });
});

describe('a message', () => {
  test('a message with another signature is refused', async () => {
    const answer = await app.call('/channel_ari', app.message(id, [double()]), { secret: 'whsec_other' });
    assert.equal(answer.status, 401);
  });

  test('a message replaces its own nights only', async () => {
    const from = { from: '2030-05-03', until: '2030-05-04' };
    assert.deepEqual(await tell(double({ ...from, availability: 4, stop_sell: true })), {
      status: 200,
      accepted: true,
    });
    assert.equal((await night('2030-05-04')).availability, 4);
    assert.equal((await night('2030-05-04')).stop_sell, true);
    assert.equal((await night('2030-05-05')).availability, 1);
  });

  test("a message about a whole room replaces its rates' availability", async () => {
    await tell(double({ channel_rate: 'saver', availability: 3 }));
    await tell(double({ from: '2030-05-02', until: '2030-05-02', availability: 2 }));
    const { rooms } = await copy();
    assert.equal(rooms['double/saver']['2030-05-02'], undefined);
    assert.equal(rooms.double['2030-05-02'].availability, 2);
    assert.equal(rooms['double/saver']['2030-05-03'].availability, 3);
    assert.equal(rooms.double['2030-05-03'], undefined);
  });

  test("the channel stores a message's nights as sent", async () => {
    await tell(double({ from: '2030-05-03', until: '2030-05-04', availability: 4 }));
    const span = { from: '2030-05-04', until: '2030-05-05' };
    const answer = await app.call('/channel_copy', { connection_id: 3, channel_property_id: id, ...span });
    assert.deepEqual((await answer.json()).changes, [
      double({ from: '2030-05-04', until: '2030-05-04', availability: 4 }),
      double({ from: '2030-05-05', until: '2030-05-05' }),
    ]);
  });

  test('a message older than the last accepted one changes nothing', async () => {
    const late = app.message(id, [double({ availability: 9 })]);
    await tell(double({ availability: 2 }));
    assert.equal((await app.call('/channel_ari', late)).status, 200);
    assert.equal((await night('2030-05-02')).availability, 2);
  });

  test("a message is accepted except for rooms that the channel doesn't have", async () => {
    const answer = await tell(double({ channel_room: 'barn' }), double({ availability: 5 }));
    assert.deepEqual(answer, {
      status: 200,
      accepted: false,
      errors: [{ change: 0, code: 'unknown_room' }],
    });
    assert.equal((await night('2030-05-02')).availability, 5);
  });
});

describe('a room with rates', () => {
  const rate = (channel_rate, amount) => double({ channel_rate, rates: [{ guests: 2, amount }] });
  beforeEach(() => tell(rate('flexible', 12_000), rate('saver', 10_000)));
  const free = async (at) => (await night('2030-05-02', `double/${at}`)).availability;

  test("a room is sold at its rate's price", async () => {
    await sell({ rate: 'saver' });
    await isHeard(1);
    const [{ lines, total }] = platform.brought();
    assert.deepEqual([lines[0].channelRoomId, lines[0].channelRateId, total], ['double', 'saver', 20_000]);
  });

  test("a sale at any rate uses the room's only unit", async () => {
    await sell({ rate: 'saver' });
    assert.deepEqual(await sell({ rate: 'flexible' }), { status: 409, error: 'Sold out.' });
  });

  test('a guest can change to another rate', async () => {
    const { id: reservation } = await sell({ rate: 'saver' });
    await app.ask('PUT', `reservations/${reservation}`, stay({ rate: 'flexible' }));
    await isHeard(2);
    const [{ channelRateId, nightly }] = platform.brought()[1].lines;
    assert.deepEqual([channelRateId, nightly[0].amount], ['flexible', 12_000]);
    assert.equal(await free('saver'), 0);
  });

  test('a cancellation frees the room at every rate', async () => {
    const { id: reservation } = await sell({ rate: 'saver' });
    await app.ask('DELETE', `reservations/${reservation}`);
    assert.deepEqual([await free('saver'), await free('flexible')], [1, 1]);
  });

  test("a message is accepted except for rates that the channel doesn't have", async () => {
    const answer = await tell(rate('weekend', 9_000), rate('saver', 11_000));
    assert.deepEqual(answer.errors, [{ change: 0, code: 'unknown_rate' }]);
    assert.equal((await night('2030-05-02', 'double/saver')).rates[0].amount, 11_000);
  });

  test('a comparison lists a room by its rates', async () => {
    const span = { from: '2030-05-04', until: '2030-05-04' };
    const answer = await app.call('/channel_copy', { connection_id: 3, channel_property_id: id, ...span });
    const { changes } = await answer.json();
    assert.deepEqual(
      changes.map(({ channel_room: room, channel_rate: of }) => [room, of]),
      [
        ['double', 'flexible'],
        ['double', 'saver'],
      ],
    );
  });
});

describe('a channel that is', () => {
  test('a slow channel acknowledges later', async () => {
    await app.behave('slow');
    assert.equal((await tell(double({ availability: 3 }))).status, 202);
    await until(() => platform.told.some(({ field }) => field === 'channelMessageAcknowledge'));
    assert.equal((await night('2030-05-02')).availability, 3);
  });

  test('an unresponsive channel never responds', async () => {
    await app.behave('deaf');
    const message = app.message(id, [double()]);
    await assert.rejects(app.call('/channel_ari', message, { signal: AbortSignal.timeout(100) }));
  });

  test('a refusing channel accepts no changes', async () => {
    await app.behave('refusing');
    assert.equal((await tell(double({ availability: 3 }))).errors[0].code, 'internal');
    assert.equal((await night('2030-05-02')).availability, 1);
  });

  test('a wrong channel accepts changes without applying them', async () => {
    await app.behave('wrong');
    assert.deepEqual(await tell(double({ availability: 3 })), { status: 200, accepted: true });
    assert.equal((await night('2030-05-02')).availability, 1);
  });

  test('an unknown mode is refused with 409', async () => {
    assert.equal((await app.behave('sulking')).status, 409);
  });
});

describe('a guest', () => {
  test('a guest books at the price sent to the channel', async () => {
    const { id: externalId } = await sell();
    await isHeard(1);
    const [input] = platform.brought();
    const [line] = input.lines;
    assert.deepEqual(
      [input.externalId, input.connectionId, input.revision, input.status, input.total, input.currency],
      [externalId, '3', 1, 'booked', 24_000, 'EUR'],
    );
    assert.deepEqual(
      [line.channelRoomId, line.checkIn, line.checkOut],
      ['double', '2030-05-02', '2030-05-04'],
    );
  });

  test("a guest can't book a unit that the channel has already sold", async () => {
    await sell();
    assert.deepEqual(await sell({ checkIn: '2030-05-03' }), { status: 409, error: 'Sold out.' });
  });

  for (const [what, says] of [
    ['is stopped', { stop_sell: true }],
    ['takes no arrivals', { closed_to_arrival: true }],
    ['wants longer stays', { min_stay: 3 }],
    ['wants shorter stays', { max_stay: 1 }],
  ])
    test(`a guest can't book a night that ${what}`, async () => {
      await tell(double(says));
      assert.equal((await sell()).status, 409);
    });

  test('moving a reservation frees its old nights', async () => {
    const { id: reservation } = await sell();
    await app.ask('PUT', `reservations/${reservation}`, stay({ checkIn: '2030-05-07' }));
    await isHeard(2);
    assert.equal(platform.brought()[1].revision, 2);
    assert.equal((await night('2030-05-02')).availability, 1);
    assert.equal((await night('2030-05-08')).availability, 0);
  });

  test("a failed move keeps the reservation's nights", async () => {
    const { id: reservation } = await sell();
    await tell(double({ from: '2030-05-06', until: '2030-05-09', availability: 0 }));
    const answer = await app.ask('PUT', `reservations/${reservation}`, stay({ checkIn: '2030-05-07' }));
    assert.equal(answer.status, 409);
    assert.equal((await copy()).reservations[0].revision, 1);
  });

  test("a guest's cancellation is sent as a cancelled reservation", async () => {
    const { id: reservation } = await sell();
    await app.ask('DELETE', `reservations/${reservation}`);
    await until(() => platform.brought().at(-1)?.status === 'cancelled');
    assert.equal((await night('2030-05-02')).availability, 1);
  });
});

describe('the platform', () => {
  test("a reservation made while the platform is down is sent once it's back", async () => {
    platform.down = true;
    await sell();
    await until(() => platform.refused > 0);
    platform.down = false;
    await isHeard(1);
  });

  test('a reservation is sent again if the platform accepts none at the moment', async () => {
    platform.userErrors = [{ field: null, message: 'Paused.', code: 'CONNECTION_NOT_ACTIVE' }];
    await sell();
    await until(() => platform.brought().length > 2);
    platform.userErrors = [];
    await until(async () => (await copy()).reservations[0].heard === 1);
  });

  test("a reservation isn't sent again if the platform has no unit left", async () => {
    platform.userErrors = [{ field: null, message: 'Sold out.', code: 'OUT_OF_STOCK' }];
    await sell();
    await until(async () => (await copy()).reservations[0].refusal !== null);
    assert.equal((await copy()).reservations[0].heard, 1);
  });

  test("the app sends reservations that an earlier run couldn't send", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'channel-app-'));
    const file = join(folder, 'channel.json');
    const first = await startApp(platform, file);
    await first.connect();
    await first.call('/channel_ari', first.message(id, [double()]));
    platform.down = true;
    await first.ask('POST', `properties/${id}/sales`, stay());
    await first.close();
    platform.down = false;
    const second = await startApp(platform, file);
    t.after(async () => {
      await second.close();
      await rm(folder, { recursive: true });
    });
    await isHeard(1);
  });

  test('the platform sends all nights again to a channel that lost them', async (t) => {
    platform.connections = [{ id: '3', channelPropertyId: 'SW-7', status: 'active' }];
    const forgetful = await startApp(platform);
    t.after(() => forgetful.close());
    await until(() =>
      platform.told.some(({ field, id: of }) => field === 'channelSyncRequest' && of === '3'),
    );
  });
});
