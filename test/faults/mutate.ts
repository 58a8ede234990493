import type { Chance } from '../support/seeded.ts';

/** A JSON value for spoiling. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  'é'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(5_000),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u202e\u200b\ufeff',
  "'; --",
  '$1',
  '%s%n',
  '../../etc',
  '__proto__',
  'constructor',
  'toJSON',
  'null',
  '2027-02-30',
  '0000-00-00',
  '9999-12-31',
  '-1',
  '1e9',
  'stay:1',
  'stay:1:2027-01-01:2027-01-01:2:0',
  'stay:1:2027-01-05:2027-01-01:2:0',
  'stay:1:0001-01-01:9999-12-31:2:0',
  'stay:99999999999999999999:2027-01-01:2027-01-02:2:0',
  'stay:1:2027-01-01:2027-01-02:-2:0',
  'stay:1:2027-01-01:2027-01-02:2e3:0',
  'stay:1:2027-01-01:2027-01-02:2:0:',
  'unit_type:1',
  'unit_type:-1',
  'unit_type:',
];
const NUMBERS = [0, -0, -1, 1, 1.5, 101, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324];
const KEYS = [
  '__proto__',
  'constructor',
  'id',
  'item',
  'quantity',
  'x'.repeat(300),
  '',
  '\0',
  '$ref',
  'toString',
];

/** A random unexpected value. */
export function anyValue(chance: Chance, depth = 0): Json {
  const kind = chance.below(depth > 3 ? 4 : 6);
  if (kind === 0) return null;
  if (kind === 1) return chance.below(2) === 0;
  if (kind === 2) return chance.pick(NUMBERS);
  if (kind === 3) return chance.pick(TEXTS);
  const size = chance.below(4);
  if (kind === 4) return Array.from({ length: size }, () => anyValue(chance, depth + 1));
  return Object.fromEntries(
    Array.from({ length: size }, () => [chance.pick(KEYS), anyValue(chance, depth + 1)]),
  );
}

/** A copy of a good value with one spoiled place, occasionally up to four. */
export function spoil(chance: Chance, good: Json): Json {
  const root: { value: Json } = { value: structuredClone(good) };
  for (let left = chance.below(3) === 0 ? 1 + chance.below(4) : 1; left > 0; left--) spoilOne(chance, root);
  return root.value;
}

function spoilOne(chance: Chance, root: { value: Json }): void {
  let holder: { [key: string]: Json } | Json[] = root;
  let key: string | number = 'value';
  for (;;) {
    const value: Json = (holder as { [key: string]: Json })[key] as Json; // the key exists in the holder
    const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    if (keys.length === 0 || chance.below(4) === 0) break;
    holder = value as { [key: string]: Json } | Json[];
    key = chance.pick(keys);
  }
  const at = holder as { [key: string]: Json };
  switch (chance.below(6)) {
    case 0:
      if (holder !== (root as unknown)) delete at[key];
      return;
    case 1:
      at[key] = [at[key] as Json, at[key] as Json];
      return;
    case 2:
      at[chance.pick(KEYS)] = anyValue(chance);
      return;
    case 3:
      at[key] = deep(chance.below(400));
      return;
    default:
      at[key] = anyValue(chance);
  }
}

function deep(levels: number): Json {
  let value: Json = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { down: value };
  return value;
}

/** Bytes for a body: usually the spoiled JSON, sometimes truncated, duplicated or not text. */
export function bytesOf(chance: Chance, value: Json): Buffer {
  const text = JSON.stringify(value) ?? '';
  switch (chance.below(25)) {
    case 0:
      return Buffer.from(text.slice(0, chance.below(text.length + 1)));
    case 1:
      return Buffer.from(text + text);
    case 2:
      return Buffer.from(Array.from({ length: chance.below(200) }, () => chance.below(256)));
    case 3:
      return Buffer.from(text.replace(/\d+/, '1e999'));
    case 4:
      return Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text, 'utf16le')]);
    default:
      return Buffer.from(text);
  }
}

/** A header value without the characters that HTTP forbids, which no client would send. */
export const headerValue = (chance: Chance): string =>
  chance
    .pick([
      ...TEXTS,
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      '2026-01-30',
      '2025-11-25',
    ])
    .replace(/[^\t\x20-\x7e]/g, '~')
    .trim()
    .slice(0, 1_000);
