import { describe, expect, test } from 'vitest';
import { begunFault } from '#subgraphs/checkout/bookings/domain/change-refusal.ts';
import { unitsUntil } from '#subgraphs/checkout/bookings/domain/moved-units.ts';

// docs/interface/bookings.md#changes: changes to a stay that has begun.

const NOW = new Date('2027-06-10T10:00:00Z');
const STAY = {
  unitTypeId: 7,
  checkIn: '2027-06-08',
  checkOut: '2027-06-12',
  adults: 2,
  children: 0,
  quantity: 1,
};
const booking = (stayState: 'expected' | 'in_house', status: 'confirmed' | 'held' = 'confirmed') => ({
  status,
  stayState,
  checkedInAt: null,
  checkedOutAt: null,
  timeZone: 'Europe/Zurich',
});

describe('a change to a stay that has begun', () => {
  const today = { checkIn: '2027-06-10' };
  test.each([
    ['lengthens it in house', 'in_house', {}, { checkOut: '2027-06-14' }, null],
    ['shortens it in house to tomorrow', 'in_house', {}, { checkOut: '2027-06-11' }, null],
    ['ends it in house today', 'in_house', {}, { checkOut: '2027-06-10' }, 'checkOut'],
    ['moves its check-in in house', 'in_house', {}, { checkIn: '2027-06-09' }, 'checkIn'],
    ['moves its check-in on the first day in house', 'in_house', today, { checkIn: '2027-06-11' }, 'checkIn'],
    ['books another unit type after the first night', 'in_house', {}, { unitTypeId: 8 }, 'unitTypeId'],
    ['books another unit after the first night', 'in_house', {}, { quantity: 2 }, 'quantity'],
    ['books another unit type on the first day', 'in_house', today, { unitTypeId: 8 }, null],
    ['lets guests who are late come later', 'expected', {}, { checkIn: '2027-06-11' }, null],
    ['books another unit type for guests who are late', 'expected', {}, { unitTypeId: 8 }, 'unitTypeId'],
    [
      'moves a stay that has not begun',
      'expected',
      { checkIn: '2027-06-11' },
      { checkIn: '2027-06-12' },
      null,
    ],
  ] as const)('a change that %s is refused only where it has to be', (_what, state, of, change, field) => {
    const before = { ...STAY, ...of };
    const fault = begunFault(
      booking(state),
      { before, after: { ...before, ...change }, keepsPrices: true },
      NOW,
    );
    expect(fault && { code: fault.code, field: fault.field[1] }).toEqual(
      field === null ? null : { code: 'STAY_BEGAN', field },
    );
  });

  test('a change that prices every night again is refused once a night is over', () => {
    const change = { before: STAY, after: { ...STAY, adults: 1 }, keepsPrices: false };
    expect(begunFault(booking('in_house'), change, NOW)?.code).toBe('STAY_BEGAN');
    expect(begunFault(booking('in_house', 'held'), change, NOW)).toBeNull();
    const firstDay = { ...STAY, checkIn: '2027-06-10' };
    expect(
      begunFault(
        booking('in_house'),
        { ...change, before: firstDay, after: { ...firstDay, adults: 1 } },
        NOW,
      ),
    ).toBeNull();
  });
});

test('a shorter stay keeps the unit of its last night until check-out, and loses later ones', () => {
  const unit = (id: number, from?: string, until?: string) => ({
    id,
    line: 0,
    name: `${id}`,
    ...(from && { from }),
    ...(until && { until }),
  });
  const units = [
    unit(1, undefined, '2027-06-10'),
    unit(2, '2027-06-10', '2027-06-12'),
    unit(3, '2027-06-12'),
  ];
  expect(unitsUntil(units, '2027-06-13')).toEqual(units);
  expect(unitsUntil(units, '2027-06-12')).toEqual([units[0], unit(2, '2027-06-10')]);
  expect(unitsUntil(units, '2027-06-10')).toEqual([unit(1)]);
});
