import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChannelCopy, copyDifferences } from '#subgraphs/catalog/channels/domain/channel-copy.ts';

// docs/interface/channels.md#comparing

const span = { from: '2036-03-01', until: '2036-03-31' };
const says = {
  availability: 2,
  rates: [{ guests: 2, amount: 12_000 }],
  min_stay: null,
  max_stay: 7,
  closed_to_arrival: false,
  closed_to_departure: false,
  stop_sell: false,
};
const sold = [
  { room: 'double', rate: null },
  { room: 'suite', rate: 'bar' },
];
const night = (date: string, more: object = {}) => ({
  room: 'double',
  rate: null,
  night: date,
  says: { ...says, ...more },
});
const nights = ['2036-03-01', '2036-03-02', '2036-03-03'].map((date) => night(date));
const range = (more: object = {}) => ({
  channel_room: 'double',
  from: '2036-03-01',
  until: '2036-03-03',
  ...says,
  ...more,
});
const compare = (...changes: readonly object[]) =>
  copyDifferences({ nights, sold }, ChannelCopy.parse({ changes }), span);
const difference = { room: 'double', rate: null, from: '2036-03-01', until: '2036-03-03', guests: null };

describe('a copy', () => {
  test.each<[string, readonly object[], readonly object[]]>([
    ['that is as it was told does not differ', [range()], []],
    [
      'with other units differs in them',
      [range({ availability: 1 })],
      [{ ...difference, field: 'availability', told: '2', found: '1' }],
    ],
    [
      'with another price differs for its guests',
      [range({ rates: [{ guests: 2, amount: 9_900 }] })],
      [{ ...difference, field: 'rate', guests: 2, told: '12000', found: '9900' }],
    ],
    [
      'without a price for the guests has none',
      [range({ rates: [] })],
      [{ ...difference, field: 'rate', guests: 2, told: '12000', found: null }],
    ],
    [
      'with no longest stay differs in that',
      [range({ max_stay: null })],
      [{ ...difference, field: 'max_stay', told: '7', found: null }],
    ],
    ['with a minimum stay of one night does not differ', [range({ min_stay: 1 })], []],
    [
      'that is closed differs in that',
      [range({ stop_sell: true })],
      [{ ...difference, field: 'stop_sell', told: 'false', found: 'true' }],
    ],
    [
      'that says of a night only what is free is compared in that',
      [{ channel_room: 'double', from: '2036-03-01', until: '2036-03-03', availability: 2 }],
      [],
    ],
    [
      'without a night misses it',
      [range({ until: '2036-03-02' })],
      [{ ...difference, from: '2036-03-03', field: 'missing', told: null, found: null }],
    ],
    [
      'that differs on two days that do not follow has two differences',
      [
        range(),
        range({ until: '2036-03-01', availability: 0 }),
        range({ from: '2036-03-03', availability: 0 }),
      ],
      [
        { ...difference, until: '2036-03-01', field: 'availability', told: '2', found: '0' },
        { ...difference, from: '2036-03-03', field: 'availability', told: '2', found: '0' },
      ],
    ],
    [
      'that sells a room that is not mapped differs',
      [range(), range({ channel_room: 'attic' })],
      [{ ...difference, room: 'attic', field: 'unmapped', told: null, found: '2' }],
    ],
    [
      'with a closed room that is not mapped does not',
      [range(), range({ channel_room: 'attic', stop_sell: true })],
      [],
    ],
    [
      'of a rate whose nights are left out is not compared',
      [range(), range({ channel_room: 'suite', channel_rate: 'bar' })],
      [],
    ],
    [
      'of nights before and after is not compared',
      [range(), range({ from: '2000-01-01', until: '2036-02-29' })],
      [],
    ],
  ])('%s', (_what, changes, differences) => {
    expect(compare(...changes)).toEqual(differences);
  });

  test.each([
    ['no list', { changes: {} }],
    ['an invalid date', { changes: [range({ from: '2036-02-30' })] }],
    ['a negative number of units', { changes: [range({ availability: -1 })] }],
    ['1,001 ranges', { changes: Array.from({ length: 1_001 }, () => range()) }],
  ])("a channel's copy with %s is refused", (_what, answer) => {
    expect(ChannelCopy.safeParse(answer).success).toBe(false);
  });

  test('a copy differs only on the changed nights', () => {
    const days = Array.from({ length: 31 }, (_, day) => `2036-03-${String(day + 1).padStart(2, '0')}`);
    const all = days.map((date, day) => night(date, { availability: day % 4 }));
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 30 })), (changed) => {
        const changes = all.map(({ night: date, says: { availability } }, day) =>
          range({ from: date, until: date, availability: availability + (changed.includes(day) ? 5 : 0) }),
        );
        const found = copyDifferences({ nights: all, sold }, ChannelCopy.parse({ changes }), span);
        const listed = found.flatMap(({ from, until }) =>
          days.filter((date) => date >= from && date <= until),
        );
        expect(listed).toEqual(days.filter((_, day) => changed.includes(day)));
      }),
    );
  });
});
