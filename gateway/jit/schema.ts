import {
  defaultTypeResolver,
  type GraphQLFieldResolver,
  GraphQLList,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNullableType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { Context } from '#kit/context.ts';
import { BOUND } from './arguments.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;

const prepared = new WeakSet<GraphQLSchema>();

/**
 * Makes a schema safe for graphql-jit, which departs from graphql-js in two ways that matter here: a list of
 * promises loses items if one rejects, and a type resolver that throws after a promise leaves the operation
 * hanging. Behavior under graphql-js is unchanged. Works in place, once per schema.
 */
export function prepareForJit(schema: GraphQLSchema): void {
  if (prepared.has(schema)) return;
  prepared.add(schema);
  schema.getTypeMap()[BOUND.name] = BOUND;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type)) type.resolveType = withoutThrowing(type.resolveType ?? defaultTypeResolver);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.resolve && getNullableType(field.type) instanceof GraphQLList)
        field.resolve = settled(field.resolve);
    }
  }
}

/** A rejected item becomes an Error in its place, which graphql-jit and graphql-js both report at its index. */
function settled(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    const items = resolve(source, args, context, info);
    return isPromise(items) ? items.then(settleItems) : settleItems(items);
  };
}

function settleItems(items: unknown): unknown {
  if (!Array.isArray(items) || !items.some(isPromise)) return items;
  return Promise.all(items.map((item) => (isPromise(item) ? item.then((value) => value, toError) : item)));
}

const toError = (reason: unknown): Error =>
  reason instanceof Error
    ? reason
    : new Error("A list item was rejected with a value that isn't an Error.", { cause: reason });

/** Returns undefined for an unresolvable type, so that graphql-jit reports it as the field's error. */
function withoutThrowing(
  resolveType: GraphQLTypeResolver<unknown, Context>,
): GraphQLTypeResolver<unknown, Context> {
  return (value, context, info, type) => {
    try {
      return resolveType(value, context, info, type);
    } catch {
      return undefined;
    }
  };
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
