import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availableUnits,
  fitsParty,
  holdCap,
  takeableUnits,
} from '#subgraphs/catalog/rates/domain/availability.ts';
import { calendarOf, epoch } from './catalog-shelf.ts';

const stay = (from: number, to: number) => ({ checkIn: epoch(from), checkOut: epoch(to) });

describe('Units that may sit in unpaid agent holds', () => {
  test.each([
    [1, 50, 1],
    [2, 50, 2],
    [3, 50, 1],
    [4, 50, 2],
    [5, 50, 2],
    [10, 50, 5],
    [10, 100, 10],
    [10, 5, 1],
    [2, 5, 2],
  ])('the cap for %i units at %i %% is %i', (total, percent, cap) => {
    expect(holdCap(total, percent)).toBe(cap);
  });
});

describe('Available units', () => {
  test.each([
    ['all are free', { total: 2 }, 2],
    ['closed units are not free', { total: 2, closed: 1 }, 1],
    ['held units are not free', { total: 2, held: 1 }, 1],
    ['confirmed units are not free', { total: 2, confirmed: 2 }, 0],
    ['the cap leaves half of many', { total: 10 }, 5],
    ['the cap counts units already held by agents', { total: 10, held: 4, agentHeld: 4 }, 1],
    ['the cap is reached', { total: 10, held: 5, agentHeld: 5 }, 0],
    ['unpaid holds of hosts and requests do not count against the cap', { total: 10, held: 5 }, 5],
    ['of both, only agent holds count against the cap', { total: 10, held: 7, agentHeld: 3 }, 2],
    ['units held by hosts are not free for agents', { total: 10, held: 8, agentHeld: 1 }, 2],
    ['confirmed bookings do not count against the cap', { total: 10, confirmed: 5 }, 5],
    ['few free units are less than the cap', { total: 10, confirmed: 8 }, 2],
    ['a total below the number of taken units leaves 0 free units', { total: 3, closed: 3, confirmed: 1 }, 0],
  ])('%s', (_title, night, units) => {
    expect(availableUnits(calendarOf(night), stay(5, 8), 50)).toBe(units);
  });

  test('the night with the fewest units determines how many are available', () => {
    const calendar = calendarOf({ total: 2 }, { 6: { confirmed: 1 } });
    expect(availableUnits(calendar, stay(5, 8), 50)).toBe(1);
    expect(availableUnits(calendar, stay(7, 9), 50)).toBe(2);
  });

  test("the check-out night doesn't need free units", () => {
    expect(availableUnits(calendarOf({}, { 8: { total: 0 } }), stay(5, 8), 50)).toBe(1);
  });

  test.each([
    [-1, 3],
    [58, 61],
    [70, 72],
  ])('a stay from day %i to %i reaches past a calendar of 60 nights and has no units', (from, to) => {
    expect(availableUnits(calendarOf({}, {}, 60), stay(from, to), 50)).toBe(0);
  });

  test('taking offered units never oversells and never exceeds the cap', () => {
    const count = fc.integer({ min: 0, max: 12 });
    const percent = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        count,
        percent,
        (total, closed, agentHeld, others, confirmed, capPercent) => {
          const held = agentHeld + others;
          const units = takeableUnits(total, closed, held, confirmed, agentHeld, capPercent);
          expect(units).toBeGreaterThanOrEqual(0);
          if (units === 0) return;
          expect(closed + held + confirmed + units).toBeLessThanOrEqual(total);
          expect(agentHeld + units).toBeLessThanOrEqual(holdCap(total, capPercent));
        },
      ),
    );
  });
});

describe('Party size', () => {
  test.each([
    [2, 1, 2, 0, true],
    [2, 1, 2, 1, false],
    [2, 2, 2, 2, true],
    [2, 2, 5, 0, false],
  ])(
    '%i guests per unit and %i units fit %i adults and %i children: %s',
    (maxGuests, units, adults, children, fits) => {
      const capacity = { maxGuests, maxAdults: null, maxChildren: null };
      expect(fitsParty(capacity, units, { adults, children })).toBe(fits);
    },
  );
});
