import { expect, test } from 'vitest';
import { parseDate, parseInstant } from '#kit/dates.ts';

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.5+02:00', '2026-01-31T07:30:00.500Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is the instant %s', (text, iso) => {
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
])('%s is no instant', (text) => {
  expect(parseInstant(text)).toBeNull();
});

test.each(['0000-01-01', '0000-12-31', '2026-02-30', '2026-1-1', '10000-01-01'])('%s is no date', (text) => {
  expect(parseDate(text)).toBeNull();
});
