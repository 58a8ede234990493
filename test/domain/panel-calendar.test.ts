import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsOf, halvesOf, lanesOf } from '../../panel/features/calendar/lanes.ts';
import {
  isMovable,
  type MovableBooking,
  moved,
  moveOf,
  nextFree,
  unitsAfter,
} from '../../panel/features/calendar/moves.ts';
import { nightsIn, stepOf } from '../../panel/features/calendar/span.ts';
import { addDays } from '../../panel/format/dates.ts';

const SPAN = { from: '2030-01-01', nights: 10 };
const DOUBLE = { id: 'double', namedUnits: [{ id: '1' }, { id: '2' }, { id: '3' }] };

type Unit = MovableBooking['lines'][number]['units'][number];

const unit = (id: string, { from = null, until = null }: Partial<Unit> = {}): Unit => ({ id, from, until });

const booking = (
  id: string,
  [checkIn, checkOut]: readonly [string, string],
  { units = [] as readonly Unit[], quantity = 1, unitTypeId = 'double', state = 'expected' as const } = {},
): MovableBooking => ({ id, checkIn, checkOut, stay: { state }, lines: [{ unitTypeId, quantity, units }] });

const drawn = (bookings: readonly MovableBooking[]) =>
  lanesOf(DOUBLE, bookings, SPAN).map(({ unitId, bars }) => [
    unitId,
    bars.map(({ booking: { id }, night, nights }) => `${id} ${night}+${nights}`),
  ]);

describe('the lanes of a unit type', () => {
  test("the lanes without bookings are the unit type's units in order", () => {
    expect(drawn([])).toEqual([
      ['1', []],
      ['2', []],
      ['3', []],
    ]);
  });

  test("a unit's lane shows a stay on its nights", () => {
    expect(drawn([booking('a', ['2030-01-02', '2030-01-04'], { units: [unit('2')] })])).toEqual([
      ['1', []],
      ['2', ['a 1+2']],
      ['3', []],
    ]);
  });

  test('a stay in two units is shown in each on its own nights', () => {
    const units = [unit('1', { until: '2030-01-04' }), unit('2', { from: '2030-01-04' })];
    expect(drawn([booking('a', ['2030-01-02', '2030-01-05'], { units })])).toEqual([
      ['1', ['a 1+2']],
      ['2', ['a 3+1']],
      ['3', []],
    ]);
  });

  test('the first lanes hold the stays without a unit', () => {
    const stays = [
      booking('a', ['2030-01-02', '2030-01-04']),
      booking('b', ['2030-01-03', '2030-01-05']),
      booking('c', ['2030-01-04', '2030-01-06']),
    ];
    expect(drawn(stays).slice(0, 2)).toEqual([
      [null, ['a 1+2', 'c 3+2']],
      [null, ['b 2+2']],
    ]);
  });

  test('a booking for two units appears once in each lane', () => {
    const stay = booking('a', ['2030-01-02', '2030-01-03'], { quantity: 2, units: [unit('1')] });
    expect(drawn([stay]).slice(0, 2)).toEqual([
      [null, ['a 1+1']],
      ['1', ['a 1+1']],
    ]);
  });

  test('a stay whose unit was removed appears as unassigned', () => {
    const stay = booking('a', ['2030-01-02', '2030-01-03'], { units: [unit('9')] });
    expect(drawn([stay])[0]).toEqual([null, ['a 1+1']]);
  });

  test('the lanes omit other unit types', () => {
    const other = booking('a', ['2030-01-02', '2030-01-04'], { unitTypeId: 'suite' });
    expect(drawn([other])).toEqual(drawn([]));
  });

  test.each([
    ['one that leaves on the first day', ['2029-12-30', '2030-01-01'], null],
    ['one that continues after the last night', ['2030-01-09', '2030-01-20'], { start: false, end: true }],
    ['one that was there before the first night', ['2029-12-20', '2030-01-02'], { start: true, end: false }],
    ['one that arrives after the last night', ['2030-01-11', '2030-01-12'], null],
  ] as const)('the lanes cut %s to the visible nights', (_which, dates, cut) => {
    const [lane] = lanesOf(DOUBLE, [booking('a', dates, { units: [unit('1')] })], SPAN);
    expect(lane?.bars.map((bar) => bar.cut)).toEqual(cut ? [cut] : []);
  });

  test("a bar begins in the middle of its first day and ends in the middle of its guests' last", () => {
    const [lane] = lanesOf(
      DOUBLE,
      [booking('a', ['2030-01-02', '2030-01-04'], { units: [unit('1')] })],
      SPAN,
    );
    expect(lane?.bars.map((bar) => halvesOf(bar, SPAN))).toEqual([{ start: 3, end: 7 }]);
  });

  test('the cells of each lane with random stays cover every night once', () => {
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
          const covered = cellsOf(bars, SPAN.nights).flatMap((cell) =>
            typeof cell === 'number'
              ? [cell]
              : Array.from({ length: cell.nights }, (_, nth) => cell.night + nth),
          );
          expect(covered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        }
      }),
    );
  });
});

describe('a move to another unit', () => {
  const TODAY = '2030-01-03';
  const barOf = (stay: MovableBooking, unitId: string | null) => {
    const bar = lanesOf(DOUBLE, [stay], SPAN).find((lane) => lane.unitId === unitId)?.bars[0];
    if (!bar) throw new Error('The stay has no bar there.');
    return bar;
  };

  const stay = booking('a', ['2030-01-02', '2030-01-06'], { quantity: 2, units: [unit('1'), unit('5')] });
  test.each([
    ['from a unit to another', '1', '2', ['5', '2']],
    ['from a unit to none', '1', null, ['5']],
    ['from none to a unit', null, '2', ['1', '5', '2']],
    ['to a unit it has already', '1', '5', ['5']],
  ] as const)("replaces an expected booking's unit: %s", (_move, from, to, units) => {
    const move = { bookingId: 'a', unitTypeId: 'double', from, to, night: null };
    const changed =
      from === null ? { ...stay, lines: stay.lines.map((line) => ({ ...line, quantity: 3 })) } : stay;
    expect(unitsAfter(changed, move)).toEqual(units);
  });

  test('keeps the nights that guests in house have already spent in their unit', () => {
    const here = booking('a', ['2030-01-01', '2030-01-06'], {
      units: [unit('1')],
      state: 'in_house' as never,
    });
    const move = moveOf(barOf(here, '1'), 'double', '2', TODAY);
    expect(move).toMatchObject({ from: '1', to: '2', night: TODAY });
    expect(moved(here, move).lines[0]?.units).toEqual([
      { id: '1', from: null, until: TODAY },
      { id: '2', from: TODAY, until: null },
    ]);
  });

  test('keeps the first unit of guests who change units later', () => {
    const units = [unit('1', { until: '2030-01-04' }), unit('2', { from: '2030-01-04' })];
    const later = booking('a', ['2030-01-02', '2030-01-06'], { units });
    const move = moveOf(barOf(later, '2'), 'double', '3', TODAY);
    expect(moved(later, move).lines[0]?.units).toEqual([
      { id: '1', from: null, until: '2030-01-04' },
      { id: '3', from: '2030-01-04', until: null },
    ]);
    expect(isMovable(barOf(later, '1'))).toBe(false);
  });

  test('skips units that are taken or out of order on its nights', () => {
    const own = booking('a', ['2030-01-02', '2030-01-04'], { units: [unit('1')] });
    const other = booking('b', ['2030-01-03', '2030-01-05'], { units: [unit('2')] });
    const free = { span: SPAN, today: TODAY, closed: new Map(), lanes: lanesOf(DOUBLE, [own, other], SPAN) };
    expect(nextFree(barOf(own, '1'), 1, free)).toBe('3');
    expect(nextFree(barOf(own, '1'), -1, free)).toBeNull();
    const closed = new Map([['3', { night: 2, nights: 1 }]]);
    expect(nextFree(barOf(own, '1'), 1, { ...free, closed })).toBeUndefined();
  });
});

describe('the nights shown', () => {
  test.each([
    ['a phone', 390, 7],
    ['a laptop', 1_152, 22],
    ['a very wide screen', 3_000, 31],
  ])('%s shows as many nights as fit', (_device, widthPx, nights) => {
    expect(nightsIn(widthPx)).toBe(nights);
  });

  test('the buttons move by whole weeks', () => {
    expect([5, 7, 22, 31].map(stepOf)).toEqual([7, 7, 21, 28]);
  });
});
