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

/** Sends the channel a message; what it answered. */
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

  test('gets its id and currency on the channel', async () => {
    assert.deepEqual(await test8(null), { ok: true, channel_property_id: 'SW-8', currency: 'JPY' });
    assert.equal((await test8('SW-8')).ok, true);
  });

  test('is told where the id is not the one of the property', async () => {
    assert.deepEqual(await test8('SW-7'), { ok: false, message: 'Staywell knows this property as SW-8.' });
  });

  test('chooses among the rooms of the channel', async () => {
    const answer = await app.call('/channel_products', { connection_id: 3, channel_property_id: id });
    assert.deepEqual(
      (await answer.json()).rooms.map((room) => [room.id, ...room.rates.map((rate) => rate.id)]),
      ['double', 'twin', 'suite'].map((room) => [room, 'flexible', 'saver']),
    );
  });
});

describe('a message', () => {
  test('with another signature is refused', async () => {
    const answer = await app.call('/channel_ari', app.message(id, [double()]), { secret: 'whsec_other' });
    assert.equal(answer.status, 401);
  });

  test('replaces what was known of its nights and of no other', async () => {
    const from = { from: '2030-05-03', until: '2030-05-04' };
    assert.deepEqual(await tell(double({ ...from, availability: 4, stop_sell: true })), {
      status: 200,
      accepted: true,
    });
    assert.equal((await night('2030-05-04')).availability, 4);
    assert.equal((await night('2030-05-04')).stop_sell, true);
    assert.equal((await night('2030-05-05')).availability, 1);
  });

  test('of a room as a whole replaces those of its rates', async () => {
    await tell(double({ channel_rate: 'saver', availability: 3 }));
    await tell(double({ from: '2030-05-02', until: '2030-05-02', availability: 2 }));
    const { rooms } = await copy();
    assert.equal(rooms['double/saver']['2030-05-02'], undefined);
    assert.equal(rooms.double['2030-05-02'].availability, 2);
    assert.equal(rooms['double/saver']['2030-05-03'].availability, 3);
    assert.equal(rooms.double['2030-05-03'], undefined);
  });

  test('is what the channel has of its nights afterwards', async () => {
    await tell(double({ from: '2030-05-03', until: '2030-05-04', availability: 4 }));
    const span = { from: '2030-05-04', until: '2030-05-05' };
    const answer = await app.call('/channel_copy', { connection_id: 3, channel_property_id: id, ...span });
    assert.deepEqual((await answer.json()).changes, [
      double({ from: '2030-05-04', until: '2030-05-04', availability: 4 }),
      double({ from: '2030-05-05', until: '2030-05-05' }),
    ]);
  });

  test('that is older than one that was taken changes nothing', async () => {
    const late = app.message(id, [double({ availability: 9 })]);
    await tell(double({ availability: 2 }));
    assert.equal((await app.call('/channel_ari', late)).status, 200);
    assert.equal((await night('2030-05-02')).availability, 2);
  });

  test('for a room that the channel has not is taken without it', async () => {
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

  test('is sold at the price of the rate', async () => {
    await sell({ rate: 'saver' });
    await isHeard(1);
    const [{ lines, total }] = platform.brought();
    assert.deepEqual([lines[0].channelRoomId, lines[0].channelRateId, total], ['double', 'saver', 20_000]);
  });

  test('has its unit once, whichever rate sells it', async () => {
    await sell({ rate: 'saver' });
    assert.deepEqual(await sell({ rate: 'flexible' }), { status: 409, error: 'Sold out.' });
  });

  test('gives a guest another rate', async () => {
    const { id: reservation } = await sell({ rate: 'saver' });
    await app.ask('PUT', `reservations/${reservation}`, stay({ rate: 'flexible' }));
    await isHeard(2);
    const [{ channelRateId, nightly }] = platform.brought()[1].lines;
    assert.deepEqual([channelRateId, nightly[0].amount], ['flexible', 12_000]);
    assert.equal(await free('saver'), 0);
  });

  test('is free at all of them once a guest cancels', async () => {
    const { id: reservation } = await sell({ rate: 'saver' });
    await app.ask('DELETE', `reservations/${reservation}`);
    assert.deepEqual([await free('saver'), await free('flexible')], [1, 1]);
  });

  test('is told without a rate that the channel has not', async () => {
    const answer = await tell(rate('weekend', 9_000), rate('saver', 11_000));
    assert.deepEqual(answer.errors, [{ change: 0, code: 'unknown_rate' }]);
    assert.equal((await night('2030-05-02', 'double/saver')).rates[0].amount, 11_000);
  });

  test('is compared by its rates', async () => {
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
  test('slow acknowledges later', async () => {
    await app.behave('slow');
    assert.equal((await tell(double({ availability: 3 }))).status, 202);
    await until(() => platform.told.some(({ field }) => field === 'channelMessageAcknowledge'));
    assert.equal((await night('2030-05-02')).availability, 3);
  });

  test('deaf never answers', async () => {
    await app.behave('deaf');
    const message = app.message(id, [double()]);
    await assert.rejects(app.call('/channel_ari', message, { signal: AbortSignal.timeout(100) }));
  });

  test('refusing takes nothing', async () => {
    await app.behave('refusing');
    assert.equal((await tell(double({ availability: 3 }))).errors[0].code, 'internal');
    assert.equal((await night('2030-05-02')).availability, 1);
  });

  test('wrong takes nothing behind an acceptance', async () => {
    await app.behave('wrong');
    assert.deepEqual(await tell(double({ availability: 3 })), { status: 200, accepted: true });
    assert.equal((await night('2030-05-02')).availability, 1);
  });

  test('in no mood that it knows stays as it is', async () => {
    assert.equal((await app.behave('sulking')).status, 409);
  });
});

describe('a guest', () => {
  test('books at the price that the channel was told', async () => {
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

  test('cannot book what the channel sold before', async () => {
    await sell();
    assert.deepEqual(await sell({ checkIn: '2030-05-03' }), { status: 409, error: 'Sold out.' });
  });

  for (const [what, says] of [
    ['is stopped', { stop_sell: true }],
    ['takes no arrivals', { closed_to_arrival: true }],
    ['wants longer stays', { min_stay: 3 }],
    ['wants shorter stays', { max_stay: 1 }],
  ])
    test(`cannot book a night that ${what}`, async () => {
      await tell(double(says));
      assert.equal((await sell()).status, 409);
    });

  test('who moves gives the old nights back', async () => {
    const { id: reservation } = await sell();
    await app.ask('PUT', `reservations/${reservation}`, stay({ checkIn: '2030-05-07' }));
    await isHeard(2);
    assert.equal(platform.brought()[1].revision, 2);
    assert.equal((await night('2030-05-02')).availability, 1);
    assert.equal((await night('2030-05-08')).availability, 0);
  });

  test('who cannot move keeps the nights', async () => {
    const { id: reservation } = await sell();
    await tell(double({ from: '2030-05-06', until: '2030-05-09', availability: 0 }));
    const answer = await app.ask('PUT', `reservations/${reservation}`, stay({ checkIn: '2030-05-07' }));
    assert.equal(answer.status, 409);
    assert.equal((await copy()).reservations[0].revision, 1);
  });

  test('who cancels is brought as cancelled', async () => {
    const { id: reservation } = await sell();
    await app.ask('DELETE', `reservations/${reservation}`);
    await until(() => platform.brought().at(-1)?.status === 'cancelled');
    assert.equal((await night('2030-05-02')).availability, 1);
  });
});

describe('the platform', () => {
  test('that is down hears of a reservation as soon as it is back', async () => {
    platform.down = true;
    await sell();
    await until(() => platform.refused > 0);
    platform.down = false;
    await isHeard(1);
  });

  test('that takes no reservations now is asked again', async () => {
    platform.userErrors = [{ field: null, message: 'Paused.', code: 'CONNECTION_NOT_ACTIVE' }];
    await sell();
    await until(() => platform.brought().length > 2);
    platform.userErrors = [];
    await until(async () => (await copy()).reservations[0].heard === 1);
  });

  test('that has no unit left is not asked again', async () => {
    platform.userErrors = [{ field: null, message: 'Sold out.', code: 'OUT_OF_STOCK' }];
    await sell();
    await until(async () => (await copy()).reservations[0].refusal !== null);
    assert.equal((await copy()).reservations[0].heard, 1);
  });

  test('hears of what an earlier run of the app could not bring', async (t) => {
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

  test('sends everything again to a channel that forgot it', async (t) => {
    platform.connections = [{ id: '3', channelPropertyId: 'SW-7', status: 'active' }];
    const forgetful = await startApp(platform);
    t.after(() => forgetful.close());
    await until(() =>
      platform.told.some(({ field, id: of }) => field === 'channelSyncRequest' && of === '3'),
    );
  });
});
