import { expect, test } from 'vitest';
import { dateIn, isOver, isTimeZone, parseDate, parseInstant } from '#kit/dates.ts';
import { zoneNames } from '#kit/zone-names.ts';

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.5+02:00', '2026-01-31T07:30:00.500Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('the text %s is read as the timestamp %s', (text, iso) => {
  expect(parseInstant(text)?.toISOString()).toBe(iso);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T09:30:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '+010000-01-01T00:00:00Z',
  'yesterday',
  '1',
  '',
])("%s isn't a timestamp", (text) => {
  expect(parseInstant(text)).toBeNull();
});

test.each(['0000-01-01', '0000-12-31', '2026-02-30', '2026-1-1', '10000-01-01'])(
  "%s isn't a date",
  (text) => {
    expect(parseDate(text)).toBeNull();
  },
);

test('a date, even a distant one, is over according to the clock in its zone', () => {
  const zones = ['Europe/Zurich', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns', 'UTC'];
  const noon = Date.parse('2026-07-14T12:00:00Z');
  for (const zone of zones) {
    for (let hours = -48; hours <= 48; hours++) {
      const instant = new Date(noon + hours * 3_600_000);
      for (const date of [
        '2024-02-29',
        '2026-07-12',
        '2026-07-13',
        '2026-07-14',
        '2026-07-15',
        '2026-07-16',
      ]) {
        const today = dateIn(zone, instant).toString();
        expect(isOver(date, zone, instant), `${date} ${zone} ${instant.toISOString()}`).toBe(date < today);
      }
    }
  }
});

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Europe/Kiev',
  'Asia/Ho_Chi_Minh',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'America/Coyhaique',
  'US/Eastern',
  'Etc/GMT+5',
  'GMT0',
  'EST5EDT',
  'Zulu',
  'UTC',
  'europe/zurich',
])('%s names a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  'Europe/Atlantis',
  'Mars/Base',
  '+02:00',
  'Z',
  'PST',
  'Europe/Zurich ',
  '2026-01-01T00:00[UTC]',
  `Europe/${'Z'.repeat(60)}`,
  'Europe/Zurich\u0000',
  '',
])("%j doesn't name a time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('every zone in a form is accepted under its current name', () => {
  const names = zoneNames();
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'UTC']));
  expect(names).not.toContain('Asia/Calcutta');
});
