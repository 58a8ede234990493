import { describe, expect, test } from 'vitest';
import { readManifest } from '#manifest/manifest.ts';
import { readPattern } from '#manifest/pattern.ts';
import { VALUE_TABLE } from '../support/setting-values.ts';

// docs/interface/settings.md#manifest

const NO_DEFAULT = ['secret', 'property', 'unit_type'];

const issuesOf = (...settings: readonly object[]) =>
  readManifest({ name: 'Crew', settings }, { allowPrivate: false }).issues.map(({ path, code }) => [
    path,
    code,
  ]);

const setting = (more: object = {}) => ({ key: 'a', type: 'text', label: 'A', ...more });

describe('a manifest', () => {
  const withDefaults = VALUE_TABLE.filter(({ type }) => !NO_DEFAULT.includes(type));

  test.each(
    withDefaults.flatMap(({ type, more, good }) => good.map((value) => [type, value, more] as const)),
  )('a %s setting accepts the default %j', (type, value, more) => {
    expect(issuesOf({ key: 'a', type, label: 'A', ...more, default: value })).toEqual([]);
  });

  test.each(withDefaults.flatMap(({ type, more, bad }) => bad.map((value) => [type, value, more] as const)))(
    'a %s setting refuses the default %j',
    (type, value, more) => {
      expect(issuesOf({ key: 'a', type, label: 'A', ...more, default: value })).toEqual([
        ['settings[0].default', 'invalid'],
      ]);
    },
  );

  test("a manifest accepts values in TOML's own types and reads them as text", () => {
    const settings = [
      { key: 'n', type: 'integer', label: 'N', default: 4 },
      { key: 'b', type: 'boolean', label: 'B', default: true },
      { key: 's', type: 'text', label: 'S', show_if: { key: 'b', equals: true } },
    ];
    const { manifest } = readManifest({ name: 'Crew', settings }, { allowPrivate: false });
    expect(manifest?.settings?.map(({ default: preset, showIf }) => [preset, showIf])).toEqual([
      ['4', null],
      ['true', null],
      [null, { key: 'b', equals: 'true' }],
    ]);
  });

  test.each([
    ['a key with capitals', [setting({ key: 'Account' })], 'settings[0].key', 'invalid'],
    ['an unknown type', [setting({ type: 'paragraph' })], 'settings[0].type', 'unknown'],
    ['no label', [{ key: 'a', type: 'text' }], 'settings[0].label', 'required'],
    ['a duplicate key', [setting(), setting()], 'settings[1].key', 'invalid'],
    ['a select without options', [setting({ type: 'select' })], 'settings[0].options', 'invalid'],
    [
      'options of a text',
      [setting({ options: [{ value: 'x', label: 'X' }] })],
      'settings[0].options',
      'invalid',
    ],
    ['bounds of a date', [setting({ type: 'date', min: 1 })], 'settings[0].min', 'invalid'],
    ['bounds in the wrong order', [setting({ min: 2, max: 1 })], 'settings[0].max', 'invalid'],
    ['a secret’s default', [setting({ type: 'secret', default: 'x' })], 'settings[0].default', 'invalid'],
    ['a pattern of a number', [setting({ type: 'integer', pattern: '1' })], 'settings[0].pattern', 'invalid'],
    ['look-ahead', [setting({ pattern: '(?=a)' })], 'settings[0].pattern', 'invalid'],
    [
      'an unknown condition',
      [setting({ show_if: { key: 'b', equals: 'x' } })],
      'settings[0].show_if.key',
      'invalid',
    ],
    [
      'a condition on itself',
      [setting({ show_if: { key: 'a', equals: 'x' } })],
      'settings[0].show_if.key',
      'invalid',
    ],
    [
      'a condition of another thing',
      [setting({ per: 'property' }), setting({ key: 'b', show_if: { key: 'a', equals: 'x' } })],
      'settings[1].show_if.key',
      'invalid',
    ],
    ['a misspelled key', [setting({ requird: true })], 'settings[0].requird', 'misspelt'],
  ])('with %s names the entry', (_what, settings, path, code) => {
    expect(issuesOf(...settings)).toEqual([[path, code]]);
  });

  test('a manifest has at most 50 settings', () => {
    const many = Array.from({ length: 51 }, (_, index) => setting({ key: `a${index}` }));
    expect(issuesOf(...many.slice(1))).toEqual([]);
    expect(issuesOf(...many)).toEqual([['settings', 'invalid']]);
  });
});

describe('a pattern', () => {
  const SOURCES = [
    'abc',
    'a|b',
    '(ab)+',
    '(?:ab){2}',
    '[a-c]{1,3}',
    '[^a]',
    '\\d+',
    '\\w*',
    '.',
    'a?b*c+',
    '^ab$',
    'a{2,}',
    '(a|b)*c',
    '(a*)*',
    '[\\d-]+',
    'a\\.b',
    '(a|ab)(c|bcd)',
    '()',
    'x{0}',
    '\\s',
    '[\\]a]',
    '-',
    'é',
  ];
  const TEXTS = [
    '',
    'a',
    'b',
    'c',
    'abc',
    'ab',
    'abab',
    'aa',
    'aaa',
    'bcc',
    'abcbc',
    '12',
    '1-2',
    'a.b',
    'axb',
    'aab',
    'abcd',
    'x',
    ' ',
    ']',
    '-',
    'é',
    'aac',
    'ababc',
    '\n',
    '😀',
  ];

  test.each(SOURCES)('the pattern %s matches the same strings as RegExp', (source) => {
    const expected = TEXTS.filter((text) => new RegExp(`^(?:${source})$`, 'u').test(text));
    expect(TEXTS.filter((text) => readPattern(source)?.(text))).toEqual(expected);
  });

  test.each([
    '(',
    ')',
    '[',
    'a**',
    '*',
    'a{2,1}',
    'a{1001}',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\b',
    '\\p{L}',
    '[z-a]',
    '[]',
    '(((a{100}){100}){100})',
    'a$b',
    '('.repeat(30) + ')'.repeat(30),
  ])("%s isn't a pattern", (source) => {
    expect(readPattern(source)).toBeNull();
  });

  test('a pattern takes linear time even if RegExp would never finish', () => {
    expect(readPattern('(a+)+(a+)+(a+)+b')?.('a'.repeat(10_000))).toBe(false);
  });
});
