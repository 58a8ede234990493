import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOfEpochDay } from '#subgraphs/catalog/domain/calendar.ts';
import { quoteStays } from '#subgraphs/catalog/stays/domain/quote.ts';
import { calendarOf, sellableOf, shelfOf, stayId } from './catalog-shelf.ts';

const sold = (id: number, calendar: ReturnType<typeof calendarOf>) =>
  sellableOf({ unitType: { id, name: `Room ${id}` }, calendar });

/** Dates that a checkout's problems suggest, as check-in and check-out in days from today. */
function suggestions(lines: Parameters<typeof quoteStays>[0], shelf: ReturnType<typeof shelfOf>) {
  return quoteStays(lines, shelf).problems.flatMap(({ nearest }) => nearest);
}

describe('dates that a checkout suggests', () => {
  test('suggested dates suit every line of the checkout', () => {
    const first = sold(1, calendarOf({}, { 10: { confirmed: 1 } }));
    const second = sold(2, calendarOf({}, { 9: { confirmed: 1 }, 11: { confirmed: 1 } }));
    const lines = [1, 2].map((id) => ({ itemId: stayId(id, 10, 11, 1), quantity: 1 }));
    expect(
      suggestions(lines, shelfOf([first, second])).map(({ checkIn }) => String(dateOfEpochDay(checkIn))),
    ).toEqual(['2026-06-09', '2026-06-13']);
  });

  test('suggested dates have the units for all lines together', () => {
    const room = sold(1, calendarOf({ total: 4 }, { 10: { confirmed: 3 }, 9: { confirmed: 1 } }));
    const lines = [2, 2].map((quantity) => ({ itemId: stayId(1, 10, 11, 1), quantity }));
    for (const { checkIn } of suggestions(lines, shelfOf([room]))) {
      expect(String(dateOfEpochDay(checkIn))).not.toBe('2026-06-10');
    }
  });

  test('a party that fits on no date gets no suggestion', () => {
    const room = sold(1, calendarOf({}, { 10: { confirmed: 1 } }));
    expect(suggestions([{ itemId: stayId(1, 10, 11, 9), quantity: 1 }], shelfOf([room]))).toEqual([]);
  });

  test('every suggested stay can be booked', () => {
    const night = fc.record({
      confirmed: fc.integer({ min: 0, max: 3 }),
      held: fc.integer({ min: 0, max: 2 }),
      minStay: fc.integer({ min: 0, max: 3 }),
      maxStay: fc.integer({ min: 0, max: 4 }),
      flags: fc.constantFrom(0, 0, 0, 1, 2, 4),
    });
    const nights = fc.dictionary(fc.integer({ min: 0, max: 40 }).map(String), night);
    const line = fc.record({
      unitType: fc.constantFrom(1, 2),
      quantity: fc.integer({ min: 1, max: 3 }),
      adults: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.tuple(nights, nights),
        fc.array(line, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(50, 100),
        (calendars, wishes, length, capPercent) => {
          const shelf = shelfOf(
            calendars.map((except, index) => sold(index + 1, calendarOf({ total: 4 }, except))),
            capPercent,
          );
          const linesOn = (from: number, to: number) =>
            wishes.map(({ unitType, quantity, adults }) => ({
              itemId: stayId(unitType, from, to, adults),
              quantity,
            }));
          for (const { checkIn, checkOut } of suggestions(linesOn(15, 15 + length), shelf)) {
            const from = checkIn - shelf.todayIn('Europe/Zurich');
            const to = checkOut - shelf.todayIn('Europe/Zurich');
            expect(quoteStays(linesOn(from, to), shelf).problems).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
