import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { occurrences, readRule } from '#subgraphs/catalog/calendars/domain/feed-rules.ts';
import { newWork } from '#subgraphs/catalog/calendars/domain/feed-work.ts';
import { dateOfEpochDay, epochDayOf } from '#subgraphs/catalog/domain/calendar.ts';
import { tries } from '../support/seeded.ts';

const UNTIL = epochDayOf(Temporal.PlainDate.from('2040-01-01'));
const date = (text: string) => epochDayOf(Temporal.PlainDate.from(text));

/** A rule's first days, including its start. */
function days(text: string, start: string, from = start, most = 20): readonly string[] {
  const rule = readRule(text) ?? expect.unreachable();
  const span = { from: date(from), until: UNTIL, work: newWork() };
  const found = [start];
  for (const { day } of occurrences(rule, { day: date(start), second: 0 }, span)) {
    if (found.length === most) break;
    found.push(dateOfEpochDay(day).toString());
  }
  return found;
}

function daysOfIcalJs(text: string, start: string, most = 20): readonly string[] {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(start));
  const found = [start];
  for (let time = iterator.next(); time && found.length < most && time.year < 2040; time = iterator.next())
    if (time.toString() > start) found.push(time.toString());
  return found;
}

const list = (values: fc.Arbitrary<string | number>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 3 }).map(String);
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const monthDay = fc.constantFrom(...Array.from({ length: 28 }, (_, i) => i + 1), -1, -28);
/** Rules that ical.js expands as RFC 5545 defines; excludes `BYWEEKNO` and dates that a month or year lacks. */
const rules = fc.oneof(
  fc.constant('FREQ=DAILY'),
  list(weekday).map((all) => `FREQ=WEEKLY;BYDAY=${all}`),
  fc
    .tuple(list(weekday), fc.constantFrom('SU', 'MO'))
    .map(([all, start]) => `FREQ=WEEKLY;BYDAY=${all};WKST=${start}`),
  list(monthDay).map((all) => `FREQ=MONTHLY;BYMONTHDAY=${all}`),
  fc.tuple(fc.constantFrom(1, 2, 4, -1), weekday).map(([place, day]) => `FREQ=MONTHLY;BYDAY=${place}${day}`),
  fc.constantFrom(1, -1).map((place) => `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${place}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 3, -1), weekday)
    .map(([month, place, day]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${day}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([month, day]) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
);
const starts = fc
  .integer({ min: date('2024-01-01'), max: date('2026-12-28') })
  .map((day) => dateOfEpochDay(day).toString())
  .filter((text) => Number(text.slice(8)) <= 28);

describe('the days of a rule', () => {
  test('a rule’s days equal the days that ical.js finds', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 4 }), starts, (rule, interval, start) => {
        const text = `${rule};INTERVAL=${interval}`;
        // If BYSETPOS meets a start on a weekend, ical.js adds a first day that the rule doesn't have.
        fc.pre(!rule.includes('BYSETPOS') || Temporal.PlainDate.from(start).dayOfWeek <= 5);
        expect(days(text, start)).toEqual(daysOfIcalJs(text, start));
      }),
      { numRuns: tries(300) },
    );
  });

  test('a rule’s days don’t depend on the first day of the requested range', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 4 }), starts, (rule, interval, start) => {
        const text = `${rule};INTERVAL=${interval}`;
        const since = (all: readonly string[]) =>
          all
            .slice(1)
            .filter((day) => day >= '2030-01-01')
            .slice(0, 10);
        expect(since(days(text, start, '2030-01-01', 40))).toEqual(since(days(text, start, start, 3_000)));
      }),
      { numRuns: tries(100) },
    );
  });

  test.each([
    ['29 February', 'FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['the 31st of months', 'FREQ=MONTHLY', '2026-12-31', ['2026-12-31', '2027-01-31', '2027-03-31']],
    [
      'a month without that day',
      'FREQ=YEARLY;BYMONTH=6,12',
      '2025-01-31',
      ['2025-01-31', '2025-12-31', '2026-12-31'],
    ],
    [
      'the twentieth Monday of years',
      'FREQ=YEARLY;BYDAY=20MO',
      '2026-12-01',
      ['2026-12-01', '2027-05-17', '2028-05-15'],
    ],
    [
      'weeks by their number',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
      '2026-12-01',
      ['2026-12-01', '2027-05-17', '2028-05-15'],
    ],
    [
      'the first week, which begins in the year before',
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO',
      '2026-12-01',
      ['2026-12-01', '2027-01-04', '2028-01-03'],
    ],
    [
      'days of the year',
      'FREQ=YEARLY;BYYEARDAY=1,-1',
      '2026-12-01',
      ['2026-12-01', '2026-12-31', '2027-01-01'],
    ],
    [
      'Fridays the 13th',
      'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
      '2026-12-01',
      ['2026-12-01', '2027-08-13', '2028-10-13'],
    ],
    [
      'a count with its start',
      'FREQ=DAILY;COUNT=3',
      '2026-12-01',
      ['2026-12-01', '2026-12-02', '2026-12-03'],
    ],
    ['a nonexistent date', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-12-01', ['2026-12-01']],
  ])('a rule can mean %s', (_what, rule, start, expected) => {
    expect(days(rule, start, start, 3)).toEqual(expected);
  });

  test.each([
    '',
    'COUNT=3',
    'FREQ=NEVER',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;BYFOO=1',
    'FREQ=MONTHLY;BYMONTHDAY=99',
    'FREQ=WEEKLY;BYDAY=XX',
  ])("%s isn't a rule", (text) => {
    expect(readRule(text)).toBeNull();
  });
});
