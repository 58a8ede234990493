import {
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { BAD_INPUT } from './errors.ts';

type Json = Record<string, unknown>;
type Coerce = (value: unknown) => unknown;

/** Returns the variables as resolvers receive them, or their errors (BAD_USER_INPUT). */
export type CoerceVariables = (variables: Json) => Json | readonly GraphQLError[];

/**
 * Compiles coercion for an operation's variables by graphql-js's rules, defaults included. If a value doesn't
 * fit, graphql-js checks the variables again and explains why.
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): CoerceVariables {
  const coercions = definitions.map((definition) => {
    const type = typeFromAST(schema, definition.type) as GraphQLInputType; // its document was planned for this schema
    const { defaultValue } = definition;
    return {
      name: definition.variable.name.value,
      coerce: compileInput(type),
      required: isNonNullType(type) && !defaultValue,
      fallback: defaultValue && valueFromAST(defaultValue, type),
    };
  });
  return (variables) => {
    const coerced: Json = {};
    try {
      for (const { name, coerce, required, fallback } of coercions) {
        const given = Object.hasOwn(variables, name);
        if (given) coerced[name] = coerce(variables[name]);
        else if (required) throw missing(name);
        else if (fallback !== undefined) coerced[name] = fallback;
      }
      return coerced;
    } catch (cause) {
      return explain(schema, definitions, variables, cause);
    }
  };
}

const missing = (name: string) => new TypeError(`"${name}" is required and was not provided.`);

function compileInput(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const present = compilePresent(type.ofType);
    return (value) => {
      if (value === null || value === undefined) throw new TypeError(`Expected a ${type}, not null.`);
      return present(value);
    };
  }
  const present = compilePresent(type);
  return (value) => (value === null || value === undefined ? null : present(value));
}

function compilePresent(type: GraphQLInputType): Coerce {
  if (isListType(type)) {
    const item = compileInput(type.ofType);
    return (value) => (Array.isArray(value) ? value.map(item) : [item(value)]);
  }
  if (isInputObjectType(type)) return compileObject(type);
  if (isNonNullType(type)) return compileInput(type);
  return (value) => {
    const parsed = type.parseValue(value);
    if (parsed === undefined) throw new TypeError(`Expected a ${type}.`);
    return parsed;
  };
}

/** Input types can contain themselves, so an object's fields are compiled when a value first reaches them. */
function compileObject(type: GraphQLInputObjectType): Coerce {
  let fields: readonly { name: string; coerce: Coerce; required: boolean; fallback: unknown }[] | undefined;
  return (value) => {
    fields ??= Object.values(type.getFields()).map((field) => ({
      name: field.name,
      coerce: compileInput(field.type),
      required: isRequiredInputField(field),
      fallback: field.defaultValue,
    }));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new TypeError(`Expected a ${type}.`);
    const given = value as Json;
    const coerced: Json = {};
    for (const { name, coerce, required, fallback } of fields) {
      if (given[name] !== undefined) coerced[name] = coerce(given[name]);
      else if (required) throw missing(`${type}.${name}`);
      else if (fallback !== undefined) coerced[name] = fallback;
    }
    const known = type.getFields();
    for (const name in given) if (!known[name]) throw new TypeError(`${type} has no field "${name}".`);
    return coerced;
  };
}

function explain(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Json,
  cause: unknown,
): readonly GraphQLError[] {
  const { errors } = getVariableValues(schema, definitions, variables, { maxErrors: 20 });
  if (errors?.length) return errors.map(shortened);
  const originalError = cause instanceof Error ? cause : new Error(String(cause));
  return [new GraphQLError(originalError.message, { originalError, extensions: { code: BAD_INPUT } })];
}

/** Longest error message: graphql-js quotes the whole variable in each of its errors. */
const LONGEST_MESSAGE = 1_000;

function shortened(error: GraphQLError): GraphQLError {
  const { message } = error;
  if (message.length <= LONGEST_MESSAGE) return error;
  const half = LONGEST_MESSAGE / 2;
  const { nodes, path, originalError, extensions } = error;
  return new GraphQLError(`${message.slice(0, half)} … ${message.slice(-half)}`.toWellFormed(), {
    nodes: nodes ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}

/** Coercion returns variables or errors. */
export const isErrors = (bound: Json | readonly GraphQLError[]): bound is readonly GraphQLError[] =>
  Array.isArray(bound);
