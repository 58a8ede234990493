import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES, PAYMENT_CAPABILITIES, SCOPES } from '#manifest/vocabulary.ts';
import { OPENED } from '#schema/generated/permissions.ts';
import { grantedIn, openedBy } from '#schema/permissions.ts';
import { permissionWords } from '#subgraphs/apps/installs/domain/permission-words.ts';

// docs/interface/apps.md#permissions: a consent's text matches what the schema opens.

const VOCABULARY: readonly string[] = [...SCOPES, ...CAPABILITIES, ...PAYMENT_CAPABILITIES];

describe('the words of a permission', () => {
  const opened = {
    read_a: ['old things', 'new things'],
    write_a: ['change things', 'old things'],
    read_b: ['more'],
  };
  const text = (name: string) => permissionWords(name, opened).text;

  test("a permission's text lists its fields' data as a sentence", () => {
    expect(text('read_a')).toBe('Old things; new things.');
  });

  test("a write permission's text includes the implied read's data once", () => {
    expect(text('write_a')).toBe('Change things; old things. It can also see new things.');
  });

  test('a permission that opens no fields is described as not available yet', () => {
    expect(text('read_c')).toBe('Not available yet.');
    expect(text('write_c')).toBe('Not available yet.');
    expect(text('write_b')).toBe('Not available yet. It can also see more.');
  });

  test.each(VOCABULARY)('%s has its own title', (name) => {
    expect(permissionWords(name, {}).title).not.toBe(name);
  });

  test('only permissions available to a manifest have texts', () => {
    expect(Object.keys(OPENED).filter((name) => !VOCABULARY.includes(name))).toEqual([]);
  });
});

describe('what a permission opens', () => {
  const sdl = (field: string) => `type Query { ${field} }`;
  const opened = (field: string, view = 'type Query { a: Int }') =>
    openedBy([parse(sdl(field))], [{ name: 'dated', schema: buildSchema(view) }]);

  test("a permission's access is read from its fields", () => {
    const field = 'a: Int @access(scope: "read_a", capability: "b", grants: "things")';
    expect([...opened(field)]).toEqual([
      ['b', ['things']],
      ['read_a', ['things']],
    ]);
  });

  test('a permission grants something in the versions that show its fields', () => {
    const field = 'a: Int @access(scope: "read_a", capability: "b", grants: "things")';
    const views = [
      { name: '2026-01', schema: buildSchema('type Query { b: Int }') },
      { name: '2026-10', schema: buildSchema('type Query { a: Int }') },
      { name: '2027-01', schema: buildSchema('type Query { a: Int }') },
    ];
    expect([...grantedIn([parse(sdl(field))], views)]).toEqual([
      ['b', ['2026-10', '2027-01']],
      ['read_a', ['2026-10', '2027-01']],
    ]);
  });

  test("a permission's access omits fields hidden from apps", () => {
    const field = 'a: Int @access(scope: "read_a", grants: "things")';
    expect([...opened(field, 'type Query { b: Int }')]).toEqual([]);
  });

  test('a permission whose access has no description is refused', () => {
    expect(() => opened('a: Int @access(scope: "read_a")')).toThrow('- Query.a');
  });
});
