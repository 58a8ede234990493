import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLOSED_TO_ARRIVAL,
  CLOSED_TO_DEPARTURE,
  dateOfEpochDay,
  epochDayOf,
  STOP_SELL,
} from '#subgraphs/catalog/domain/calendar.ts';
import { isUnrestricted, restrictionsOn } from '#subgraphs/catalog/rates/domain/restrictions.ts';
import { calendarOf, day, epoch, type Night } from './catalog-shelf.ts';

const on = (except: Record<number, Night>, from: number, to: number) =>
  restrictionsOn(calendarOf({}, except, 500), { checkIn: epoch(from), checkOut: epoch(to) });

describe('Stay restrictions', () => {
  test.each<[string, Record<number, Night>, [number, number], string[]]>([
    ['nothing restricts an open calendar', {}, [5, 8], []],
    ['a minimum refuses a shorter stay', { 5: { minStay: 4 } }, [5, 8], ['min_stay']],
    ['a minimum allows a stay of exactly that length', { 5: { minStay: 3 } }, [5, 8], []],
    ['a minimum is read only on the check-in night', { 6: { minStay: 9 } }, [5, 8], []],
    ['a maximum refuses a longer stay', { 5: { maxStay: 2 } }, [5, 8], ['max_stay']],
    ['a maximum allows a stay of exactly that length', { 5: { maxStay: 3 } }, [5, 8], []],
    ['a maximum is read only on the check-in night', { 6: { maxStay: 1 } }, [5, 8], []],
    [
      'closed arrival is read on the check-in night',
      { 5: { flags: CLOSED_TO_ARRIVAL } },
      [5, 8],
      ['closed_to_arrival'],
    ],
    ['closed arrival of a later night is ignored', { 6: { flags: CLOSED_TO_ARRIVAL } }, [5, 8], []],
    [
      'closed departure is read on the check-out date',
      { 8: { flags: CLOSED_TO_DEPARTURE } },
      [5, 8],
      ['closed_to_departure'],
    ],
    ['closed departure of the last night is ignored', { 7: { flags: CLOSED_TO_DEPARTURE } }, [5, 8], []],
    ['stop-sell of the check-in night refuses', { 5: { flags: STOP_SELL } }, [5, 8], ['stop_sell']],
    ['stop-sell of the last night refuses', { 7: { flags: STOP_SELL } }, [5, 8], ['stop_sell']],
    ['stop-sell of the check-out date is ignored', { 8: { flags: STOP_SELL } }, [5, 8], []],
    ['no stay is longer than a year', {}, [5, 371], ['max_stay']],
    ['a stay of a whole year is allowed', {}, [5, 370], []],
    [
      'all reasons are told, in the order of the specification',
      {
        5: { minStay: 9, maxStay: 2, flags: CLOSED_TO_ARRIVAL | STOP_SELL },
        8: { flags: CLOSED_TO_DEPARTURE },
      },
      [5, 8],
      ['min_stay', 'max_stay', 'closed_to_arrival', 'closed_to_departure', 'stop_sell'],
    ],
  ])('%s', (_title, except, [from, to], codes) => {
    expect(on(except, from, to).map(({ code }) => code)).toEqual(codes);
  });

  test('a refusal names the limit or the date', () => {
    expect(on({ 5: { minStay: 4 } }, 5, 8)).toEqual([{ code: 'min_stay', nights: 4 }]);
    expect(on({ 6: { flags: STOP_SELL } }, 5, 8)).toEqual([{ code: 'stop_sell', date: day(6) }]);
  });

  test("a departure beyond the calendar isn't closed", () => {
    const calendar = calendarOf({}, {}, 8);
    expect(restrictionsOn(calendar, { checkIn: epoch(5), checkOut: epoch(8) })).toEqual([]);
  });

  test('the boolean check and the explaining check agree on every stay', () => {
    const night = fc.record({
      minStay: fc.integer({ min: 0, max: 5 }),
      maxStay: fc.integer({ min: 0, max: 5 }),
      flags: fc.constantFrom(0, 0, 0, 0, 1, 2, 4, 7),
    });
    const nights = fc.array(night, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        nights,
        fc.integer({ min: -2, max: 9 }),
        fc.integer({ min: 1, max: 8 }),
        (list, from, length) => {
          const calendar = calendarOf({}, { ...list }, list.length);
          const stay = { checkIn: epoch(from), checkOut: epoch(from + length) };
          expect(isUnrestricted(calendar, stay)).toBe(restrictionsOn(calendar, stay).length === 0);
        },
      ),
    );
  });
});

describe('Epoch days', () => {
  test("a date and its epoch day convert to each other in any machine's time zone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (days) => {
        const date = Temporal.PlainDate.from('1970-01-01').add({ days });
        expect(epochDayOf(date)).toBe(days);
        expect(dateOfEpochDay(days).equals(date)).toBe(true);
      }),
    );
  });
});
