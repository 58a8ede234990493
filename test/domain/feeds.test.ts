import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFeedEvents } from '#subgraphs/catalog/domain/feed-events.ts';
import { UnreadableFeed } from '#subgraphs/catalog/domain/feed-lines.ts';
import { overbookings, takenSpans } from '#subgraphs/catalog/domain/feed-nights.ts';
import { pathThrough } from '#subgraphs/catalog/domain/feed-path.ts';
import { afterMissedReading, nextReading } from '#subgraphs/catalog/domain/feed-state.ts';
import { readFeedUrl } from '#subgraphs/catalog/domain/feed-url.ts';
import { openFeedThread } from '#subgraphs/catalog/store/feed-thread.ts';
import { FEEDS } from '../support/feeds.ts';
import { tries } from '../support/seeded.ts';

const WINDOW = {
  timeZone: 'Europe/Zurich',
  today: Temporal.PlainDate.from('2026-12-01'),
  until: Temporal.PlainDate.from('2028-12-01'),
  own: ['0123456789abcdef'],
  direct: ['00000000000000d1'],
};
const event = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const nights = (text: string) =>
  readFeedEvents(text, WINDOW).events.map(({ firstNight, departure }) => `${firstNight}/${departure}`);
const problemOf = (text: string) => {
  try {
    readFeedEvents(text, WINDOW);
    return null;
  } catch (error) {
    if (error instanceof UnreadableFeed) return error.problem;
    throw error;
  }
};

describe('a feed', () => {
  test.each(FEEDS)('of $platform takes its nights', ({ text, taken }) => {
    expect(nights(text)).toEqual(taken);
    expect(nights(text.replaceAll('\r\n', '\n'))).toEqual(taken);
  });

  test.each([
    ['whole days', ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'], ['2026-12-24/2026-12-27']],
    ['no end', ['DTSTART;VALUE=DATE:20261224'], ['2026-12-24/2026-12-25']],
    [
      'an end that is the start',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'],
      ['2026-12-24/2026-12-25'],
    ],
    ['a duration', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P3D'], ['2026-12-24/2026-12-27']],
    [
      'UTC, next day at the property',
      ['DTSTART:20261223T233000Z', 'DTEND:20261226T090000Z'],
      ['2026-12-24/2026-12-26'],
    ],
    [
      'a zone of its own',
      ['DTSTART;TZID=America/New_York:20261223T200000', 'DTEND;TZID=America/New_York:20261226T040000'],
      ['2026-12-24/2026-12-26'],
    ],
    ['no zone', ['DTSTART:20261224T150000', 'DTEND:20261226T110000'], ['2026-12-24/2026-12-26']],
    ['hours of one day', ['DTSTART:20261224T100000', 'DTEND:20261224T120000'], ['2026-12-24/2026-12-25']],
    ['the past', ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261201'], []],
    [
      'a stay that goes on',
      ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261202'],
      ['2026-11-20/2026-12-02'],
    ],
    [
      'an end far away',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:99991231'],
      ['2026-12-24/2028-12-01'],
    ],
    ['cancelled', ['DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED'], []],
    ['free time', ['DTSTART;VALUE=DATE:20261224', 'TRANSP:TRANSPARENT'], ['2026-12-24/2026-12-25']],
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
      'a rule begun long ago',
      ['DTSTART;VALUE=DATE:20160103', 'RRULE:FREQ=MONTHLY;UNTIL=20270110'],
      ['2026-12-03/2026-12-04', '2027-01-03/2027-01-04'],
    ],
  ] as const)('reads %s', (_what, lines, taken) => {
    expect(nights(event(...lines))).toEqual(taken);
  });

  test('has at most 400 instances of a rule', () => {
    expect(nights(event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY'))).toHaveLength(400);
  });

  test('moves one instance of a rule', () => {
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

  test('leaves out events of our own that come back', () => {
    expect(
      nights(
        event('DTSTART;VALUE=DATE:20261224').replace('UID:one', 'UID:0123456789abcdef-20261224@a.example'),
      ),
    ).toEqual([]);
  });

  test('knows events by UIDs of 128 characters at most', () => {
    const text = event('DTSTART;VALUE=DATE:20261224').replace('one', 'x'.repeat(900));
    const [long] = readFeedEvents(text, WINDOW).events;
    expect(long?.externalId).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['an error as JSON', '{"error": "expired"}'],
    ['a calendar cut off in an event', event('DTSTART;VALUE=DATE:20261224').slice(0, -30)],
    ['a calendar cut off after an event', event('DTSTART;VALUE=DATE:20261224').replace('END:VCALENDAR', '')],
    ['an event without a start', event('DTEND;VALUE=DATE:20261224')],
    ['an event on no date', event('DTSTART;VALUE=DATE:soon')],
    ['words after the end', `${event('DTSTART;VALUE=DATE:20261224')}\r\nError: lost connection`],
  ])('that is %s is no calendar', (_what, text) => {
    expect(problemOf(text)).toBe('NOT_A_CALENDAR');
  });

  test('has at most 2,000 events', () => {
    const many = (n: number) =>
      `BEGIN:VCALENDAR\r\n${Array.from({ length: n }, (_, i) => `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART;VALUE=DATE:20261224\r\nEND:VEVENT\r\n`).join('')}END:VCALENDAR`;
    expect(nights(many(2_000))).toHaveLength(2_000);
    expect(problemOf(many(2_001))).toBe('TOO_MANY_EVENTS');
  });

  test('that recurs without end leaves the thread to the next one', async () => {
    const thread = openFeedThread(300);
    const job = { ...WINDOW, today: '2026-12-01', until: '2028-12-01' };
    const endless = event('DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30');
    expect(await thread.read({ ...job, text: endless }, 1)).toEqual({ problem: 'TOO_MANY_EVENTS' });
    expect(await thread.read({ ...job, text: event('DTSTART;VALUE=DATE:20261224') }, 1)).toMatchObject({
      events: [{ firstNight: '2026-12-24' }],
    });
  }, 60_000);

  test('however broken is read or refused, never half', () => {
    const pieces = fc.constantFrom(
      ...FEEDS.flatMap(({ text }) => text.split('\r\n')),
      ...[
        'RRULE:FREQ=DAILY;COUNT=9999999',
        'DTSTART:',
        'DTEND;TZID=Mars/Base:20261224T000000',
        'DURATION:-P9W',
        'BEGIN:VALARM',
      ],
      ...[
        'DTSTART;VALUE=DATE:00000000',
        'RDATE;VALUE=PERIOD:20261224T000000Z/P1D',
        'EXDATE:x',
        'RECURRENCE-ID:20261224',
        '\u0000',
        ';:;',
      ],
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
  ] as const)('%s missed readings in %s h: %s', (missed, since, status, holdsBack) => {
    const feed = { missed: missed - 1, createdAt: hours(1_000), lastGoodAt: hours(since) };
    expect(afterMissedReading(feed, 'REFUSED', NOW)).toEqual({
      status,
      holdsBack,
      missed,
      problem: 'REFUSED',
    });
  });

  test('is late before its first good reading', () => {
    const feed = { missed: 0, createdAt: hours(0), lastGoodAt: null };
    expect(afterMissedReading(feed, 'UNREACHABLE', NOW)).toMatchObject({ status: 'late', holdsBack: false });
  });

  test('has its next reading a tenth sooner or later than the interval', () => {
    const minutes = [0, 0.5, 1].map(
      (chance) => (nextReading(NOW, 900_000, chance).getTime() - NOW.getTime()) / 60_000,
    );
    expect(minutes).toEqual([13.5, 15, 16.5]);
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
  ])('%s is read as %s', (given, read) => {
    expect(readFeedUrl(given, false)).toBe(read);
  });
});

describe('nights in a row', () => {
  test('are one span each', () => {
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
  ])('%s are taken: %s, %s', (_what, via, isTaken) => {
    const text = event(`X-LODGING-VIA:${via}`, 'DTSTART;VALUE=DATE:20261224');
    expect(nights(text).length > 0).toBe(isTaken);
  });

  test('are spans of their own', () => {
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

  test('are passed on with one more id, through 32 calendars at most', () => {
    expect(pathThrough('a', ['b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(pathThrough('a', ['b', 'a'])).toEqual(['a', 'b']);
    const far = Array.from({ length: 32 }, (_, place) => `b${place}`);
    expect(pathThrough('a', far)).toBeNull();
  });
});
