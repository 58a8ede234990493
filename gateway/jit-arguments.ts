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
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CoerceVariables, compileVariables } from './coerce.ts';

type Json = Record<string, unknown>;

/** A document whose arguments are all variables, and how to fill those from the variables of the original. */
export interface Bound {
  readonly document: DocumentNode;
  readonly bind: CoerceVariables;
}

/** The type of every variable in a bound document: it takes any value as it is. `prepareForJit` adds it to schemas. */
export const BOUND = new GraphQLScalarType({ name: '_Bound', parseValue: (value) => value });

/**
 * Takes argument handling out of graphql-jit's hands. It writes literals and defaults down as JSON, so a scalar that
 * parses to an object reaches resolvers as text; it ignores the default of a non-null variable or input field; and a
 * variable that is missing inside a literal object becomes null. Here graphql-js's own rules apply, and graphql-jit
 * only passes values on. Throws GraphQLError when a literal does not fit its argument.
 */
export function bindArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): Bound {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const extra: { readonly name: string; readonly value: (variables: Json) => unknown }[] = [];

  const argumentFor = (definition: GraphQLArgument, node: ArgumentNode | undefined): ArgumentNode | null => {
    const value = valueFor(definition, node);
    if (!value) return node ?? null;
    const name = `_bound${extra.length}`;
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
    document: withVariables(rewritten, [...definitions.map(nameOf), ...extra.map(({ name }) => name)]),
    bind(variables) {
      const coerced = coerce(variables);
      if (isErrors(coerced)) return coerced;
      for (const { name, value } of extra) {
        const bound = value(coerced);
        if (bound !== undefined) coerced[name] = bound;
      }
      return coerced;
    },
  };
}

/** What an argument gets, where that is not simply a variable's value; null where it is, or where it gets nothing. */
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
  if (hasVariables(value)) return (variables) => valueFromAST(value, type, variables);
  const constant: unknown = valueFromAST(value, type);
  if (constant === undefined)
    throw new GraphQLError(`Argument "${name}" of type "${type}" has an invalid value.`);
  return () => constant;
}

function hasVariables(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable() {
      found = true;
    },
  });
  return found;
}

function withVariables(document: DocumentNode, names: readonly string[]): DocumentNode {
  const variableDefinitions = names.map(
    (name): VariableDefinitionNode => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: BOUND.name } },
    }),
  );
  return visit(document, { OperationDefinition: (node) => ({ ...node, variableDefinitions }) });
}

const nameOf = (definition: VariableDefinitionNode): string => definition.variable.name.value;

/** Coercion gives variables or errors. */
export const isErrors = (bound: Json | readonly GraphQLError[]): bound is readonly GraphQLError[] =>
  Array.isArray(bound);
