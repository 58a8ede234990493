import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import { type GraphQLSchema, isAbstractType } from 'graphql';
import { isObject, type Json, merge } from './merge.ts';

/** Deduplicated representations, with each entity's index among them (-1 if it has none). */
export interface Representations {
  readonly distinct: readonly Json[];
  readonly slots: readonly number[];
}

export type Represent = (entities: readonly Json[]) => Representations;
type Build = (source: Json) => Json | null;
type RealNames = ReadonlyMap<string, string>;

/** Generates code for a fetch's `requires`: an entity's data that a subgraph needs to resolve it. */
export function compileRequires(
  requires: readonly QueryPlanSelectionNode[],
  schema: GraphQLSchema,
  realNames: RealNames,
): Represent {
  const single = realNames.size === 0 && singleKeyOf(requires, schema);
  if (single) return representBy(single.typeName, single.keyField);
  const build = compileSelections(requires, schema, realNames);
  return (entities) =>
    distinct(entities, (entity) => {
      const representation = build(entity);
      return representation?.__typename ? { key: JSON.stringify(representation), representation } : null;
    });
}

/** `{ ... on T { __typename key } }`, by far the most common selection: the key itself identifies an entity. */
function representBy(typeName: string, keyField: string): Represent {
  return (entities) =>
    distinct(entities, (entity) => {
      const key = entity[keyField];
      if (entity.__typename !== typeName || key === undefined) return null;
      return {
        key: isLeaf(key) ? key : JSON.stringify(key),
        representation: { __typename: typeName, [keyField]: key },
      };
    });
}

function distinct(
  entities: readonly Json[],
  represent: (entity: Json) => { readonly key: unknown; readonly representation: Json } | null,
): Representations {
  const slotByKey = new Map<unknown, number>();
  const representations: Json[] = [];
  const slots = entities.map((entity) => {
    const own = represent(entity);
    if (!own) return -1;
    const known = slotByKey.get(own.key);
    if (known !== undefined) return known;
    slotByKey.set(own.key, representations.length);
    return representations.push(own.representation) - 1;
  });
  return { distinct: representations, slots };
}

function singleKeyOf(requires: readonly QueryPlanSelectionNode[], schema: GraphQLSchema) {
  const [fragment, ...others] = requires;
  if (fragment?.kind !== 'InlineFragment' || others.length || !fragment.typeCondition) return null;
  if (isAbstractType(schema.getType(fragment.typeCondition))) return null;
  const keys: string[] = [];
  for (const field of fragment.selections) {
    if (field.kind !== 'Field' || field.alias || field.selections) return null;
    if (field.name !== '__typename') keys.push(field.name);
  }
  const [keyField] = keys;
  if (keys.length !== 1 || !keyField || keys.length === fragment.selections.length) return null;
  return { typeName: fragment.typeCondition, keyField };
}

/** Like Apollo's executor: an object without a required field has no representation. */
function compileSelections(
  selections: readonly QueryPlanSelectionNode[],
  schema: GraphQLSchema,
  realNames: RealNames,
): Build {
  const parts = selections.map((selection) =>
    selection.kind === 'Field'
      ? compileField(selection, schema, realNames)
      : compileFragment(selection, schema, realNames),
  );
  return (source) => {
    const representation: Json = {};
    return parts.every((part) => part(source, representation)) ? representation : null;
  };
}

type Part = (source: Json, representation: Json) => boolean;

function compileField(
  field: Extract<QueryPlanSelectionNode, { kind: 'Field' }>,
  schema: GraphQLSchema,
  realNames: RealNames,
): Part {
  const name = field.alias ?? field.name;
  const realName = realNames.get(name) ?? name;
  const build = field.selections && compileSelections(field.selections, schema, realNames);
  const nested = (value: unknown) => (build && isObject(value) ? build(value) : build ? null : value);
  return (source, representation) => {
    const value = source[name];
    if (value === undefined) return false;
    representation[realName] = Array.isArray(value) ? value.map(nested) : nested(value);
    return true;
  };
}

function compileFragment(
  fragment: Extract<QueryPlanSelectionNode, { kind: 'InlineFragment' }>,
  schema: GraphQLSchema,
  realNames: RealNames,
): Part {
  const condition = schema.getType(fragment.typeCondition ?? '');
  if (!condition) return () => true;
  const typeNames = new Set(
    isAbstractType(condition)
      ? schema.getPossibleTypes(condition).map((type) => type.name)
      : [condition.name],
  );
  const build = compileSelections(fragment.selections, schema, realNames);
  return (source, representation) => {
    if (!typeNames.has(String(source.__typename))) return true;
    const part = build(source);
    if (part) merge(representation, part, false);
    return true;
  };
}

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null;
