import type { GraphQLError, GraphQLSchema, VariableDefinitionNode } from 'graphql';
import { compileVariables, isErrors } from './coerce.ts';
import { BAD_INPUT, coded } from './errors.ts';
import type { Json } from './merge.ts';

/**
 * What is wrong with an operation's variables, BAD_USER_INPUT each; undefined when nothing is. The values themselves
 * go to the subgraphs as they came, which coerce them with scalars of their own.
 */
export function compileVariableCheck(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] | undefined,
): (variables: Json) => readonly GraphQLError[] | undefined {
  if (!definitions?.length) return () => undefined;
  const coerce = compileVariables(schema, definitions);
  return (variables) => {
    const coerced = coerce(variables);
    return isErrors(coerced) ? coerced.map((error) => coded(error, BAD_INPUT)) : undefined;
  };
}
