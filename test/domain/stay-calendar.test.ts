import { describe, expect, test } from 'vitest';
import { monthsAround } from '#adapters/storefront-pages/stay-calendar.ts';
import { dateOfEpochDay, epochDayOf } from '#subgraphs/catalog/domain/calendar.ts';
import { monthsFrom } from '#subgraphs/catalog/stays/domain/calendar-months.ts';

describe("a stay's calendar", () => {
  test.each([
    [null, '2026-11-30', '2026-11-01', 61],
    [null, '2026-12-01', '2026-12-01', 62],
    ['2027-01-17', '2026-11-30', '2027-01-01', 59],
    ['2020-01-01', '2026-11-30', '2026-11-01', 61],
    ['2031-01-01', '2026-11-30', '2028-11-01', 61],
  ])('the months from %s on %s begin on %s and have %i days', (asked, today, from, days) => {
    const shown = monthsFrom(asked === null ? null : Temporal.PlainDate.from(asked), day(today), 2);
    expect([dateOfEpochDay(shown.first).toString(), shown.days]).toEqual([from, days]);
  });

  const bounds = { today: '2026-11-27', last: '2028-11-26' };
  test.each([
    ['2026-11', null, '2027-01'],
    ['2026-12', '2026-11', '2027-02'],
    ['2027-01', '2026-11', '2027-03'],
    ['2027-02', '2026-12', '2027-04'],
    ['2028-09', '2028-07', '2028-11'],
    ['2028-10', '2028-08', null],
    ['2028-11', '2028-09', null],
  ])('the links next to %s show %s and %s', (shown, earlier, later) => {
    expect(monthsAround(shown, bounds)).toEqual({ earlier, later });
  });
});

const day = (date: string) => epochDayOf(Temporal.PlainDate.from(date));
