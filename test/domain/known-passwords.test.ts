import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { refusePassword } from '#subgraphs/apps/identity/domain/credentials.ts';
import { hasLine } from '#subgraphs/apps/identity/domain/sorted-lines.ts';

// docs/interface/accounts.md#passwords: the list written by `npm run tool passwords`, and the look-up in it.

describe('the list of known passwords', () => {
  const file = new URL('../../subgraphs/apps/identity/store/known-passwords.txt.br', import.meta.url);
  const text = brotliDecompressSync(readFileSync(file));
  const known = text.toString().trimEnd().split('\n');

  test('the list has more than 100,000 passwords that no other rule refuses', () => {
    expect(new Set(known).size).toBeGreaterThan(100_000);
    expect(known.filter((password) => refusePassword(password) !== null)).toEqual([]);
  });

  test('every listed password is found', () => {
    expect(known.filter((password) => !hasLine(text, password))).toEqual([]);
  });

  test("part of a listed password isn't found", () => {
    const parts = known
      .filter((_, i) => i % 100 === 0)
      .flatMap((one) => [one.slice(1), `${one}\n`, `${one} `]);
    const whole = new Set(known);
    expect(parts.filter((part) => hasLine(text, part) !== whole.has(part))).toEqual([]);
    expect(hasLine(text, '')).toBe(false);
  });
});

describe('a text of sorted lines', () => {
  test.each([
    ['', 'a', false],
    ['a\n', 'a', true],
    ['a\n', 'b', false],
    ['a\nb\nc\n', 'a', true],
    ['a\nb\nc\n', 'c', true],
    ['a\nabc\n', 'ab', false],
    ['ä\nö\n', 'ö', true],
  ])('the text %j contains the line %j: %s', (text, line, has) => {
    expect(hasLine(Buffer.from(text), line)).toBe(has);
  });
});
