import type { GraphQLResolverMap } from '@apollo/subgraph';
import { addResolversToSchema } from '@apollo/subgraph/dist/resolvers.js';
import { entitiesResolver } from '@apollo/subgraph/dist/types.js';
import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
} from 'graphql';
import type { Context } from './context.ts';

/**
 * Builds a federation subgraph's executable schema: `buildSubgraphSchema` from `@apollo/subgraph` without its
 * validation, which takes longer than everything else at each start. Composition and
 * `test/gateway/subgraph-schemas.test.ts` validate the committed SDL.
 */
export function subgraphSchema(
  typeDefs: DocumentNode,
  resolvers: GraphQLResolverMap<Context>,
): GraphQLSchema {
  const entities = entityNames(typeDefs);
  const schema = buildASTSchema(concatAST([typeDefs, federationFields(entities)]), { assumeValid: true });
  addResolversToSchema(schema, {
    Query: {
      _service: () => ({ sdl: print(typeDefs) }),
      _entities: (_root, { representations }, context, info) =>
        entitiesResolver({ representations, context, info }),
    },
    _Entity: { __resolveType: (parent: { readonly __typename: string }) => parent.__typename },
  });
  addResolversToSchema(schema, resolvers);
  return schema;
}

/** Returns object types with a `@key`, by which the gateway can fetch them. */
function entityNames({ definitions }: DocumentNode): readonly string[] {
  return definitions
    .flatMap((definition) => (definition.kind === Kind.OBJECT_TYPE_DEFINITION ? [definition] : []))
    .filter(({ directives }) => directives?.some(({ name }) => name.value === 'key'))
    .map(({ name }) => name.value)
    .sort();
}

const federationFields = (entities: readonly string[]): DocumentNode =>
  parse(
    `type _Service { sdl: String }
    extend type Query { _service: _Service! }
    ${
      entities.length
        ? `scalar _Any
          union _Entity = ${entities.join(' | ')}
          extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`
        : ''
    }`,
    { noLocation: true },
  );
