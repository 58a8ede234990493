import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lanesOf, type TimelineBooking, unitsAfterMove } from '../../panel/features/timeline/lanes.ts';
import { addDays } from '../../panel/format/dates.ts';

const SPAN = { from: '2030-01-01', days: 10 };
const DOUBLE = {
  id: 'double',
  namedUnits: [
    { id: '1', name: 'Garden' },
    { id: '2', name: 'Lake' },
  ],
};

const booking = (
  id: string,
  [checkIn, checkOut]: readonly [string, string],
  { units = [] as readonly string[], quantity = 1, unitTypeId = 'double' } = {},
): TimelineBooking => ({
  id,
  checkIn,
  checkOut,
  lines: [{ unitTypeId, quantity, units: units.map((id) => ({ id, from: null, until: null })) }],
});

const drawn = (bookings: readonly TimelineBooking[]) =>
  lanesOf(DOUBLE, bookings, SPAN).map(({ unitId, bars }) => [
    unitId,
    bars.map(({ booking: { id }, start, end }) => `${id} ${start}-${end}`),
  ]);

describe('the lanes of a unit type', () => {
  test("without bookings, the lanes are the unit type's units in order", () => {
    expect(drawn([])).toEqual([
      ['1', []],
      ['2', []],
    ]);
  });

  test('a lane shows a stay from the middle of its first day to the middle of its last', () => {
    expect(drawn([booking('a', ['2030-01-02', '2030-01-04'], { units: ['2'] })])).toEqual([
      ['1', []],
      ['2', ['a 3-7']],
    ]);
  });

  test('a stay in two units is shown in each on its own nights', () => {
    const stay = booking('a', ['2030-01-02', '2030-01-05']);
    const units = [
      { id: '1', from: null, until: '2030-01-04' },
      { id: '2', from: '2030-01-04', until: null },
    ];
    expect(drawn([{ ...stay, lines: [{ unitTypeId: 'double', quantity: 1, units }] }])).toEqual([
      ['1', ['a 3-7']],
      ['2', ['a 7-9']],
    ]);
  });

  test('the first lanes hold the stays without a unit', () => {
    const stays = [
      booking('a', ['2030-01-02', '2030-01-04']),
      booking('b', ['2030-01-03', '2030-01-05']),
      booking('c', ['2030-01-04', '2030-01-06']),
    ];
    expect(drawn(stays).slice(0, 2)).toEqual([
      [null, ['a 3-7', 'c 7-11']],
      [null, ['b 5-9']],
    ]);
  });

  test('a booking for two units appears once in each lane', () => {
    const stay = booking('a', ['2030-01-02', '2030-01-03'], { quantity: 2, units: ['1'] });
    expect(drawn([stay])).toEqual([
      [null, ['a 3-5']],
      ['1', ['a 3-5']],
      ['2', []],
    ]);
  });

  test('a stay whose unit was removed appears as unassigned', () => {
    const stay = booking('a', ['2030-01-02', '2030-01-03'], { units: ['9'] });
    expect(drawn([stay])[0]).toEqual([null, ['a 3-5']]);
  });

  test('the lanes omit other unit types', () => {
    const other = booking('a', ['2030-01-02', '2030-01-04'], { unitTypeId: 'suite' });
    expect(drawn([other])).toEqual(drawn([]));
  });

  test.each([
    ['one that left on the morning of the first day', ['2029-12-30', '2029-12-31'], null],
    ['one that continues after the last day', ['2030-01-09', '2030-01-20'], { start: false, end: true }],
    ['one that was there before the first day', ['2029-12-20', '2030-01-02'], { start: true, end: false }],
    ['one that arrives after the last day', ['2030-01-11', '2030-01-12'], null],
  ] as const)('the lanes cut %s to the visible days', (_which, dates, cut) => {
    const [lane] = lanesOf(DOUBLE, [booking('a', dates, { units: ['1'] })], SPAN);
    expect(lane?.bars.map((bar) => bar.cut)).toEqual(cut ? [cut] : []);
  });

  test('one lane never holds two concurrent unassigned stays', () => {
    const stays = fc.array(
      fc.record({ day: fc.integer({ min: -5, max: 12 }), nights: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(stays, (drawnStays) => {
        const all = drawnStays.map(({ day, nights }, place) => {
          const checkIn = addDays(SPAN.from, day);
          return booking(`${place}`, [checkIn, addDays(checkIn, nights)]);
        });
        for (const { bars } of lanesOf(DOUBLE, all, SPAN)) {
          for (const [place, bar] of bars.entries()) {
            expect(bar.end).toBeGreaterThan(bar.start);
            expect(bar.start).toBeGreaterThanOrEqual(bars[place - 1]?.end ?? 0);
          }
        }
      }),
    );
  });
});

describe('the units of a booking after a move', () => {
  const stay = booking('a', ['2030-01-02', '2030-01-04'], { quantity: 2, units: ['1', '5'] });
  test.each([
    ['from a unit to another', '1', '2', ['5', '2']],
    ['from a unit to none', '1', null, ['5']],
    ['from none to a unit', null, '2', ['1', '5', '2']],
    ['to a unit it has already', '1', '5', ['5']],
  ] as const)('%s', (_move, from, to, units) => {
    expect(unitsAfterMove(stay, from, to)).toEqual(units);
  });
});
