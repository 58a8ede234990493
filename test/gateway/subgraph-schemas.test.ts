import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, lexicographicSortSchema, printType, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { subgraphSchema } from '#kit/subgraph-schema.ts';
import { subgraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';

/** Omits federation's own scalars and enums, which describe the subgraph and take no part in execution. */
const typesOf = (schema: GraphQLSchema) =>
  Object.values(lexicographicSortSchema(schema).getTypeMap())
    .filter(({ name }) => !/^(?:__|federation__|link__)/.test(name))
    .map(printType);

describe.each(SUBGRAPH_NAMES)('%s', (name) => {
  test('a subgraph has the same schema as in the federation library', () => {
    expect(typesOf(subgraphSchema(subgraphSdl(name), {}))).toEqual(
      typesOf(buildSubgraphSchema([{ typeDefs: subgraphSdl(name) }])),
    );
  });

  test('a subgraph has a valid schema', () => {
    expect(validateSchema(buildSubgraphSchema([{ typeDefs: subgraphSdl(name) }]))).toEqual([]);
  });
});
