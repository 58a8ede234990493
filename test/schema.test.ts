import { globSync, readFileSync } from 'node:fs';
import { buildASTSchema, isNonNullType, isObjectType, isScalarType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readAccessRules } from '#kit/access.ts';
import { apiSdl, subgraphSdl } from '#schema/sdl.ts';
import { API_VERSIONS, SUBGRAPH_NAMES, VIEWS } from '#schema/views.ts';

const publicViews = ['host', ...API_VERSIONS.map(({ version }) => version), 'unstable'];
const apiOf = (view: string) => buildASTSchema(parse(apiSdl(view)), { assumeValidSDL: true });

describe('the schema', () => {
  test.each(publicViews)('every type, field and enum value that view %s shows is described', (view) => {
    const bare = Object.values(apiOf(view).getTypeMap())
      .filter((type) => !type.name.startsWith('__') && !isScalarType(type))
      .flatMap((type) => [
        ...(type.description || ['Query', 'Mutation'].includes(type.name) ? [] : [type.name]),
        ...(isObjectType(type)
          ? Object.values(type.getFields()).flatMap((field) =>
              field.description || ['id', 'userErrors'].includes(field.name)
                ? []
                : [`${type.name}.${field.name}`],
            )
          : []),
      ]);
    expect(view === 'host' ? [] : bare).toEqual([]);
  });

  test('every root field says who may call it, but for what anyone may', () => {
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
    'a root field of version %s may be null, so that a refused one leaves those beside it',
    (view) => {
      const schema = apiOf(view);
      const roots = [schema.getQueryType(), schema.getMutationType()];
      const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
      expect(fields.length).toBeGreaterThan(10);
      expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
    },
  );

  test('nothing internal is in any view but the internal one', () => {
    for (const view of publicViews) {
      const names = Object.keys(apiOf(view).getTypeMap());
      expect(names).not.toContain('CheckoutSession');
      expect(names).not.toContain('StayQuote');
    }
  });

  test('every view is committed', () => {
    expect(globSync('schema/generated/*/supergraph.graphql').length).toBe(VIEWS.length);
    for (const { name } of VIEWS)
      expect(readFileSync(`schema/generated/${name}/api.graphql`, 'utf8')).toContain('type Query');
  });
});
