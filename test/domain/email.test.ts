import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail } from '#kit/email.ts';

describe('an email address', () => {
  test.each([
    'ada@example.com',
    'ada@EXAMPLE.COM',
    "o'hara+stay@sub.example.co.uk",
    'x_y-z@example.travel',
    'ada@xn--mller-kva.de',
    'jürgen@müller.de',
    'ada@bücher.example',
    '用户@例子.广告',
    'δοκιμή@παράδειγμα.ελ',
    'почта@пример.рф',
  ])('%s is a valid email address', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example..com',
    'ada..lovelace@example.com',
    '.ada@example.com',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@exa%6dple.com',
    'ada@example.com.',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada lovelace@example.com',
    'ada@example.com ',
    'ada@ex ample.com',
    'ada@example.com\n',
    'ada\u0000@example.com',
    'ada\u202e@example.com',
    'ada\ud800@example.com',
    'ada@example.com/path',
    'ada@host@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'b'.repeat(64)}.com`,
    `ada@${'b.'.repeat(125)}com`,
  ])('%j is never an email address', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('any text is checked as an email address without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string(), (local, domain) => {
        expect(typeof isEmail(`${local}@${domain}`)).toBe('boolean');
      }),
    );
  });
});
