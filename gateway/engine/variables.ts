import {
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type VariableDefinitionNode,
} from 'graphql';
import { BAD_INPUT, coded } from './errors.ts';
import type { Json } from './merge.ts';

/** A variable problem is the caller's to mend, and a long list of them helps no one. */
const MAX_ERRORS = 20;

/**
 * What is wrong with an operation's variables, BAD_USER_INPUT each; undefined when nothing is. The values themselves
 * go to the subgraphs as they came, which coerce them with scalars of their own.
 */
export function compileVariableCheck(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] | undefined,
): (variables: Json) => readonly GraphQLError[] | undefined {
  if (!definitions?.length) return () => undefined;
  return (variables) => {
    const { errors } = getVariableValues(schema, definitions, variables, { maxErrors: MAX_ERRORS });
    return errors?.map((error) => coded(error, BAD_INPUT));
  };
}
