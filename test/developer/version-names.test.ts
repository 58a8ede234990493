import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { API_VERSIONS, DEFAULT_API_VERSION } from '#schema/views.ts';

// Names in the newest versions follow docs/interface/graphql.md. Versions up to 2026-10 are frozen with theirs.

const schemaOf = (view: string) =>
  buildSchema(readFileSync(`schema/generated/${view}/api.graphql`, 'utf8'), { assumeValidSDL: true });
const FROZEN = API_VERSIONS.filter(({ version }) => version <= '2026-10').map(({ version }) =>
  schemaOf(version),
);
const NEWER = [
  ...API_VERSIONS.map(({ version }) => version).filter((version) => version > '2026-10'),
  'unstable',
];

/** The value in `unstable` that reports accept in addition to its name in 2027-01. */
const FORMER_NAMES = ['ReportMetric.occupancyOfAllUnits'];

const isFrozen = (type: string) => FROZEN.some((schema) => schema.getType(type));

function misspelledValues(schema: GraphQLSchema): readonly string[] {
  return Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.startsWith('__') && !isFrozen(name))
    .flatMap((type) => type.getValues().map(({ name }) => [type.name, name] as const))
    .filter(([, value]) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value))
    .map((names) => names.join('.'));
}

const objectsOf = (schema: GraphQLSchema): readonly GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));

/** Types that have only one of a Relay connection's name and fields. */
const halfConnections = (schema: GraphQLSchema): readonly string[] =>
  objectsOf(schema)
    .filter((type) => {
      const fields = Object.keys(type.getFields());
      const isPaged = ['nodes', 'edges', 'pageInfo'].every((field) => fields.includes(field));
      return isPaged !== type.name.endsWith('Connection');
    })
    .map(({ name }) => name);

/** Lists whose length is in docs/interface/graphql.md#lists. */
const OLD_LISTS = new Set(
  [...readFileSync('docs/interface/graphql.md', 'utf8').matchAll(/^\| (`\w+\.\w+`.*?) \|/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name),
  ),
);

const statesLength = ({ description }: GraphQLField<unknown, unknown>) =>
  /\bat\s+most\b|\bone\s+for\s+each\b/i.test(description ?? '');

/** Lists other than a connection's own without a documented length. */
const boundlessLists = (schema: GraphQLSchema): readonly string[] =>
  objectsOf(schema).flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isListType(getNullableType(field.type)))
      .filter(
        ({ name }) =>
          name !== 'userErrors' && !(type.name.endsWith('Connection') && /^(nodes|edges)$/.test(name)),
      )
      .filter((field) => !statesLength(field) && !OLD_LISTS.has(`${type.name}.${field.name}`))
      .map(({ name }) => `${type.name}.${name}`),
  );

describe.each(NEWER)('names in version %s', (version) => {
  const schema = schemaOf(version);

  test('the values of enums since 2027-01 are in lower snake case', () => {
    const former = version === 'unstable' ? FORMER_NAMES : [];
    expect(misspelledValues(schema)).toEqual(former);
  });

  test('types are named connections exactly if they have the fields', () => {
    expect(halfConnections(schema)).toEqual([]);
  });

  test('every list is a connection, or its length is documented', () => {
    expect(boundlessLists(schema)).toEqual([]);
  });
});

test('the checks find a value, a type and a list with other names', () => {
  const schema = buildSchema(`
    type Query { stays: [Stay!] "At most 5." few: [Stay!] links: StayConnection }
    type Stay { state: Mood }
    type StayConnection { id: ID! }
    enum Mood { fine veryGood }`);
  expect(misspelledValues(schema)).toEqual(['Mood.veryGood']);
  expect(halfConnections(schema)).toEqual(['StayConnection']);
  expect(boundlessLists(schema)).toEqual(['Query.stays']);
});

test('the documentation lists lengths only for lists that exist', () => {
  const known = objectsOf(schemaOf(DEFAULT_API_VERSION)).flatMap((type) =>
    Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
  );
  expect([...OLD_LISTS].filter((list) => !known.includes(list))).toEqual([]);
});

test('the renamed types and values of 2027-01 have only their new names', () => {
  const page = readFileSync('docs/changelog/2027-01.md', 'utf8');
  const renamed = [...page.matchAll(/^- `(\w+)` is now `(\w+)`$/gm)];
  const types = Object.values(schemaOf('2027-01').getTypeMap());
  const names = new Set([
    ...types.map(({ name }) => name),
    ...types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name)),
  ]);
  expect(renamed.length).toBeGreaterThan(5);
  expect(renamed.filter(([, old = '', now = '']) => names.has(old) || !names.has(now))).toEqual([]);
});
