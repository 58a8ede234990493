import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSED_TO_ARRIVAL, STOP_SELL } from '#subgraphs/catalog/domain/calendar.ts';
import { availableUnits } from '#subgraphs/catalog/rates/domain/availability.ts';
import { isUnrestricted } from '#subgraphs/catalog/rates/domain/restrictions.ts';
import { NEARBY_DAYS, nearestStays } from '#subgraphs/catalog/stays/domain/nearest-dates.ts';
import { calendarOf, epoch, type Night } from './catalog-shelf.ts';

const near = (usual: Night, except: Record<number, Night>, from: number, to: number, units = 1) =>
  nearestStays(calendarOf(usual, except), {
    stay: { checkIn: epoch(from), checkOut: epoch(to) },
    units,
    checkIns: { first: epoch(0), last: epoch(999) },
    capPercent: 100,
  }).map(({ checkIn, checkOut }) => [checkIn - epoch(0), checkOut - epoch(0)]);

describe('The nearest bookable dates', () => {
  test('suggested dates lengthen a stay to the minimum and prefer the same check-in', () => {
    expect(near({ minStay: 3 }, {}, 20, 21)).toEqual([
      [20, 23],
      [19, 22],
    ]);
  });

  test('suggested dates shorten a stay to the maximum', () => {
    expect(near({ maxStay: 2 }, {}, 20, 25)[0]).toEqual([20, 22]);
  });

  test("suggested dates shift a stay that can't start that day and prefer the earlier of two equally near dates", () => {
    expect(near({}, { 20: { flags: CLOSED_TO_ARRIVAL } }, 20, 22)).toEqual([
      [19, 21],
      [21, 23],
    ]);
  });

  test('suggested dates avoid stopped and sold nights', () => {
    const except = { 20: { flags: STOP_SELL }, 21: { confirmed: 1 } };
    expect(near({}, except, 20, 22)).toEqual([
      [18, 20],
      [22, 24],
    ]);
  });

  test('suggested dates never start before today', () => {
    expect(near({}, { 0: { confirmed: 1 } }, 0, 1)).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('suggested dates are empty if no dates within 14 days have the units', () => {
    expect(near({ total: 1 }, {}, 20, 22, 2)).toEqual([]);
  });

  test('suggested dates are always bookable and within 14 days', () => {
    const night = fc.record({
      confirmed: fc.integer({ min: 0, max: 1 }),
      minStay: fc.integer({ min: 0, max: 4 }),
      maxStay: fc.integer({ min: 0, max: 4 }),
      flags: fc.constantFrom(0, 0, 0, 1, 2, 4),
    });
    const nights = fc.array(night, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(
        nights,
        fc.integer({ min: 0, max: 39 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 30 }),
        (list, from, length, window) => {
          const checkIns = { first: epoch(window), last: epoch(window + 9) };
          const calendar = calendarOf({}, { ...list }, 40);
          const stay = { checkIn: epoch(from), checkOut: epoch(from + length) };
          for (const found of nearestStays(calendar, { stay, units: 1, checkIns, capPercent: 50 })) {
            expect(isUnrestricted(calendar, found)).toBe(true);
            expect(found.checkIn - epoch(window)).toBeOneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
            expect(availableUnits(calendar, found, 50)).toBeGreaterThan(0);
            expect(Math.abs(found.checkIn - stay.checkIn)).toBeLessThanOrEqual(NEARBY_DAYS);
          }
        },
      ),
    );
  });
});
