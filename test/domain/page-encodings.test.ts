import { expect, test } from 'vitest';
import { codingFor } from '#adapters/storefront-pages/encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br; q=0, gzip; q=0.001', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['*;q=0', null],
  ['gzip;q=0, br;q=0.0', null],
  ['gzip;q=none', null],
  ['', null],
  [undefined, null],
])('a browser that accepts %j gets %s', (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});
