import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mappingFaults, roomsMapped } from '#subgraphs/catalog/channels/domain/channel-mapping.ts';
import {
  ANY_ARRIVAL,
  type Arrivals,
  arrivalsOf,
  type ChannelRate,
  changesOf,
  closedRate,
} from '#subgraphs/catalog/channels/domain/channel-message.ts';
import {
  modifiedPrice,
  modifierFaults,
  NO_MODIFIER,
} from '#subgraphs/catalog/channels/domain/channel-modifier.ts';
import { PLAIN_NIGHTS } from '#subgraphs/catalog/rates/domain/rate-plan.ts';
import { SEED } from '../support/seeded.ts';

// Prices for channels' rooms (docs/interface/channels.md#rates).

describe('a price for a channel', () => {
  test.each([
    ['stays as it is', {}, 12_345, 12_345],
    ['has a percentage added', { percentBp: 1_500 }, 10_000, 11_500],
    ['has a percentage taken off', { percentBp: -5_000 }, 9_999, 4_999],
    ['has an amount added after the percentage', { percentBp: 1_000, addMinor: 250 }, 10_000, 11_250],
    ['is never below 0', { addMinor: -20_000 }, 10_000, 0],
    ['is rounded down', { roundTo: 100 }, 12_349, 12_300],
    ['is rounded up from the half', { roundTo: 100 }, 12_350, 12_400],
    ['is rounded last', { percentBp: 1_000, roundTo: 500 }, 10_300, 11_500],
  ])('%s', (_what, modifier, price, told) => {
    expect(modifiedPrice(price, { ...NO_MODIFIER, ...modifier })).toBe(told);
  });

  const modifier = fc.record({
    percentBp: fc.integer({ min: -5_000, max: 30_000 }),
    addMinor: fc.integer({ min: -100_000_000, max: 100_000_000 }),
    roundTo: fc.option(fc.integer({ min: 1, max: 100_000 })),
  });
  const price = fc.integer({ min: 0, max: 1_000_000_000 });

  test('a channel price is a whole multiple of its rounding unit', () => {
    const holds = fc.property(price, modifier, (one, by) => {
      const told = modifiedPrice(one, by);
      expect(Number.isSafeInteger(told) && told >= 0).toBe(true);
      expect(told % (by.roundTo ?? 1)).toBe(0);
    });
    fc.assert(holds, { seed: SEED });
  });

  test('a more expensive night never has a lower channel price', () => {
    const holds = fc.property(price, fc.nat(1_000_000), modifier, (one, more, by) => {
      expect(modifiedPrice(one + more, by)).toBeGreaterThanOrEqual(modifiedPrice(one, by));
    });
    fc.assert(holds, { seed: SEED });
  });

  test.each([
    ['percentBp', -5_001],
    ['percentBp', 30_001],
    ['addMinor', 100_000_001],
    ['roundTo', 0],
    ['roundTo', 100_001],
  ])('a price modifier with %s set to %i is refused', (field, value) => {
    expect(modifierFaults({ ...NO_MODIFIER, [field]: value }).map(([at]) => at)).toEqual([field]);
  });
});

describe('a message', () => {
  const night = (on: string, more = {}) => ({
    unitTypeId: 1,
    night: on,
    availability: 2,
    rate: 10_000,
    minStay: 2,
    maxStay: null,
    closedToArrival: false,
    closedToDeparture: false,
    stopSell: false,
    ...more,
  });
  const rate = (more: Partial<ChannelRate> = {}): ChannelRate => ({
    room: 'double',
    rate: null,
    terms: PLAIN_NIGHTS,
    modifier: NO_MODIFIER,
    closed: false,
    arrivals: ANY_ARRIVAL,
    ...more,
  });
  const ALL = ['rates', 'restrictions', 'rate_plans'];
  const tell = (
    rates: readonly ChannelRate[],
    nights = [night('2027-05-01'), night('2027-05-02')],
    features = ALL,
  ) =>
    changesOf(nights, {
      features,
      rates: new Map([[1, rates]]),
      occupancies: new Map([[1, { baseGuests: 2, maxGuests: 3, adultSupplement: 1_000 }]]),
    });

  test("a message contains each rate's change with its own price", () => {
    const flexible = { ...PLAIN_NIGHTS, adjustBp: 1_000, minStay: 3 };
    const { changes, places } = tell([
      rate({ rate: 'saver', modifier: { percentBp: -1_000, addMinor: 0, roundTo: null } }),
      rate({ rate: 'flex', terms: flexible }),
    ]);
    expect(changes).toMatchObject([
      { channel_room: 'double', channel_rate: 'saver', rates: [{ guests: 2, amount: 9_000 }], min_stay: 2 },
      { channel_room: 'double', channel_rate: 'flex', rates: [{ guests: 2, amount: 11_000 }], min_stay: 3 },
    ]);
    expect(places.map(([room, , , , of]) => [room, of])).toEqual([
      ['double', 'saver'],
      ['double', 'flex'],
    ]);
  });

  test('a message names no rate for a room sold at one rate', () => {
    expect(tell([rate()]).changes[0]).not.toHaveProperty('channel_rate');
  });

  test('a message combines nights regardless of price modifiers', () => {
    expect(tell([rate({ rate: 'flex', terms: { ...PLAIN_NIGHTS, adjustBp: 700 } })]).changes).toMatchObject([
      { from: '2027-05-01', until: '2027-05-02' },
    ]);
  });

  test("a message closes a rate whose plan isn't sold", () => {
    expect(tell([rate({ rate: 'old', closed: true })]).changes[0]).toMatchObject({
      availability: 0,
      stop_sell: true,
    });
  });

  describe('of a plan with a booking window', () => {
    const nights = ['2027-05-01', '2027-05-02', '2027-05-03', '2027-05-04', '2027-05-05'].map((on) =>
      night(on),
    );
    const told = (arrivals: Arrivals, features = ALL) =>
      tell([rate({ rate: 'early', arrivals }), rate({ rate: 'flex' })], nights, features).changes.filter(
        ({ channel_rate: of }) => of === 'early',
      );

    test.each([
      ['from two days ahead', { minAdvance: 2, maxAdvance: null }, [true, false]],
      ['until three days ahead', { minAdvance: null, maxAdvance: 3 }, [false, true]],
      ['between one day and three', { minAdvance: 1, maxAdvance: 3 }, [true, false, true]],
      ['of today only', { minAdvance: 0, maxAdvance: 0 }, [false, true]],
      ['beyond these nights', { minAdvance: 30, maxAdvance: 60 }, [true]],
    ])("a plan's booking window allows arrivals %s", (_when, window, closed) => {
      const changes = told(arrivalsOf(window, '2027-05-01'));
      expect(changes.map(({ closed_to_arrival: is }) => is)).toEqual(closed);
      expect(changes.map(({ availability }) => availability)).toEqual(closed.map(() => 2));
    });

    test("a plan's changes begin and end at the edges of its booking window", () => {
      expect(told(arrivalsOf({ minAdvance: 1, maxAdvance: 3 }, '2027-05-01'))).toMatchObject([
        { from: '2027-05-01', until: '2027-05-01' },
        { from: '2027-05-02', until: '2027-05-04' },
        { from: '2027-05-05', until: '2027-05-05' },
      ]);
    });

    test("a channel that doesn't support restrictions gets no units outside the booking window", () => {
      const window = arrivalsOf({ minAdvance: 1, maxAdvance: 3 }, '2027-05-01');
      const changes = told(window, ['rates', 'rate_plans']);
      expect(changes.map(({ availability }) => availability)).toEqual([0, 2, 0]);
    });

    test("a plan's window leaves the room's other rates open", () => {
      const window = arrivalsOf({ minAdvance: 30, maxAdvance: null }, '2027-05-01');
      const { changes } = tell([rate({ rate: 'early', arrivals: window }), rate({ rate: 'flex' })], nights);
      expect(changes.find(({ channel_rate: of }) => of === 'flex')).toMatchObject({
        closed_to_arrival: false,
      });
    });
  });

  test('an unmapped rate is closed', () => {
    const closed = closedRate({ room: 'double', rate: 'old' }, '2027-05-01', '2027-06-01');
    expect(closed).toEqual({
      channel_room: 'double',
      channel_rate: 'old',
      from: '2027-05-01',
      until: '2027-06-01',
      availability: 0,
      stop_sell: true,
    });
  });
});

describe('mappings', () => {
  const map = (channelRoomId: string, channelRateId: string | null = null, more = {}) => ({
    unitTypeId: '1',
    channelRoomId,
    channelRateId,
    ...more,
  });

  test.each([
    ['none', [], null, '1 to 200'],
    ['of one rate twice', [map('a', 'x'), map('a', 'x')], null, 'only once'],
    ['of a room and of its rates', [map('a'), map('a', 'x')], null, 'not both'],
    [
      'of one room to two unit types',
      [map('a', 'x'), map('a', 'y', { unitTypeId: '2' })],
      null,
      'the same unit type',
    ],
    ['of a rate without an id', [map('a', ' ')], 'channelRateId', '1 to 128'],
    [
      'with a modifier out of bounds',
      [map('a', 'x', { modifier: { roundTo: 0 } })],
      'modifier.roundTo',
      '1 to 100000',
    ],
  ])('mappings are refused: %s', (_what, mappings, field, message) => {
    const [fault] = mappingFaults(mappings);
    expect(fault).toMatchObject({
      at: field === null ? null : 0,
      message: expect.stringContaining(message),
      ...(field === null ? {} : { field }),
    });
  });

  test('the same rate id in two rooms identifies two rates', () => {
    expect(mappingFaults([map('a', 'x'), map('b', 'x')])).toEqual([]);
  });

  test('active mappings produce rooms with their rates', () => {
    const rooms = roomsMapped([
      map('a', 'x', { ratePlanId: '7' }),
      map('a', 'y', { modifier: { percentBp: 100 } }),
      map('b'),
      map('c', null, { active: false }),
    ]);
    expect(rooms).toEqual([
      {
        channelRoomId: 'a',
        unitTypeId: '1',
        rates: [
          { channelRateId: 'x', ratePlanId: '7', percentBp: 0, addMinor: 0, roundTo: null },
          { channelRateId: 'y', ratePlanId: null, percentBp: 100, addMinor: 0, roundTo: null },
        ],
      },
      { channelRoomId: 'b', unitTypeId: '1', rates: [] },
    ]);
  });
});
