import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { type Answer, type ChannelWorld, openChannel, reservation, stay } from '../support/channel.ts';
import { type AriMessage, type ChannelCopy, openCopy } from '../support/channel-copy.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Rates for a channel's rooms, over real HTTP (docs/interface/channels.md#rates).

let platform: TestPlatform;
let world: ChannelWorld;
let copy: ChannelCopy;
let answer: (message: AriMessage) => Answer;
let connectionId: string;
/** A unit type on sale, one that isn't, and a plan for each. */
let unitTypeId: string;
let plan: string;
let otherPlan: string;
const NIGHT = 5;
const ACCEPTED: Answer = { body: { accepted: true } };

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  world = await openChannel(platform, await demoHost(platform, 'lakeside'), {
    channel: { name: 'Staywell', features: ['rates', 'restrictions', 'rate_plans'], horizon_days: 20 },
  });
  const [first, second] = world.unitTypes;
  unitTypeId = first?.id ?? '';
  plan = await newPlan(unitTypeId, { adjust: { percentBp: 1_000 }, minStay: 2 });
  otherPlan = await newPlan(second?.id ?? '', {});
  await platform.database.query(
    'UPDATE catalog.night SET rate = 10000, min_stay = NULL WHERE unit_type_id = $1 AND night = $2::date',
    [unitTypeId, daysAhead(NIGHT)],
  );
  copy = openCopy();
  answer = () => ACCEPTED;
  world.server.answers.set('/ari', (raw) => {
    const message: AriMessage = JSON.parse(raw);
    const answered = answer(message);
    if (answered === ACCEPTED) copy.take(message);
    return answered;
  });
  // This connection's refresh would be the last that night.
  await platform.database.query(
    "SELECT setval(pg_get_serial_sequence('catalog.channel_connection', 'id'), 178)",
  );
  connectionId = await world.connect('P-1');
});
afterAll(async () => {
  await platform.close();
  await world.server.close();
});
beforeEach(() => {
  copy = openCopy();
  answer = () => ACCEPTED;
});

async function newPlan(of: string, terms: object): Promise<string> {
  const { ratePlan, userErrors } = await world.host(
    'mutation ($input: RatePlanCreateInput!) { it: ratePlanCreate(input: $input) { ratePlan { id } userErrors { field message } } }',
    {
      input: {
        unitTypeId: of,
        title: `Plan ${newUuid()}`,
        description: 'As told.',
        payment: { mode: 'now' },
        ...terms,
      },
    },
  );
  expect(userErrors).toEqual([]);
  return ratePlan.id;
}

const set = (mappings: readonly object[]) =>
  world.host(
    `mutation ($input: ChannelMappingsSetInput!) { it: channelMappingsSet(input: $input) {
      mappings { id channelRoomId channelRateId ratePlanId status } userErrors { field code } } }`,
    { input: { connectionId, mappings } },
  );
const room = (more: object) => ({ unitTypeId, channelRoomId: 'double', ...more });
const rooms = async () => {
  const connections = await world.host(
    '{ it: channelConnections { id rooms { channelRoomId problem rates { channelRateId ratePlanId percentBp addMinor roundTo problem } } } }',
  );
  return connections.find(({ id }: { id: string }) => id === connectionId).rooms;
};
/** The channel's data for the night, for the room or one of its rates. */
const told = (rate?: string) => copy.nights.get(['double', rate, daysAhead(NIGHT)].filter(Boolean).join(' '));
const learns = (rate: string | undefined, says: object) =>
  eventually(
    async () => told(rate),
    (known) =>
      Object.entries(says).every(([key, value]) => JSON.stringify(known?.[key]) === JSON.stringify(value)),
  );
const priced = (amount: number) => ({ rates: [{ guests: expectedGuests, amount }] });
let expectedGuests = 1;
beforeAll(async () => {
  const [row] = await platform.database.query<{ guests: number }>(
    'SELECT greatest(1, base_guests) AS guests FROM catalog.unit_type WHERE id = $1',
    [unitTypeId],
  );
  expectedGuests = Number(row?.guests);
});

describe('a room that is mapped by its rates', () => {
  test('a channel receives each mapped rate under its own plan', async () => {
    const { mappings, userErrors } = await set([
      room({ channelRateId: 'saver', modifier: { percentBp: -500, roundTo: 100 } }),
      room({ channelRateId: 'flex', ratePlanId: plan }),
    ]);
    expect(userErrors).toEqual([]);
    expect(mappings).toEqual([
      {
        id: `${connectionId}:double:flex`,
        channelRoomId: 'double',
        channelRateId: 'flex',
        ratePlanId: plan,
        status: 'active',
      },
      {
        id: `${connectionId}:double:saver`,
        channelRoomId: 'double',
        channelRateId: 'saver',
        ratePlanId: null,
        status: 'active',
      },
    ]);
    await learns('saver', priced(9_500));
    await learns('flex', { ...priced(11_000), min_stay: 2 });
    expect(await rooms()).toEqual([
      {
        channelRoomId: 'double',
        problem: null,
        rates: [
          {
            channelRateId: 'flex',
            ratePlanId: plan,
            percentBp: 0,
            addMinor: 0,
            roundTo: null,
            problem: null,
          },
          {
            channelRateId: 'saver',
            ratePlanId: null,
            percentBp: -500,
            addMinor: 0,
            roundTo: 100,
            problem: null,
          },
        ],
      },
    ]);
  });

  test('a channel receives plan changes', async () => {
    await set([room({ channelRateId: 'flex', ratePlanId: plan })]);
    await learns('flex', priced(11_000));
    const changed = await world.host(
      'mutation ($input: RatePlanUpdateInput!) { it: ratePlanUpdate(input: $input) { userErrors { field message } } }',
      { input: { id: plan, plan: { title: 'Dearer', adjust: { percentBp: 2_000 } } } },
    );
    expect(changed.userErrors).toEqual([]);
    await learns('flex', priced(12_000));
  });

  test('unmapping a rate closes it', async () => {
    await set([room({ channelRateId: 'flex', ratePlanId: plan }), room({ channelRateId: 'saver' })]);
    await learns('saver', { stop_sell: false });
    await set([room({ channelRateId: 'flex', ratePlanId: plan })]);
    await learns('saver', { availability: 0, stop_sell: true });
    expect(told('flex')).toMatchObject({ stop_sell: false });
  });

  test('mapping a room as a whole closes none of its rates', async () => {
    await set([room({ channelRateId: 'flex', ratePlanId: plan }), room({ channelRateId: 'saver' })]);
    await learns('saver', { stop_sell: false });
    copy.nights.delete(`double ${daysAhead(NIGHT)}`);
    await set([room({})]);
    await learns(undefined, { stop_sell: false });
    await eventually(
      () => world.host('{ it: channelConnections { id push { waitingSince } } }'),
      (all: { id: string; push: { waitingSince: string | null } }[]) =>
        all.find(({ id }) => id === connectionId)?.push.waitingSince === null,
    );
    expect([told('flex'), told('saver')]).toMatchObject([{ stop_sell: false }, { stop_sell: false }]);
  });

  test('archiving a plan closes its rate', async () => {
    const old = await newPlan(unitTypeId, {});
    await set([room({ channelRateId: 'old', ratePlanId: old }), room({ channelRateId: 'saver' })]);
    await learns('old', { stop_sell: false });
    await world.host('mutation ($id: ID!) { it: ratePlanArchive(id: $id) { userErrors { message } } }', {
      id: old,
    });
    await learns('old', { availability: 0, stop_sell: true });
    expect(told('saver')).toMatchObject({ stop_sell: false });
  });

  describe('under a plan that is booked some days ahead', () => {
    /** Minimum days ahead for a booking; the first night sent is open to arrivals from then on. */
    const AHEAD = 4;
    const at = (days: number) => copy.nights.get(`double early ${daysAhead(days)}`)?.closed_to_arrival;
    let early: string;
    beforeAll(async () => {
      early = await newPlan(unitTypeId, { bookingWindow: { minDays: AHEAD } });
    });

    test('a plan with a booking window closes arrivals that are too soon', async () => {
      await set([room({ channelRateId: 'early', ratePlanId: early }), room({ channelRateId: 'saver' })]);
      await eventually(
        async () => at(AHEAD + 2),
        (closed) => closed === false,
      );
      expect(at(AHEAD - 2)).toBe(true);
      expect(told('saver')).toMatchObject({ closed_to_arrival: false });
    });

    test('a channel receives a changed booking window', async () => {
      await set([room({ channelRateId: 'early', ratePlanId: early })]);
      await eventually(
        async () => at(AHEAD + 2),
        (closed) => closed === false,
      );
      const changed = await world.host(
        'mutation ($input: RatePlanUpdateInput!) { it: ratePlanUpdate(input: $input) { userErrors { message } } }',
        { input: { id: early, plan: { title: 'Early', bookingWindow: { minDays: AHEAD + 4 } } } },
      );
      expect(changed.userErrors).toEqual([]);
      await eventually(
        async () => at(AHEAD + 2),
        (closed) => closed === true,
      );
    });

    test('a channel receives the shifted booking window right at midnight', async () => {
      const late = await newPlan(unitTypeId, { bookingWindow: { minDays: AHEAD } });
      const firstOpen = () =>
        [...copy.nights]
          .filter(([of, { closed_to_arrival: closed }]) => of.startsWith('double late ') && !closed)
          .map(([of]) => of.slice('double late '.length))
          .sort()[0];
      const { hour } = Temporal.Now.zonedDateTimeISO('UTC');
      /** Hours east of UTC where a day began within the last hour, when no other refresh begins. */
      const begun = hour <= 10 ? -hour : 24 - hour;
      await stand(begun - 2);
      await set([room({ channelRateId: 'late', ratePlanId: late })]);
      const before = await eventually(
        async () => firstOpen(),
        (night) => night !== undefined,
      );
      await platform.database.query(
        'UPDATE catalog.channel_push SET full_day = $1 WHERE connection_id = $2',
        [
          Temporal.PlainDate.from(before ?? '')
            .subtract({ days: AHEAD })
            .toString(),
          connectionId,
        ],
      );
      await stand(begun);
      await eventually(
        async () => firstOpen(),
        (night) => (night ?? '') > (before ?? ''),
      );
    });
    afterAll(() =>
      platform.database.query("UPDATE catalog.property SET time_zone = 'Europe/Zurich' WHERE id = $1", [
        world.propertyId,
      ]),
    );

    /** Moves the property this many hours east of UTC without an event: only its date changes, as at midnight. */
    async function stand(east: number): Promise<void> {
      const zone = `Etc/GMT${east > 0 ? '' : '+'}${-east}`;
      await platform.database.query(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE catalog.property SET time_zone = '${zone}' WHERE id = ${world.propertyId}; COMMIT`);
    }
  });

  test('a channel receives no further updates for a rate that it reports as unknown', async () => {
    answer = ({ changes }) => {
      const at = changes.findIndex(({ channel_rate: rate }) => rate === 'strange');
      if (at < 0) return ACCEPTED;
      return { body: { accepted: false, errors: [{ change: at, code: 'unknown_rate' }] } };
    };
    await set([room({ channelRateId: 'strange' }), room({ channelRateId: 'saver' })]);
    const [{ problem, rates }] = await eventually(rooms, ([one]) =>
      one.rates.some((rate: { problem: string | null }) => rate.problem !== null),
    );
    expect(problem).toBeNull();
    expect(rates).toMatchObject([{ problem: null }, { problem: 'The channel does not know the rate.' }]);
    await platform.database.query(
      'UPDATE catalog.night SET min_stay = 4 WHERE unit_type_id = $1 AND night = $2::date',
      [unitTypeId, daysAhead(NIGHT)],
    );
    await learns('saver', { min_stay: 4 });
    expect(told('strange')).toBeUndefined();
  });
});

test.each([
  ['the plan of another unit type', () => ({ ratePlanId: otherPlan }), 'ratePlanId'],
  ['an unknown plan', () => ({ ratePlanId: '999999' }), 'ratePlanId'],
  ['a modifier out of bounds', () => ({ modifier: { percentBp: 40_000 } }), 'percentBp'],
])('a rate mapping with %s is refused', async (_what, more, field) => {
  const { mappings, userErrors } = await set([room(more())]);
  expect(mappings).toBeNull();
  expect(userErrors).toEqual([{ field: expect.arrayContaining(['mappings', '0', field]), code: 'INVALID' }]);
});

describe('an app without the feature rate_plans', () => {
  test.each([
    ['that lists rates of the room', [{ id: 'flex', name: 'Flexible', currency: 'EUR' }], []],
    [
      'that lists no rates of the room',
      undefined,
      [{ field: ['input', 'mappings', '0', 'channelRateId'], code: 'INVALID' }],
    ],
  ])('the products of an app %s determine whether a rate can be mapped', async (_what, rates, refused) => {
    const plain = await openChannel(platform, await demoHost(platform, 'lakeside'), {
      channel: { name: 'Plain', features: ['rates'], horizon_days: 20 },
    });
    plain.server.answers.set('/products', {
      body: { rooms: [{ id: 'double', name: 'Double', max_guests: 2, ...(rates && { rates }) }] },
    });
    const { mappings, userErrors } = await plain.host(
      `mutation ($input: ChannelMappingsSetInput!) { it: channelMappingsSet(input: $input) {
         mappings { channelRoomId channelRateId } userErrors { field code } } }`,
      {
        input: {
          connectionId: await plain.connect(`P-${newUuid()}`),
          mappings: [room({ channelRateId: 'flex' })],
        },
      },
    );
    await plain.server.close();
    expect(userErrors).toEqual(refused);
    expect(mappings).toEqual(
      refused.length > 0 ? null : [{ channelRoomId: 'double', channelRateId: 'flex' }],
    );
  });
});

test('an app without the feature rate_plans still lists rooms with their rates', async () => {
  const listed = [{ id: 'double', name: 'Double', rates: [{ id: 'flex', name: 'Flexible' }] }];
  world.server.answers.set('/products', { body: { rooms: [...listed, { id: 'attic', name: 'Attic' }] } });
  const { products } = await world.host(
    'mutation ($id: ID!) { it: channelProductsFetch(id: $id) { products { channelRoomId rates { channelRateId name } } } }',
    { id: connectionId },
  );
  expect(products).toEqual([
    { channelRoomId: 'double', rates: [{ channelRateId: 'flex', name: 'Flexible' }] },
    { channelRoomId: 'attic', rates: [] },
  ]);
});

describe('a reservation', () => {
  const planOf = async (bookingId: string) => {
    const [row] = await platform.database.query<{ lines: readonly { readonly ratePlanId?: string }[] }>(
      'SELECT lines FROM checkout.bookings WHERE id = $1',
      [bookingId],
    );
    return row?.lines.map(({ ratePlanId }) => ratePlanId ?? null);
  };
  const bring = (from: number, line: object) =>
    world.bring({ ...reservation(connectionId, from), lines: [{ ...stay('double', from), ...line }] });

  test.each([
    ['names', 300, () => ({ ratePlanId: plan })],
    ['is mapped from its rate', 310, () => ({ channelRateId: 'flex' })],
  ])('a reservation uses the plan that it %s', async (_how, from, line) => {
    await set([room({ channelRateId: 'flex', ratePlanId: plan })]);
    const { booking, userErrors } = await bring(from, line());
    expect(userErrors).toEqual([]);
    expect(await planOf(booking.id)).toEqual([plan]);
  });

  test('a reservation at an unmapped rate is still accepted', async () => {
    await set([room({ channelRateId: 'flex', ratePlanId: plan })]);
    const { booking, userErrors } = await bring(320, { channelRateId: 'never-mapped' });
    expect(userErrors).toEqual([]);
    expect(await planOf(booking.id)).toEqual([null]);
  });

  test.each([
    ['another unit type', () => otherPlan],
    ['no one', () => '999999'],
  ])('a reservation under a plan that belongs to %s is refused', async (_whose, of) => {
    await set([room({})]);
    const { booking, userErrors } = await bring(330, { ratePlanId: of() });
    expect(booking).toBeNull();
    expect(userErrors).toMatchObject([
      { code: 'UNKNOWN_RATE', field: ['input', 'lines', '0', 'ratePlanId'] },
    ]);
  });

  test("a reservation keeps its stays' child ages", async () => {
    await set([room({})]);
    const from = 340;
    const { booking, userErrors } = await world.bring({
      ...reservation(connectionId, from, { total: 40_000 }),
      lines: [
        { ...stay('double', from), children: 2, childAges: [4, 11] },
        { ...stay('double', from + 2), externalId: 'second' },
      ],
    });
    expect(userErrors).toEqual([]);
    const { data } = await graphql(
      platform.address,
      'query ($id: ID!) { booking(id: $id) { channel { childAges } } }',
      { token: world.app.token, version: 'unstable', variables: { id: booking.id } },
    );
    expect(data.booking.channel.childAges).toEqual([[4, 11], []]);
  });

  test.each([
    ['fewer ages than children', { children: 2, childAges: [4] }],
    ['the age of an adult', { children: 1, childAges: [18] }],
  ])('a reservation with %s is refused', async (_what, party) => {
    const { userErrors } = await bring(345, party);
    expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'lines', '0', 'childAges'] }]);
  });
});
