import type { GraphQLError, GraphQLSchema, VariableDefinitionNode } from 'graphql';
import { compileVariables, isErrors } from './coerce.ts';
import { BAD_INPUT, coded } from './errors.ts';
import type { Json } from './merge.ts';

/**
 * Compiles a check that returns an operation's variable errors, each BAD_USER_INPUT; undefined if there are
 * none. The values go to the subgraphs unchanged, and the subgraphs coerce them with their own scalars.
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
