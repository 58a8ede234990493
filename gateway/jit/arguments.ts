import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  print,
  TypeInfo,
  ValuesOfCorrectTypeRule,
  type VariableDefinitionNode,
  validate,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CoerceVariables, compileVariables, isErrors } from '../engine/coerce.ts';
import { hasVariables, unusedPrefix } from '../engine/document-variables.ts';

type Json = Record<string, unknown>;

/**
 * A document with variables for all arguments, and a function that computes them from the original's
 * variables.
 */
export interface Bound {
  readonly document: DocumentNode;
  readonly bind: CoerceVariables;
}

/**
 * The type for every variable in a bound document: it accepts any value unchanged. `prepareForJit` adds it to
 * schemas.
 */
export const BOUND = new GraphQLScalarType({ name: '_Bound', parseValue: (value) => value });

/**
 * Moves argument handling out of graphql-jit, which serializes literals and defaults as JSON, so a scalar
 * that parses to an object reaches resolvers as text; ignores the default for a non-null variable or input
 * field; and turns a missing variable inside a literal object into null. This applies graphql-js's own rules,
 * and graphql-jit only passes values on. Throws GraphQLError if a literal doesn't fit its argument.
 */
export function bindArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): Bound {
  const [misfit] = validate(schema, document, [ValuesOfCorrectTypeRule]);
  if (misfit) throw misfit;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const prefix = unusedPrefix(definitions, 'bound');
  const extra: { readonly name: string; readonly value: (variables: Json) => unknown }[] = [];

  const argumentFor = (definition: GraphQLArgument, node: ArgumentNode | undefined): ArgumentNode | null => {
    const value = valueFor(definition, node);
    if (!value) return node ?? null;
    const name = `${prefix}${extra.length}`;
    extra.push({ name, value });
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
    return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: definition.name }, value: variable };
  };

  const types = new TypeInfo(schema);
  const rewritten = visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        leave(field): FieldNode | undefined {
          const definition = types.getFieldDef();
          if (!definition?.args.length) return undefined;
          const given = new Map(field.arguments?.map((node) => [node.name.value, node]));
          const bound = definition.args.map((arg) => argumentFor(arg, given.get(arg.name)));
          return { ...field, arguments: bound.filter((node) => node !== null) };
        },
      },
    }),
  );
  const coerce = compileVariables(schema, definitions);
  return {
    document: withVariables(
      rewritten,
      definitions,
      extra.map(({ name }) => name),
    ),
    bind(variables) {
      const coerced = coerce(variables);
      if (isErrors(coerced)) return coerced;
      try {
        for (const { name, value } of extra) coerced[name] = value(coerced);
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
      return coerced;
    },
  };
}

/**
 * Returns a function for an argument's value; null if the value is simply a variable's, or the argument gets
 * no value.
 */
function valueFor(
  { name, type, defaultValue }: GraphQLArgument,
  node: ArgumentNode | undefined,
): ((variables: Json) => unknown) | null {
  if (!node) return defaultValue === undefined ? null : () => defaultValue;
  const { value } = node;
  if (value.kind === Kind.VARIABLE) {
    const variable = value.name.value;
    if (defaultValue === undefined) return null;
    return (variables) => (Object.hasOwn(variables, variable) ? variables[variable] : defaultValue);
  }
  if (hasVariables(value)) {
    return (variables) => {
      const filled: unknown = valueFromAST(value, type, variables);
      if (filled === undefined)
        throw new GraphQLError(`Argument "${name}" has invalid value ${print(value)}.`);
      return filled;
    };
  }
  const constant: unknown = valueFromAST(value, type);
  return () => constant;
}

function withVariables(
  document: DocumentNode,
  definitions: readonly VariableDefinitionNode[],
  extra: readonly string[],
): DocumentNode {
  const variableDefinitions = [
    ...definitions.map((own) => condition(own) ?? define(own.variable.name.value)),
    ...extra.map(define),
  ];
  return visit(document, { OperationDefinition: (node) => ({ ...node, variableDefinitions }) });
}

const define = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: BOUND.name } },
});

/**
 * Keeps the type of a variable that @skip or @include can use, because graphql-jit checks it there; null for
 * other variables.
 */
function condition(definition: VariableDefinitionNode): VariableDefinitionNode | null {
  const { type, defaultValue } = definition;
  const required = type.kind === Kind.NON_NULL_TYPE;
  const named = required ? type.type : type;
  if (named.kind !== Kind.NAMED_TYPE || named.name.value !== 'Boolean') return null;
  if (required) return { kind: definition.kind, variable: definition.variable, type };
  return defaultValue ? definition : null;
}
