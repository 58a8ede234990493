import fc from 'fast-check';
import { expect, test } from 'vitest';
import { returnTo } from '#adapters/oauth/return-to.ts';

/** Origin that a browser at `https://stay.example` opens for a `Location`. */
const follow = (location: string) => new URL(location, 'https://stay.example/consent').origin;

test.each([
  '//evil.test',
  '/.//evil.test',
  '/x/..//evil.test',
  '/%2e//evil.test',
  '/x/%2e%2e//evil.test',
  '/.%2e/x/..//evil.test',
  '/\\evil.test',
  '/.\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\\/evil.test',
  '/.///evil.test',
  '/..//evil.test/%2e%2e',
  'https://evil.test',
  'https:/evil.test',
  'javascript:alert(1)',
  '@evil.test',
  ' /panel',
  '',
  null,
])('the return path %j becomes the home page', (given) => {
  expect(returnTo(given, '/')).toBe('/');
});

test.each([
  ['/', '/'],
  ['/stays/3?check_in=2031-05-01', '/stays/3?check_in=2031-05-01'],
  ['/panel/bookings/7#notes', '/panel/bookings/7'],
  ['/oauth/authorize?redirect_uri=https://app.example', '/oauth/authorize?redirect_uri=https://app.example'],
  ['/x/../panel', '/panel'],
  ['/a//b', '/a//b'],
])('the return path %j becomes %j', (given, path) => {
  expect(returnTo(given, '/home')).toBe(path);
});

test('no mix of dots, slashes and escapes in a return path leaves the origin', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '@',
    ':',
    'x',
    'evil.test',
    '\t',
    '\n',
    ' ',
    '?',
    '#',
    '//',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(follow(returnTo(pieces.join(''), '/'))).toBe('https://stay.example');
    }),
    { numRuns: 20_000 },
  );
});
