import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import {
  buildASTSchema,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isIntrospectionType,
  isNonNullType,
  isSpecifiedScalarType,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { readAccessRules } from '#kit/access.ts';
import { apiSdl, subgraphSdl, supergraphProblems, supergraphSdl } from '#schema/sdl.ts';
import { API_VERSIONS, SUBGRAPH_NAMES, VIEWS } from '#schema/views.ts';

const publicViews = ['host', ...API_VERSIONS.map(({ version }) => version), 'unstable'];
const apiOf = (view: string) => buildASTSchema(parse(apiSdl(view)), { assumeValidSDL: true });

/** Coordinates of every schema element without a description. */
function undescribed(schema: GraphQLSchema): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .flatMap((type) => [
      ...(roots.includes(type as GraphQLObjectType) ? [] : [[type.name, type] as const]),
      ...membersOf(type).map((member) => [`${type.name}.${member.name}`, member] as const),
      ...membersOf(type).flatMap((member) =>
        ('args' in member ? member.args : []).map(
          (argument) => [`${type.name}.${member.name}(${argument.name}:)`, argument] as const,
        ),
      ),
    ])
    .flatMap(([coordinate, { description }]) => (description ? [] : [coordinate]));
}

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLEnumValue;

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues();
  return 'getFields' in type ? Object.values<Member>(type.getFields()) : [];
}

describe('the schema', () => {
  test.each(publicViews)(
    'every type, field, argument and enum value in view %s has a description',
    (view) => {
      expect(undescribed(apiOf(view))).toEqual([]);
    },
  );

  test('the check finds a type, field, argument or enum value without a description', () => {
    const schema = buildASTSchema(
      parse('type Query { tasks(first: Int): [Kind] } enum Kind { A } input In { b: ID }'),
    );
    expect(undescribed(schema)).toEqual([
      'Query.tasks',
      'Query.tasks(first:)',
      'Kind',
      'Kind.A',
      'In',
      'In.b',
    ]);
  });

  test('every root field declares its allowed callers', () => {
    const open = SUBGRAPH_NAMES.flatMap((name) => {
      const sdl = subgraphSdl(name);
      const ruled = new Set(readAccessRules(sdl).map(({ type, field }) => `${type}.${field}`));
      return sdl.definitions.flatMap((definition) =>
        definition.kind === 'ObjectTypeDefinition' && ['Query', 'Mutation'].includes(definition.name.value)
          ? (definition.fields ?? [])
              .map((field) => `${definition.name.value}.${field.name.value}`)
              .filter((field) => !ruled.has(field))
          : [],
      );
    });
    expect(open.sort()).toEqual(['Query.apiVersion', 'Query.currentApp']);
  });

  test.each(publicViews.filter((view) => view !== 'host'))(
    'every root field in version %s is nullable',
    (view) => {
      const schema = apiOf(view);
      const roots = [schema.getQueryType(), schema.getMutationType()];
      const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
      expect(fields.length).toBeGreaterThan(10);
      expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
    },
  );

  test('internal types exist only in the internal view', () => {
    for (const view of publicViews) {
      const names = Object.keys(apiOf(view).getTypeMap());
      expect(names).not.toContain('CheckoutSession');
      expect(names).not.toContain('StayQuote');
    }
  });

  test('every view is committed', () => {
    for (const { name } of VIEWS)
      expect(readFileSync(`schema/generated/${name}/api.graphql`, 'utf8')).toContain('type Query');
  });
});

test('a supergraph that is missing or differs from the committed digest prevents a start', () => {
  expect(supergraphProblems()).toEqual([]);
  expect(supergraphProblems({ gone: 'any', internal: 'another' })).toEqual([
    'schema/generated/gone/supergraph.graphql is missing or stale. Run "npm run prepare", or "npm run codegen" if you changed the schema.',
    'schema/generated/internal/supergraph.graphql is missing or stale. Run "npm run codegen".',
  ]);
});

test('the committed supergraph is checked out unchanged with core.autocrlf', () => {
  const file = 'schema/generated/internal/supergraph.graphql';
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=true', 'cat-file', ...args, `HEAD:${file}`], {
      maxBuffer: 10_000_000,
    });
  expect(git('--filters').equals(git('blob'))).toBe(true);
});

test('equal views share one supergraph', () => {
  const kept = globSync('schema/generated/*/supergraph.graphql').map((file) => readFileSync(file, 'utf8'));
  expect(kept.length).toBeGreaterThan(2);
  expect(new Set(kept).size).toBe(kept.length);
  for (const { name } of VIEWS) expect(kept).toContain(supergraphSdl(name));
});
