import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantAt, instantOf, span, timeLeft, zoneWords } from '../../panel/format/dates.ts';

describe('times of a property in the panel', () => {
  // Output omits the current year.
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test.each([
    ['2027-01-31T10:00:00Z', 'Europe/Zurich', /31 Jan 2027, 11:00 \(Zurich time\)/],
    ['2027-07-31T10:00:00Z', 'America/New_York', /31 Jul 2027, 06:00 \(New York time\)/],
    ['2027-01-31T20:00:00Z', 'Asia/Tokyo', /1 Feb 2027, 05:00 \(Tokyo time\)/],
  ])('%s in %s is %s', (at, timeZone, words) => {
    expect(instantAt(at, timeZone)).toMatch(words);
  });

  test("times omit the zone if it is the reader's own", () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(instantAt('2027-01-31T10:00:00Z', own)).not.toMatch(/\(/);
  });

  test.each([
    ['2027-01-31T11:00', 'Europe/Zurich', '2027-01-31T10:00:00.000Z'],
    ['2027-07-31T11:00', 'Europe/Zurich', '2027-07-31T09:00:00.000Z'],
    ['2027-03-28T01:30', 'Europe/Zurich', '2027-03-28T00:30:00.000Z'],
    ['2027-03-28T03:30', 'Europe/Zurich', '2027-03-28T01:30:00.000Z'],
    ['2027-02-01T05:00', 'Asia/Tokyo', '2027-01-31T20:00:00.000Z'],
    ['2027-02-01T05:00', 'UTC', '2027-02-01T05:00:00.000Z'],
  ])('%s on clocks in %s is %s', (local, timeZone, instant) => {
    expect(instantOf(local, timeZone)).toBe(instant);
  });

  test('zones are named after their city', () => {
    expect(zoneWords('America/Argentina/Buenos_Aires')).toBe('Buenos Aires time');
  });
});

describe('how long it is', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  test.each([
    [0, 'under a minute', 'Under a minute left'],
    [59_999, 'under a minute', 'Under a minute left'],
    [12 * 60_000, '12 min', '12 min left'],
    [80 * 60_000, '1 h 20 min', '1 h 20 min left'],
    [50 * 3_600_000, '2 days', '2 days left'],
  ])('%i milliseconds are %s', (ms, words, left) => {
    expect(span(ms)).toBe(words);
    expect(timeLeft(new Date(NOW + ms).toISOString(), NOW)).toBe(left);
  });

  test('a past time is shown as ended', () => {
    expect(timeLeft(new Date(NOW - 1).toISOString(), NOW)).toBe('Ended');
  });
});
