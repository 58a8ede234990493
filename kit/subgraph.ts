import type { GraphQLResolverMap } from '@apollo/subgraph';
import {
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql';
import {
  type AccessRule,
  allow,
  allowKind,
  allowRole,
  reaches,
  readAccessRules,
  readReferenceRules,
  requireElevated,
  requireRunningTeam,
  requireVerified,
} from './access.ts';
import type { Context } from './context.ts';
import { SCALARS } from './scalars.ts';
import { subgraphSchema } from './subgraph-schema.ts';

/** One subgraph's part of the supergraph, executable in this process. */
export interface Subgraph {
  readonly name: string;
  readonly schema: GraphQLSchema;
}

/** A subgraph's resolvers, by type and field. The subgraph's generated `Resolvers` type is assignable to it. */
export type ResolverMap = Readonly<Record<string, unknown>>;

/**
 * Makes an executable subgraph from SDL and resolvers, enforcing every `@access` rule before its resolver
 * runs.
 */
export function makeSubgraph(name: string, typeDefs: DocumentNode, resolvers: ResolverMap): Subgraph {
  // Codegen types the resolvers against the SDL; the library's own type is a loose index signature.
  const all = { ...SCALARS, ...guardReferences(typeDefs, resolvers) } as GraphQLResolverMap<Context>;
  const schema = subgraphSchema(typeDefs, all);
  const rules = readAccessRules(typeDefs);
  for (const { type, field, rule } of rules) guard(schema, type, field, rule);
  guardAnswers(schema, typeDefs, new Set(rules.map(({ type, field }) => `${type}.${field}`)));
  return { name, schema };
}

type ResolveReference = (reference: unknown, context: Context, info: unknown) => unknown;

/**
 * Checks types' rules before their reference resolvers run. A refused reference rejects; the request's other
 * references still resolve.
 */
function guardReferences(typeDefs: DocumentNode, resolvers: ResolverMap): ResolverMap {
  const guarded: Record<string, unknown> = { ...resolvers };
  for (const { type, rule } of readReferenceRules(typeDefs)) {
    const fields = guarded[type] as { readonly __resolveReference?: ResolveReference } | undefined; // codegen's type
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
  const field = fieldOf(schema, typeName, fieldName);
  const resolve: GraphQLFieldResolver<unknown, Context> = field.resolve ?? defaultFieldResolver;
  const namesTeam = field.args.some(({ name }) => name === 'team');
  const changes = typeName === schema.getMutationType()?.name;
  const hides = !isRoot(schema, typeName) && isScalarType(field.type);
  field.resolve = (source, args, context: Context, info) => {
    allowKind(context.viewer, rule);
    if (hides && !reaches(context.viewer, rule)) return null;
    if (!namesTeam || args.team == null) {
      allowRole(context.viewer, rule);
      if (changes) requireRunningTeam(context.viewer, rule);
    }
    if (rule.verified) requireVerified(context.viewer);
    if (rule.stepUp) requireElevated(context.viewer);
    const result = resolve(source, args, context, info);
    return changes && context.changed ? Promise.resolve(result).finally(context.changed) : result;
  };
}

/** Checks a type's roles before each field that returns the type, unless the field has a rule. */
function guardAnswers(schema: GraphQLSchema, typeDefs: DocumentNode, ruled: ReadonlySet<string>): void {
  const forHosts = readReferenceRules(typeDefs).filter(({ rule }) => rule.viewers.includes('hostUser'));
  const rules = new Map(forHosts.map(({ type, rule }) => [type, rule]));
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const [name, field] of Object.entries(type.getFields())) {
      const rule = rules.get(getNamedType(field.type).name);
      if (!rule || ruled.has(`${type.name}.${name}`)) continue;
      const resolve: GraphQLFieldResolver<unknown, Context> = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context: Context, info) => {
        allowRole(context.viewer, rule);
        return resolve(source, args, context, info);
      };
    }
  }
}

const isRoot = (schema: GraphQLSchema, type: string) =>
  type === schema.getQueryType()?.name || type === schema.getMutationType()?.name;

function fieldOf(schema: GraphQLSchema, typeName: string, fieldName: string) {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (field) return field;
  throw new Error(`@access is on ${typeName}.${fieldName}, which doesn't exist in the subgraph.`);
}
