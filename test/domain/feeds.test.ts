import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFeedEvents } from '#subgraphs/catalog/calendars/domain/feed-events.ts';
import { UnreadableFeed } from '#subgraphs/catalog/calendars/domain/feed-lines.ts';
import { overbookings, takenSpans } from '#subgraphs/catalog/calendars/domain/feed-nights.ts';
import { pathThrough } from '#subgraphs/catalog/calendars/domain/feed-path.ts';
import { afterMissedReading, nextReading } from '#subgraphs/catalog/calendars/domain/feed-state.ts';
import { readFeedUrl } from '#subgraphs/catalog/calendars/domain/feed-url.ts';
import { FEEDS } from '../support/feeds.ts';
import { tries } from '../support/seeded.ts';

const WINDOW = {
  timeZone: 'Europe/Zurich',
  checkIn: 15 * 3_600,
  today: Temporal.PlainDate.from('2026-12-01'),
  until: Temporal.PlainDate.from('2028-12-01'),
  own: ['0123456789abcdef'],
  direct: ['00000000000000d1'],
};
const event = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const nights = (text: string) =>
  readFeedEvents(text, WINDOW).events.map(({ firstNight, departure }) => `${firstNight}/${departure}`);
const noted = (text: string) => readFeedEvents(text, WINDOW).noted;
const problemOf = (text: string) => {
  try {
    readFeedEvents(text, WINDOW);
    return null;
  } catch (error) {
    if (error instanceof UnreadableFeed) return error.problem;
    throw error;
  }
};

describe('a change to a series from one instance onward', () => {
  const series = (...change: readonly string[]) =>
    event('DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202', 'RRULE:FREQ=WEEKLY;COUNT=4').replace(
      'END:VCALENDAR',
      ['BEGIN:VEVENT', 'UID:one', ...change, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'),
    );
  const REFERENCE = 'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261215';

  test('changing a series from one instance on also moves and lengthens the later instances', () => {
    const change = ['DTSTART;VALUE=DATE:20261216', 'DTEND;VALUE=DATE:20261219'];
    expect(nights(series(REFERENCE, ...change)).toSorted()).toEqual([
      '2026-12-01/2026-12-02',
      '2026-12-08/2026-12-09',
      '2026-12-16/2026-12-19',
      '2026-12-23/2026-12-26',
    ]);
  });

  test('cancelling a series from one instance on also cancels the later instances', () => {
    expect(nights(series(REFERENCE, 'DTSTART;VALUE=DATE:20261215', 'STATUS:CANCELLED'))).toEqual([
      '2026-12-01/2026-12-02',
      '2026-12-08/2026-12-09',
    ]);
  });
});

describe('a feed', () => {
  test.each(FEEDS)('a $platform feed blocks its nights', ({ text, taken }) => {
    expect(nights(text)).toEqual(taken);
    expect(nights(text.replaceAll('\r\n', '\n'))).toEqual(taken);
  });

  test.each([
    [
      'all-day events',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-24/2026-12-27'],
    ],
    ['an event without an end', ['DTSTART;VALUE=DATE:20261224'], ['2026-12-24/2026-12-25']],
    [
      'an end equal to the start',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'],
      ['2026-12-24/2026-12-25'],
    ],
    ['a duration', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P3D'], ['2026-12-24/2026-12-27']],
    [
      'a UTC time that falls on the next day at the property',
      ['DTSTART:20261223T233000Z', 'DTEND:20261226T090000Z'],
      ['2026-12-24/2026-12-26'],
    ],
    [
      'times in another zone',
      ['DTSTART;TZID=America/New_York:20261223T200000', 'DTEND;TZID=America/New_York:20261226T040000'],
      ['2026-12-24/2026-12-26'],
    ],
    [
      'an exclusion rule',
      ['DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2'],
      ['2026-12-24/2026-12-25', '2026-12-25/2026-12-26', '2026-12-27/2026-12-28'],
    ],
    ['times without a zone', ['DTSTART:20261224T150000', 'DTEND:20261226T110000'], ['2026-12-24/2026-12-26']],
    ['an event that ends before check-in', ['DTSTART:20261224T100000', 'DTEND:20261224T120000'], []],
    ['an event that ends at check-in', ['DTSTART:20261224T100000', 'DTEND:20261224T150000'], []],
    [
      'an event after check-in',
      ['DTSTART:20261224T160000', 'DTEND:20261224T220000'],
      ['2026-12-24/2026-12-25'],
    ],
    [
      'an event that ends late on the last day',
      ['DTSTART;TZID=Europe/Zurich:20261224T000000', 'DTEND;TZID=Europe/Zurich:20261226T235900'],
      ['2026-12-24/2026-12-27'],
    ],
    [
      'an event that ends at midnight',
      ['DTSTART:20261224T000000', 'DTEND:20261226T000000'],
      ['2026-12-24/2026-12-26'],
    ],
    ['a morning event without an end', ['DTSTART:20261224T090000'], []],
    ['an evening event without an end', ['DTSTART:20261224T200000'], ['2026-12-24/2026-12-25']],
    [
      'an end before the start',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261220'],
      ['2026-12-24/2026-12-25'],
    ],
    [
      'an eight-digit date without VALUE=DATE',
      ['DTSTART:20261224', 'DTEND:20261227'],
      ['2026-12-24/2026-12-27'],
    ],
    [
      'a DATE value with a time',
      ['DTSTART;VALUE=DATE:20261224T000000', 'DTEND;VALUE=DATE:20261226T000000'],
      ['2026-12-24/2026-12-26'],
    ],
    ['a duration in hours', ['DTSTART:20261224T160000', 'DURATION:PT42H'], ['2026-12-24/2026-12-26']],
    [
      'a duration of one day in seconds',
      ['DTSTART;VALUE=DATE:20261224', 'DURATION:PT86400S'],
      ['2026-12-24/2026-12-25'],
    ],
    ['past events', ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261201'], []],
    [
      'a stay in progress',
      ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261202'],
      ['2026-11-20/2026-12-02'],
    ],
    [
      'an end beyond the horizon',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:21991231'],
      ['2026-12-24/2028-12-01'],
    ],
    ['cancelled events', ['DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED'], []],
    [
      'events marked as free',
      ['DTSTART;VALUE=DATE:20261224', 'TRANSP:TRANSPARENT'],
      ['2026-12-24/2026-12-25'],
    ],
    ['folded lines', ['DTSTART;VALUE=DA\r\n TE:2026122\r\n\t4'], ['2026-12-24/2026-12-25']],
    [
      'a rule with an exception',
      [
        'DTSTART;VALUE=DATE:20261205',
        'DTEND;VALUE=DATE:20261207',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;VALUE=DATE:20261212',
      ],
      ['2026-12-05/2026-12-07', '2026-12-19/2026-12-21'],
    ],
    [
      'a rule that began long ago',
      ['DTSTART;VALUE=DATE:20160103', 'RRULE:FREQ=MONTHLY;UNTIL=20270110'],
      ['2026-12-03/2026-12-04', '2027-01-03/2027-01-04'],
    ],
  ] as const)('reads %s', (_what, lines, taken) => {
    expect(nights(event(...lines))).toEqual(taken);
  });

  test('a feed has at most 400 instances per rule', () => {
    expect(nights(event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY'))).toHaveLength(400);
  });

  test('a feed can move one instance of a rule', () => {
    const rule = event('DTSTART;VALUE=DATE:20261205', 'RRULE:FREQ=WEEKLY;COUNT=2');
    const moved = [
      'BEGIN:VEVENT',
      'UID:one',
      'RECURRENCE-ID;VALUE=DATE:20261212',
      'DTSTART;VALUE=DATE:20261214',
      'END:VEVENT',
    ];
    const text = rule.replace('END:VCALENDAR', [...moved, 'END:VCALENDAR'].join('\r\n'));
    expect(nights(text)).toEqual(['2026-12-05/2026-12-06', '2026-12-14/2026-12-15']);
    const cancelled = text.replace(
      'DTSTART;VALUE=DATE:20261214',
      'DTSTART;VALUE=DATE:20261212\r\nSTATUS:CANCELLED',
    );
    expect(nights(cancelled)).toEqual(['2026-12-05/2026-12-06']);
  });

  test('a feed ignores our own events that come back in it', () => {
    expect(
      nights(
        event('DTSTART;VALUE=DATE:20261224').replace('UID:one', 'UID:0123456789abcdef-20261224@a.example'),
      ),
    ).toEqual([]);
  });

  test('a feed identifies events by UIDs with at most 128 characters', () => {
    const text = event('DTSTART;VALUE=DATE:20261224').replace('one', 'x'.repeat(900));
    const [long] = readFeedEvents(text, WINDOW).events;
    expect(long?.externalId).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.each([
    ['empty', ''],
    ['an HTML page', '<html></html>'],
    ['an error as JSON', '{"error": "expired"}'],
    ['a calendar cut off in an event', event('DTSTART;VALUE=DATE:20261224').slice(0, -30)],
    ['a calendar cut off after an event', event('DTSTART;VALUE=DATE:20261224').replace('END:VCALENDAR', '')],
    [
      'a calendar followed by other text',
      `${event('DTSTART;VALUE=DATE:20261224')}\r\nError: lost connection`,
    ],
  ])("a feed that is %s isn't a calendar", (_what, text) => {
    expect(problemOf(text)).toBe('NOT_A_CALENDAR');
  });

  test('a feed has at most 2,000 events', () => {
    const many = (n: number) =>
      `BEGIN:VCALENDAR\r\n${Array.from({ length: n }, (_, i) => `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART;VALUE=DATE:20261224\r\nEND:VEVENT\r\n`).join('')}END:VCALENDAR`;
    expect(nights(many(2_000))).toHaveLength(2_000);
    expect(problemOf(many(2_001))).toBe('TOO_MANY_EVENTS');
  });

  test('only events inside the horizon count toward the limit', () => {
    const past = Array.from(
      { length: 3_000 },
      (_, i) => `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART;VALUE=DATE:20241224\r\nEND:VEVENT\r\n`,
    );
    const text = event('DTSTART;VALUE=DATE:20261224').replace('BEGIN:VEVENT', `${past.join('')}BEGIN:VEVENT`);
    expect(nights(text)).toEqual(['2026-12-24/2026-12-25']);
  });

  test('a broken feed is either read or refused as a whole', () => {
    const pieces = fc.constantFrom(
      ...FEEDS.flatMap(({ text }) => text.split('\r\n')),
      'RRULE:FREQ=DAILY;COUNT=9999999',
      'DTSTART:',
      'DTEND;TZID=Mars/Base:20261224T000000',
      'DURATION:-P9W',
      'BEGIN:VALARM',
      'DTSTART;VALUE=DATE:00000000',
      'RDATE;VALUE=PERIOD:20261224T000000Z/P1D',
      'EXDATE:x',
      'RECURRENCE-ID:20261224',
      '\u0000',
      ';:;',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), fc.nat({ max: 400 }), (lines, cut) => {
        const whole = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
          '\r\n',
        );
        for (const text of [whole, whole.slice(0, -cut)]) {
          const problem = problemOf(text);
          if (problem !== null) continue;
          expect(text.trimEnd().toUpperCase().endsWith('END:VCALENDAR')).toBe(true);
          for (const { firstNight, departure, externalId } of readFeedEvents(text, WINDOW).events) {
            expect(firstNight < departure && externalId.length <= 128).toBe(true);
          }
        }
      }),
      { numRuns: tries(3_000) },
    );
  });
});

describe('repetitions of an event', () => {
  const series = (...lines: readonly string[]) => nights(event(...lines)).map((span) => span.slice(0, 10));

  test.each([
    [
      'begins with DTSTART where there is only RDATE',
      ['DTSTART;VALUE=DATE:20261220', 'RDATE;VALUE=DATE:20261225,20261230'],
      ['2026-12-20', '2026-12-25', '2026-12-30'],
    ],
    [
      'begins with DTSTART outside the rule',
      ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=3'],
      ['2026-12-01', '2026-12-05', '2026-12-12'],
    ],
    [
      'begins with DTSTART after the end of the rule',
      ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;UNTIL=20261101'],
      ['2026-12-01'],
    ],
    [
      'begins without an excluded DTSTART',
      ['DTSTART;VALUE=DATE:20261205', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261205'],
      ['2026-12-12', '2026-12-19'],
    ],
    [
      'counts a date in RDATE and the rule once',
      ['DTSTART;VALUE=DATE:20261205', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=DATE:20261212'],
      ['2026-12-05', '2026-12-12'],
    ],
    [
      'ends with the day in UNTIL',
      ['DTSTART;VALUE=DATE:20261205', 'RRULE:FREQ=WEEKLY;UNTIL=20261212'],
      ['2026-12-05', '2026-12-12'],
    ],
    [
      'ends with the moment in UNTIL',
      [
        'DTSTART;TZID=Europe/Zurich:20261205T160000',
        'DTEND;TZID=Europe/Zurich:20261206T100000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261212T150000Z',
      ],
      ['2026-12-05', '2026-12-12'],
    ],
    [
      'ends before a moment after UNTIL',
      [
        'DTSTART;TZID=Europe/Zurich:20261205T160000',
        'DTEND;TZID=Europe/Zurich:20261206T100000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261212T145959Z',
      ],
      ['2026-12-05'],
    ],
    [
      'continues where UNTIL is malformed',
      ['DTSTART;VALUE=DATE:20281122', 'RRULE:FREQ=WEEKLY;UNTIL=99991231'],
      ['2028-11-22', '2028-11-29'],
    ],
    [
      'skips the end of shorter months',
      ['DTSTART;VALUE=DATE:20261231', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      ['2026-12-31', '2027-01-31', '2027-03-31'],
    ],
    [
      'is in leap years only for 29 February',
      ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'],
      ['2028-02-29'],
    ],
    [
      'with a period has its length',
      [
        'DTSTART:20261205T160000Z',
        'RDATE;VALUE=PERIOD:20261210T160000Z/20261213T100000Z,20261220T160000Z/P1D',
      ],
      ['2026-12-05', '2026-12-10', '2026-12-20'],
    ],
  ] as const)('a series %s', (_what, lines, taken) => {
    expect(series(...lines)).toEqual(taken);
  });

  test.each([
    ['a day, of whole days', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE;VALUE=DATE:20261212'],
    ['eight digits, of whole days', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE:20261212'],
    ['floating midnight, of whole days', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE:20261212T000000'],
    ['midnight in UTC, of whole days', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE:20261212T000000Z'],
    ['local midnight in UTC, of whole days', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE:20261211T230000Z'],
    [
      'zoned midnight, of whole days',
      ['DTSTART;VALUE=DATE:20261205'],
      'EXDATE;TZID=Europe/Zurich:20261212T000000',
    ],
    ['UTC, of zoned times', ['DTSTART;TZID=Europe/Zurich:20261205T160000'], 'EXDATE:20261212T150000Z'],
    [
      'another zone, of zoned times',
      ['DTSTART;TZID=Europe/Zurich:20261205T160000'],
      'EXDATE;TZID=America/New_York:20261212T100000',
    ],
    [
      'a floating time, of zoned times',
      ['DTSTART;TZID=Europe/Zurich:20261205T160000'],
      'EXDATE:20261212T160000',
    ],
    [
      'a floating time, of times in another zone',
      ['DTSTART;TZID=Asia/Tokyo:20261206T000000'],
      'EXDATE:20261213T000000',
    ],
    ['a day, of zoned times', ['DTSTART;TZID=Europe/Zurich:20261205T160000'], 'EXDATE;VALUE=DATE:20261212'],
    [
      'a zoned time, of times in UTC',
      ['DTSTART:20261205T150000Z'],
      'EXDATE;TZID=Europe/Zurich:20261212T160000',
    ],
    ['a day, of times in UTC', ['DTSTART:20261205T150000Z'], 'EXDATE;VALUE=DATE:20261212'],
    ['UTC, of floating times', ['DTSTART:20261205T160000'], 'EXDATE:20261212T150000Z'],
    ['a comma-separated list', ['DTSTART;VALUE=DATE:20261205'], 'EXDATE;VALUE=DATE:20261211,20261212'],
  ] as const)('an instance is excluded by %s', (_what, start, exdate) => {
    const end = start[0].includes('VALUE=DATE') ? [] : ['DURATION:PT18H'];
    expect(series(...start, ...end, 'RRULE:FREQ=WEEKLY;COUNT=3', exdate)).toEqual([
      '2026-12-05',
      '2026-12-19',
    ]);
  });

  test('a rule that costs too much is refused', () => {
    const endless = event('DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30');
    expect(problemOf(endless)).toBe('TOO_MANY_EVENTS');
    expect(problemOf(event('DTSTART:20261201T000000Z', 'RRULE:FREQ=SECONDLY'))).toBe('TOO_MANY_EVENTS');
  });
});

describe('versions of an event', () => {
  const versions = (...all: readonly (readonly string[])[]) =>
    [
      'BEGIN:VCALENDAR',
      ...all.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    ].join('\r\n');

  test.each([
    [
      'the highest SEQUENCE',
      ['UID:a', 'SEQUENCE:2', 'DTSTART:20261210'],
      ['UID:a', 'SEQUENCE:1', 'DTSTART:20261220'],
      ['2026-12-10'],
    ],
    [
      'the last one without SEQUENCE',
      ['UID:a', 'DTSTART:20261210'],
      ['UID:a', 'DTSTART:20261220'],
      ['2026-12-20'],
    ],
    [
      'the last one of equal SEQUENCE',
      ['UID:a', 'SEQUENCE:3', 'DTSTART:20261210'],
      ['UID:a', 'SEQUENCE:3', 'DTSTART:20261220'],
      ['2026-12-20'],
    ],
    [
      'a newer cancellation',
      ['UID:a', 'DTSTART:20261210'],
      ['UID:a', 'SEQUENCE:1', 'DTSTART:20261210', 'STATUS:CANCELLED'],
      [],
    ],
    ['both without a UID', ['DTSTART:20261210'], ['DTSTART:20261210'], ['2026-12-10', '2026-12-10']],
    [
      'both with UIDs of their own',
      ['UID:a', 'DTSTART:20261210'],
      ['UID:b', 'DTSTART:20261210'],
      ['2026-12-10', '2026-12-10'],
    ],
  ] as const)('a feed blocks the nights of %s', (_what, one, two, taken) => {
    expect(nights(versions(one, two)).map((span) => span.slice(0, 10))).toEqual(taken);
  });

  test.each([
    'RECURRENCE-ID;VALUE=DATE:20261212',
    'RECURRENCE-ID:20261212',
    'RECURRENCE-ID:20261211T230000Z',
  ])('an event with %s replaces its instance', (reference) => {
    const series = ['UID:a', 'DTSTART;VALUE=DATE:20261205', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    const moved = ['UID:a', reference, 'DTSTART;VALUE=DATE:20261214'];
    expect(nights(versions(series, moved))).toEqual(['2026-12-05/2026-12-06', '2026-12-14/2026-12-15']);
  });
});

describe('parts that cannot be read', () => {
  const GOOD = ['BEGIN:VEVENT', 'UID:good', 'DTSTART:20261210', 'DTEND:20261212', 'END:VEVENT'].join('\r\n');
  const beside = (...lines: readonly string[]) =>
    event(...lines).replace('BEGIN:VEVENT', `${GOOD}\r\nBEGIN:VEVENT`);

  test.each([
    'DTSTART;VALUE=DATE:soon',
    'DTSTART:2026-12-24',
    'DTSTART;VALUE=DATE:20260231',
    'DTSTART:20261224T1500',
    'DTSTART:20261224T250000Z',
    'DTSTART;VALUE=DATE:00000101',
    'DTSTART;VALUE=DATE:19691231',
    'DTSTART;VALUE=DATE:22000101',
    'DTSTART:',
  ])('%s leaves the rest of its feed readable', (line) => {
    const text = beside(line);
    expect(nights(text)).toEqual(['2026-12-10/2026-12-12']);
    expect(noted(text)).toEqual({ problem: 'PARTLY_READ', line });
  });

  test.each([
    'DTEND:tomorrow',
    'DTEND:99991231',
    'DURATION:P999999999999W',
    'DURATION:P99999999W',
    'DURATION:-P9W',
    'DURATION:P',
  ])('%s omits only its own event', (line) => {
    const text = beside('DTSTART:20261224', line);
    expect(nights(text)).toEqual(['2026-12-10/2026-12-12']);
    expect(noted(text)).toEqual({ problem: 'PARTLY_READ', line });
  });

  test.each([
    'EXDATE:x',
    'RRULE:FREQ=NEVER',
    'RRULE:COUNT=3',
    'RRULE:FREQ=DAILY;INTERVAL=0;COUNT=1',
    'RDATE:soon',
  ])("%s keeps its event's first instance", (line) => {
    const text = beside('DTSTART:20261224', 'RDATE:20261224', line);
    expect(nights(text)).toEqual(['2026-12-10/2026-12-12', '2026-12-24/2026-12-25']);
    expect(noted(text)).toEqual({ problem: 'PARTLY_READ', line });
  });

  test('an event without a start is reported', () => {
    expect(noted(beside('DTEND:20261224'))).toMatchObject({ problem: 'PARTLY_READ' });
  });

  test('a malformed line is quoted with at most 120 visible characters', () => {
    const { line } = noted(event(`DTSTART:\u0007${'9'.repeat(5_000)}`)) ?? expect.unreachable();
    expect(line).toBe(`DTSTART: ${'9'.repeat(111)}`);
  });

  test('a malformed date is reported in preference to an unknown zone', () => {
    const text = beside('DTSTART;TZID=Mars/Base:20261224T160000', 'DTEND:soon');
    expect(noted(text)).toEqual({ problem: 'PARTLY_READ', line: 'DTEND:soon' });
  });
});

describe('time zones of a feed', () => {
  const stay = (tzid: string) => [
    `DTSTART;TZID=${tzid}:20261223T200000`,
    `DTEND;TZID=${tzid}:20261226T040000`,
  ];
  const described = (tzid: string, ...more: readonly string[]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...more,
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const withZone = (lines: readonly string[], zone: readonly string[]) =>
    event(...lines).replace('BEGIN:VEVENT', `${zone.join('\r\n')}\r\nBEGIN:VEVENT`);

  test.each([
    'America/New_York',
    'US/Eastern',
    'Eastern Standard Time',
    '"Eastern Standard Time"',
    'eastern standard time',
    '/freeassociation.sourceforge.net/America/New_York',
    '/mozilla.org/20050126_1/America/New_York',
    '/softwarestudio.org/Tzfile/America/Indiana/Indianapolis',
    '/citadel.org/20210210_1/EST',
  ])("New York's zone has the alias %s", (tzid) => {
    const lines = stay(tzid);
    expect(nights(event(...lines))).toEqual(['2026-12-24/2026-12-26']);
    expect(noted(event(...lines))).toBeNull();
    expect(nights(withZone(lines, described(tzid.replaceAll('"', ''))))).toEqual(['2026-12-24/2026-12-26']);
  });

  test.each([
    ['Asia/Kolkata', '20261223T180000', '2026-12-23'],
    ['Asia/Kathmandu', '20261224T020000', '2026-12-23'],
    ['Europe/Kyiv', '20261224T003000', '2026-12-23'],
    ['America/Argentina/Buenos_Aires', '20261223T203000', '2026-12-24'],
    ['W. Europe Standard Time', '20261223T235959', '2026-12-23'],
    ['India Standard Time', '20261224T030000', '2026-12-23'],
    ['Tokyo Standard Time', '20261224T073000', '2026-12-23'],
    ['UTC', '20261223T230000', '2026-12-24'],
  ])('%s at %s is the night of %s in Zurich', (tzid, at, night) => {
    expect(nights(event(`DTSTART;TZID=${tzid}:${at}`, 'DURATION:PT20H'))[0]?.slice(0, 10)).toBe(night);
  });

  test.each([
    ['a name of its own', 'Customized Time Zone', []],
    ['a display name with a colon', '(UTC-05:00) Eastern Time (US & Canada)', []],
    ['a name of its own and its location', 'Ours', ['X-LIC-LOCATION:America/New_York']],
  ])('a zone described in the feed is read under %s', (_what, tzid, more) => {
    const text = withZone(stay(tzid), described(tzid, ...more));
    expect(nights(text)).toEqual(['2026-12-24/2026-12-26']);
    expect(noted(text)).toBeNull();
  });

  test('a zone described in the feed changes to summer time', () => {
    const at = (date: string) => [`DTSTART;TZID=Ours:${date}T183000`, 'DURATION:PT20H'];
    const first = (date: string) => nights(withZone(at(date), described('Ours')))[0]?.slice(0, 10);
    expect(first('20270313')).toBe('2027-03-14'); // 23:30 UTC
    expect(first('20270314')).toBe('2027-03-14'); // 22:30 UTC
  });

  test.each([
    ['unknown', []],
    [
      'described as changing every second',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Mars/Base',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=SECONDLY',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
    ],
    [
      'described without an offset',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Mars/Base',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
    ],
  ])('a zone that is %s is reported', (_what, zone) => {
    const text = withZone(stay('Mars/Base'), zone);
    expect(nights(text)).toEqual(['2026-12-23/2026-12-26']);
    expect(noted(text)).toEqual({ problem: 'UNKNOWN_ZONE', line: 'DTSTART;TZID=Mars/Base:20261223T200000' });
  });
});

describe('busy time of a feed', () => {
  const busy = (...lines: readonly string[]) =>
    nights(['BEGIN:VCALENDAR', 'BEGIN:VFREEBUSY', ...lines, 'END:VFREEBUSY', 'END:VCALENDAR'].join('\r\n'));

  test.each([
    ['with an end', ['FREEBUSY:20261220T150000Z/20261223T100000Z'], ['2026-12-20/2026-12-23']],
    ['with a duration', ['FREEBUSY;FBTYPE=BUSY:20261220T150000Z/P2DT19H'], ['2026-12-20/2026-12-23']],
    [
      'in a list',
      ['FREEBUSY:20261220T150000Z/PT20H,20261224T150000Z/PT20H'],
      ['2026-12-20/2026-12-21', '2026-12-24/2026-12-25'],
    ],
    ['that may be', ['FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261220T150000Z/PT20H'], ['2026-12-20/2026-12-21']],
    [
      'that overlap',
      ['FREEBUSY:20261220T150000Z/P2D', 'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261221T150000Z/P3D'],
      ['2026-12-20/2026-12-25'],
    ],
    ['but not free ones', ['FREEBUSY;FBTYPE=FREE:20261220T150000Z/P2D'], []],
  ] as const)('a feed blocks busy periods %s', (_what, lines, taken) => {
    expect(busy('UID:f', 'DTSTART:20261201T000000Z', ...lines)).toEqual(taken);
    expect(busy(...lines)).toEqual(taken);
  });
});

describe('the state of a feed', () => {
  const NOW = new Date('2026-12-01T12:00:00Z');
  const hours = (ago: number) => new Date(NOW.getTime() - ago * 3_600_000);

  test.each([
    [1, 0.25, 'fresh', false],
    [2, 0.5, 'late', false],
    [24, 5.9, 'late', false],
    [24, 6, 'failing', true],
    [1, 40, 'fresh', false],
    [600, 168, 'paused', true],
  ] as const)('%s failed reads in %s h give the state %s', (missed, since, status, holdsBack) => {
    const feed = { missed: missed - 1, createdAt: hours(1_000), lastGoodAt: hours(since) };
    expect(afterMissedReading(feed, 'REFUSED', NOW)).toEqual({
      status,
      holdsBack,
      missed,
      problem: 'REFUSED',
    });
  });

  test('a feed is late until its first successful read', () => {
    const feed = { missed: 0, createdAt: hours(0), lastGoodAt: null };
    expect(afterMissedReading(feed, 'UNREACHABLE', NOW)).toMatchObject({ status: 'late', holdsBack: false });
  });

  test("a feed's next read is up to a tenth of the interval early or late", () => {
    const minutes = [0, 0.5, 1].map(
      (chance) =>
        (nextReading(NOW, { intervalMs: 900_000, slow: 0, chance }).getTime() - NOW.getTime()) / 60_000,
    );
    expect(minutes).toEqual([13.5, 15, 16.5]);
  });

  test('a slow feed’s interval doubles up to 6 hours', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 100].map(
      (slow) =>
        (nextReading(NOW, { intervalMs: 900_000, slow, chance: 0.5 }).getTime() - NOW.getTime()) / 60_000,
    );
    expect(minutes).toEqual([15, 30, 60, 120, 240, 360, 360]);
  });
});

describe('the address of a feed', () => {
  test.each([
    ['https://www.airbnb.com/calendar/ical/1.ics?s=a', 'https://www.airbnb.com/calendar/ical/1.ics?s=a'],
    [' webcal://example.com/a.ics ', 'https://example.com/a.ics'],
    ['http://www.vrbo.com/icalendar/a.ics', 'https://www.vrbo.com/icalendar/a.ics'],
    ['https://example.com/a.ics#top', 'https://example.com/a.ics'],
    ['ftp://example.com/a.ics', null],
    ['file:///etc/passwd', null],
    ['https://ada:secret@example.com/a.ics', null],
    ['example.com', null],
    [`https://example.com/${'x'.repeat(2_000)}`, null],
  ])('the feed address %s is read as %s', (given, read) => {
    expect(readFeedUrl(given, false)).toBe(read);
  });
});

describe('nights in a row', () => {
  test('consecutive nights form one span', () => {
    const taken = [
      { night: '2026-12-30', reserved: false, via: ['a'] },
      { night: '2026-12-31', reserved: true, via: ['a'] },
      { night: '2027-01-02', reserved: false, via: ['a'] },
    ];
    expect(takenSpans(taken)).toEqual([
      { checkIn: '2026-12-30', checkOut: '2027-01-01', reserved: true, via: ['a'] },
      { checkIn: '2027-01-02', checkOut: '2027-01-03', reserved: false, via: ['a'] },
    ]);
    const missing = taken.map(({ night }, units) => ({ night, units: Math.min(units + 1, 2) }));
    expect(overbookings(missing)).toEqual([
      { from: '2026-12-30', until: '2026-12-30', units: 1 },
      { from: '2026-12-31', until: '2026-12-31', units: 2 },
      { from: '2027-01-02', until: '2027-01-02', units: 2 },
    ]);
  });
});

describe('nights that came through other calendars of this product', () => {
  const [OWN] = WINDOW.own;
  const [DIRECT] = WINDOW.direct;
  const [B, C] = ['00000000000000b0', '00000000000000c0'];

  test.each([
    ['from the calendar that is read', `${B}`, true],
    ['through it from a third', `${B},${C}`, true],
    ['through it from here', `${B},${OWN}`, false],
    ['from the feed’s own calendar, read twice', `${DIRECT}`, true],
    ['through it from one that is read itself', `${B},${DIRECT}`, false],
    ['by a path that is none', `${B},somewhere,${OWN}`, true],
  ])('nights %s (via %s) are blocked: %s', (_what, via, isTaken) => {
    const text = event(`X-LODGING-VIA:${via}`, 'DTSTART;VALUE=DATE:20261224');
    expect(nights(text).length > 0).toBe(isTaken);
  });

  test('nights from other calendars in this product form separate spans', () => {
    const night = (day: string, ...via: readonly string[]) => ({ night: day, reserved: true, via });
    const spans = takenSpans([
      night('2026-12-30', 'a'),
      night('2026-12-31', 'a', 'b'),
      night('2027-01-01', 'a'),
    ]);
    expect(spans.map(({ checkIn, via }) => `${checkIn} ${via.join()}`)).toEqual([
      '2026-12-30 a',
      '2026-12-31 a,b',
      '2027-01-01 a',
    ]);
  });

  test('nights pass through at most 32 calendars and gain an id in each', () => {
    expect(pathThrough('a', ['b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(pathThrough('a', ['b', 'a'])).toEqual(['a', 'b']);
    const far = Array.from({ length: 32 }, (_, place) => `b${place}`);
    expect(pathThrough('a', far)).toBeNull();
  });
});
