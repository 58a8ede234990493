import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanMarkdown } from '#subgraphs/catalog/domain/agent-text.ts';

// docs/interface/catalog.md#lodging-metadata: agents don't trust hosts' texts.

const HOST = 'lakeside.example';

describe('Markdown for agents', () => {
  test.each([
    ['a link elsewhere', 'See [our menu](https://evil.example/x) now', 'See our menu now'],
    ['a link home', '[Menu](https://lakeside.example/menu)', '[Menu](https://lakeside.example/menu)'],
    ['a host that only begins like ours', '[a](https://lakeside.example.evil.example)', 'a'],
    ['a host before an @', '[a](https://lakeside.example@evil.example)', 'a'],
    ['a script address', '[a](javascript:alert(1))', 'a)'],
    ['a picture', 'A ![lake](https://evil.example/p.png) view', 'A lake view'],
    ['a bare address', 'Call https://evil.example/now please', 'Call  please'],
    ['an automatic link', 'See <https://evil.example>', 'See'],
    ['markup', 'Hello <img src=x onerror=alert(1)> there', 'Hello  there'],
    ['a reference', 'See [here][1]\n[1]: https://evil.example', 'See [here][1]'],
    ['invisible characters', 'ab\u202Ecd\u200Bef\u0007', 'abcdef'],
    ['three kinds of line endings', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ])('Markdown for agents is stripped of %s', (_what, given, expected) => {
    expect(cleanMarkdown(given, HOST)).toBe(expected);
  });

  test('Markdown for agents never names another site', () => {
    const piece = fc.constantFrom(
      '[a](',
      'https://evil.example',
      ')',
      '<',
      '>',
      '!',
      '[',
      ']',
      '\n',
      ' ',
      'x'.repeat(900),
      '(',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const cleaned = cleanMarkdown(pieces.join(''), HOST);
        expect(cleaned).not.toMatch(/evil\.example/);
      }),
    );
  });

  test('Markdown for agents has at most 4,000 characters', () => {
    expect(cleanMarkdown('word '.repeat(2_000), HOST).length).toBeLessThanOrEqual(4_000);
  });
});

test('a single-line text contains no line breaks or invisible characters', () => {
  expect(cleanLine('a\n\u2028b\tc\u202E ')).toBe('a b c');
});
