import { describe, expect, test } from 'vitest';
import { isName } from '#kit/names.ts';

describe('a name', () => {
  test.each([
    ['Latin letters and digits', "Hôtel d'Été 2"],
    ['right-to-left letters', 'בית מלון'],
    ['a Persian joiner inside a word', 'می\u200Cخواهم'],
    ['an emoji made of several', 'Home 👩‍👩‍👧'],
    ['an emoji with a selector', 'Love ❤️'],
    ['a keycap', '1️⃣ first'],
  ])('a name may have %s', (_what, name) => {
    expect(isName(name, 60)).toBe(true);
  });

  test.each([
    ['a right-to-left override', 'moc.elpmaxe\u202E'],
    ['an isolate', '\u2066Lakeside\u2069'],
    ['a right-to-left mark', 'Lakeside\u200F'],
    ['a zero-width space', 'Lake\u200Bside'],
    ['a joiner between Latin letters', 'Lake\u200Dside'],
    ['a joiner at its end', 'Lakeside\u200D'],
    ['a soft hyphen', 'Lake\u00ADside'],
    ['a Hangul filler', '\u3164'],
    ['a blank Braille pattern', 'Lake\u2800side'],
    ['a tag character', 'Lakeside\u{E0041}'],
    ['a line separator', 'Lake\u2028side'],
    ['a control character', 'Lake\u0007side'],
    ['a private character', 'Lake\uE000side'],
    ['a selector behind a letter', 'Lake\uFE0Fside'],
    ['only spaces', '   '],
    ['too many characters', 'x'.repeat(61)],
  ])('a name may not have %s', (_what, name) => {
    expect(isName(name, 60)).toBe(false);
  });
});
