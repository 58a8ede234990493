import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { refusePassword } from '#subgraphs/apps/identity/domain/credentials.ts';
import { hasLine } from '#subgraphs/apps/identity/domain/sorted-lines.ts';

// docs/interface/accounts.md#passwords: the list that `npm run tool passwords` writes, and how a password is found in it.

describe('the list of known passwords', () => {
  const file = new URL('../../subgraphs/apps/identity/store/known-passwords.txt.br', import.meta.url);
  const text = brotliDecompressSync(readFileSync(file));
  const known = text.toString().trimEnd().split('\n');

  test('has more than 100,000 that nothing else refuses', () => {
    expect(new Set(known).size).toBeGreaterThan(100_000);
    expect(known.filter((password) => refusePassword(password) !== null)).toEqual([]);
  });

  test('has every one found', () => {
    expect(known.filter((password) => !hasLine(text, password))).toEqual([]);
  });

  test('has no part of one found', () => {
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
  ])('%j has %j: %s', (text, line, has) => {
    expect(hasLine(Buffer.from(text), line)).toBe(has);
  });
});
