import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import {
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { type AccessRule, allow, readAccessRules, readReferenceRules } from './access.ts';
import type { Context } from './context.ts';
import { SCALARS } from './scalars.ts';

/** One island's part of the supergraph, executable in this process. */
export interface Subgraph {
  readonly name: string;
  readonly schema: GraphQLSchema;
}

/** What an island resolves, by type and field. Codegen's `Resolvers` type of the island is assignable to it. */
export type ResolverMap = Readonly<Record<string, unknown>>;

/** SDL and resolvers as an executable subgraph in which every `@access` rule is enforced before its resolver runs. */
export function makeSubgraph(name: string, typeDefs: DocumentNode, resolvers: ResolverMap): Subgraph {
  // Codegen types the resolvers against the SDL; the library's own type is a loose index signature.
  const all = { ...SCALARS, ...guardReferences(typeDefs, resolvers) } as GraphQLResolverMap<Context>;
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: all }]);
  for (const { type, field, rule } of readAccessRules(typeDefs)) guard(schema, type, field, rule);
  return { name, schema };
}

type ResolveReference = (reference: unknown, context: Context, info: unknown) => unknown;

/**
 * The resolvers with the rules of types in front of their reference resolvers. A reference that is refused rejects: the
 * others of the same request are answered.
 */
function guardReferences(typeDefs: DocumentNode, resolvers: ResolverMap): ResolverMap {
  const guarded: Record<string, unknown> = { ...resolvers };
  for (const { type, rule } of readReferenceRules(typeDefs)) {
    const fields = guarded[type] as { readonly __resolveReference?: ResolveReference } | undefined; // as codegen types them
    const resolve = fields?.__resolveReference ?? ((reference: unknown) => reference);
    const resolveReference: ResolveReference = async (reference, context, info) => {
      allow(context.viewer, rule);
      return resolve(reference, context, info);
    };
    guarded[type] = { ...fields, __resolveReference: resolveReference };
  }
  return guarded;
}

function guard(schema: GraphQLSchema, typeName: string, fieldName: string, rule: AccessRule): void {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field)
    throw new Error(`@access stands on ${typeName}.${fieldName}, which the subgraph does not have.`);
  const resolve: GraphQLFieldResolver<unknown, Context> = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context: Context, info) => {
    allow(context.viewer, rule);
    return resolve(source, args, context, info);
  };
}
