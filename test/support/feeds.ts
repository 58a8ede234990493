/** A calendar as another platform exports it, and the nights it takes from 2026-12-01 on. */
interface FeedSample {
  readonly platform: string;
  readonly text: string;
  readonly taken: readonly string[];
}

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`;

/** Written by hand after the form that each platform documents and exports; none of it is anyone's. */
export const FEEDS: readonly FeedSample[] = [
  {
    platform: 'Airbnb',
    text: lines(
      ...[
        'BEGIN:VCALENDAR',
        'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
        'CALSCALE:GREGORIAN',
        'VERSION:2.0',
      ],
      ...[
        'BEGIN:VEVENT',
        'DTSTAMP:20261130T101500Z',
        'DTSTART;VALUE=DATE:20261210',
        'DTEND;VALUE=DATE:20261214',
      ],
      'SUMMARY:Reserved',
      'UID:1418fb94e984-3a9f6f1e2f0c6f6f8a7b0f0b8f0c9d11@airbnb.com',
      'DESCRIPTION:Guest page: https://www.airbnb.com/hosting/stays/details/HMABC',
      ' DEFGH\\nPhone Number (Last 4 Digits): 1234',
      'END:VEVENT',
      ...[
        'BEGIN:VEVENT',
        'DTSTAMP:20261130T101500Z',
        'DTSTART;VALUE=DATE:20271130',
        'DTEND;VALUE=DATE:20271201',
      ],
      'SUMMARY:Airbnb (Not available)',
      'UID:7f662ec65913-8c5b1a0c6b7e1d2f3a4b5c6d7e8f9a0b@airbnb.com',
      ...['END:VEVENT', 'END:VCALENDAR'],
    ),
    taken: ['2026-12-10/2026-12-14', '2027-11-30/2027-12-01'],
  },
  {
    platform: 'Booking.com',
    text: lines(
      ...[
        'BEGIN:VCALENDAR',
        'PRODID:-//admin.booking.com//NONSGML v1.0//EN',
        'VERSION:2.0',
        'METHOD:PUBLISH',
        'CALSCALE:GREGORIAN',
      ],
      ...[
        'BEGIN:VEVENT',
        'DTSTAMP:20261130T080000Z',
        'DTSTART;VALUE=DATE:20261224',
        'DTEND;VALUE=DATE:20261228',
      ],
      ...['UID:a1b2c3d4e5f60718293a4b5c6d7e8f90@booking.com', 'SUMMARY:CLOSED - Not available', 'END:VEVENT'],
      ...[
        'BEGIN:VEVENT',
        'DTSTAMP:20261130T080000Z',
        'DTSTART;VALUE=DATE:20261101',
        'DTEND;VALUE=DATE:20261105',
      ],
      ...['UID:00112233445566778899aabbccddeeff@booking.com', 'SUMMARY:CLOSED - Not available', 'END:VEVENT'],
      'END:VCALENDAR',
    ),
    taken: ['2026-12-24/2026-12-28'],
  },
  {
    platform: 'Vrbo',
    text: lines(
      ...[
        'BEGIN:VCALENDAR',
        'PRODID:-//HomeAway.com, Inc.//EN',
        'VERSION:2.0',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
      ],
      ...['X-WR-CALNAME:Lake house', 'X-WR-TIMEZONE:UTC'],
      ...[
        'BEGIN:VEVENT',
        'UID:1f0e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
        'DTSTAMP:20261130T000000Z',
        'DTSTART;VALUE=DATE:20270102',
      ],
      ...['DTEND;VALUE=DATE:20270109', 'SUMMARY:Reserved - Ada', 'TRANSP:OPAQUE', 'END:VEVENT'],
      ...[
        'BEGIN:VEVENT',
        'UID:2f0e2d3c-4b5a-6978-8796-a5b4c3d2e1f1',
        'DTSTAMP:20261130T000000Z',
        'DTSTART;VALUE=DATE:20270201',
      ],
      ...['DTEND;VALUE=DATE:20270203', 'SUMMARY:Blocked', 'END:VEVENT', 'END:VCALENDAR'],
    ),
    taken: ['2027-01-02/2027-01-09', '2027-02-01/2027-02-03'],
  },
  {
    platform: 'Google Calendar',
    text: lines(
      ...[
        'BEGIN:VCALENDAR',
        'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
        'VERSION:2.0',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
      ],
      ...['X-WR-CALNAME:House', 'X-WR-TIMEZONE:Europe/Zurich'],
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Zurich', 'X-LIC-LOCATION:Europe/Zurich'],
      ...[
        'BEGIN:DAYLIGHT',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'TZNAME:CEST',
        'DTSTART:19700329T020000',
      ],
      ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
      ...[
        'BEGIN:STANDARD',
        'TZOFFSETFROM:+0200',
        'TZOFFSETTO:+0100',
        'TZNAME:CET',
        'DTSTART:19701025T030000',
      ],
      ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
      ...[
        'BEGIN:VEVENT',
        'DTSTART;TZID=Europe/Zurich:20261218T150000',
        'DTEND;TZID=Europe/Zurich:20261220T110000',
      ],
      ...['RRULE:FREQ=WEEKLY;COUNT=2', 'DTSTAMP:20261130T090000Z', 'UID:0abc1def2ghi3jkl@google.com'],
      ...['SUMMARY:Family', 'TRANSP:TRANSPARENT', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'DTSTART:20261231T160000Z', 'DTEND:20270102T100000Z', 'UID:9zyx8wvu@google.com'],
      ...[
        'STATUS:CONFIRMED',
        'SUMMARY:New Year',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-P0DT0H30M0S',
        'END:VALARM',
      ],
      ...['END:VEVENT', 'END:VCALENDAR'],
    ),
    taken: ['2026-12-18/2026-12-20', '2026-12-25/2026-12-27', '2026-12-31/2027-01-02'],
  },
];
