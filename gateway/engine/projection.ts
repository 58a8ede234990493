import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type OperationDefinitionNode,
} from 'graphql';
import { NotCompilable } from './errors.ts';
import type { Json } from './merge.ts';
import { collectFields, type Fragments } from './selections.ts';

/**
 * Shapes fetched data as the operation requested; null if the data breaks the schema and must take the slower
 * path.
 */
export type Projection = (data: Json) => Json | null;

/**
 * Each position in an operation becomes one generated function; larger operations are left to Apollo's
 * executor.
 */
const MAX_FUNCTIONS = 500;

/** Thrown by generated code to give up on data that breaks the schema. */
const BROKEN = Symbol('broken');

interface Generation {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly functions: string[];
  /** Values that generated code references as `k[n]`: enum value sets. */
  readonly constants: unknown[];
}

/**
 * Generates the function that projects an operation's data: aliases, fragments, field order, null for missing
 * fields. It only writes GraphQL names and JSON text into code. Throws NotCompilable for unsupported parts.
 */
export function compileProjection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): Projection {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new NotCompilable(`a ${operation.operation}, which isn't in the schema`);
  const generation: Generation = { schema, fragments, functions: [], constants: [] };
  const entry = objectFunction(generation, root, [operation]);
  const body = `'use strict';\nfunction no() { throw BROKEN; }\n${generation.functions.join('\n')}\nreturn ${entry};`;
  const projection = new Function('k', 'BROKEN', body)(generation.constants, BROKEN) as (data: Json) => Json;
  return (data) => {
    try {
      return projection(data);
    } catch (error) {
      if (error === BROKEN) return null;
      throw error;
    }
  };
}

type Selecting = Pick<FieldNode | OperationDefinitionNode, 'selectionSet'>;

function objectFunction(
  generation: Generation,
  type: GraphQLObjectType,
  nodes: readonly Selecting[],
): string {
  const fields = [...collectFields(generation.schema, type, nodes, generation.fragments)].map(
    ([name, group]) => {
      const fieldName = group[0]?.name.value ?? '';
      if (fieldName === '__typename') return `${quote(name)}: ${quote(type.name)}`;
      const field = type.getFields()[fieldName];
      if (!field) throw new NotCompilable(`the field ${fieldName}`);
      return `${quote(name)}: ${valueExpression(generation, field.type, group, `o[${quote(name)}]`)}`;
    },
  );
  return define(generation, 'o', `let v; return {\n${fields.join(',\n')}\n};`);
}

/** Generates an expression for one value: `source`, checked against its type. */
function valueExpression(
  generation: Generation,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  source: string,
): string {
  if (isNonNullType(type))
    return `((v = ${source}) == null ? no() : ${presentExpression(generation, type.ofType, nodes)})`;
  return `((v = ${source}) == null ? null : ${presentExpression(generation, type, nodes)})`;
}

function presentExpression(
  generation: Generation,
  type: GraphQLNamedOutputType | GraphQLList<GraphQLOutputType>,
  nodes: readonly FieldNode[],
): string {
  if (isListType(type)) return `${listFunction(generation, type.ofType, nodes)}(v)`;
  if (isObjectType(type)) return `${objectFunction(generation, type, nodes)}(v)`;
  if (isAbstractType(type)) return `${abstractFunction(generation, type, nodes)}(v)`;
  const check = leafCheck(generation, type);
  return check ? `(${check} ? v : no())` : 'v';
}

function listFunction(
  generation: Generation,
  itemType: GraphQLOutputType,
  nodes: readonly FieldNode[],
): string {
  const item = valueExpression(generation, itemType, nodes, 'a[i]');
  return define(
    generation,
    'a',
    `if (!Array.isArray(a)) no();
let v; const items = new Array(a.length);
for (let i = 0; i < a.length; i++) items[i] = ${item};
return items;`,
  );
}

function abstractFunction(
  generation: Generation,
  type: GraphQLAbstractType,
  nodes: readonly FieldNode[],
): string {
  const cases = generation.schema
    .getPossibleTypes(type)
    .map(
      (possible) => `case ${quote(possible.name)}: return ${objectFunction(generation, possible, nodes)}(o);`,
    );
  return define(generation, 'o', `switch (o.__typename) {\n${cases.join('\n')}\ndefault: no();\n}`);
}

/**
 * Generates an expression that is true for a valid `v`; null if any value is valid. Never laxer than Apollo's
 * check.
 */
function leafCheck(generation: Generation, type: GraphQLLeafType): string | null {
  if (isEnumType(type)) {
    generation.constants.push(new Set(type.getValues().map((value) => value.name)));
    return `k[${generation.constants.length - 1}].has(v)`;
  }
  if (!isSpecifiedScalarType(type)) return null;
  return LEAF_CHECKS[type.name] ?? 'false';
}

const LEAF_CHECKS: Readonly<Record<string, string>> = {
  String: "typeof v === 'string'",
  ID: "(typeof v === 'string' || Number.isSafeInteger(v))",
  Int: 'Number.isSafeInteger(v)',
  Float: 'Number.isFinite(v)',
  Boolean: "typeof v === 'boolean'",
};

function define(generation: Generation, parameter: string, body: string): string {
  if (generation.functions.length >= MAX_FUNCTIONS) throw new NotCompilable('an operation of its size');
  const name = `f${generation.functions.length}`;
  generation.functions.push(`function ${name}(${parameter}) {\n${body}\n}`);
  return name;
}

const quote = (text: string): string => JSON.stringify(text);
