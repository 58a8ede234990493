import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isUnavailable, UNAVAILABLE } from '#kit/unavailable.ts';

export const INTERNAL = 'INTERNAL_SERVER_ERROR';
export const BAD_INPUT = 'BAD_USER_INPUT';

/** A compilation that reached something it leaves to Apollo's executor; the message shows what. */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable';
}

/** The error under `code`, unless anyone who threw it gave it a code; the original stays reachable for the log. */
export function coded(error: GraphQLError, code: string): GraphQLError {
  if (typeof error.extensions?.code === 'string') return error;
  return new GraphQLError(error.message, {
    ...(error.path && { path: error.path }),
    originalError: error,
    extensions: { ...error.extensions, code: isUnavailable(error) ? UNAVAILABLE : code },
  });
}

/** A subgraph's answer in which every error has a code. An answer without `data` never ran: its input was bad. */
export function codedResult(result: ExecutionResult): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  const code = result.data === undefined ? BAD_INPUT : INTERNAL;
  return { ...result, errors: errors.map((error) => coded(error, code)) };
}

/** The answer of a subgraph that could not be asked at all. */
export function failed(cause: unknown): ExecutionResult {
  const originalError = cause instanceof Error ? cause : new Error(String(cause));
  return {
    data: null,
    errors: [coded(new GraphQLError(originalError.message, { originalError }), INTERNAL)],
  };
}

/** A subgraph's error as the gateway's, at its place in the whole answer. */
export function atPath(
  error: GraphQLError | GraphQLFormattedError,
  path: readonly (string | number)[] | undefined,
  serviceName: string,
): GraphQLError {
  return new GraphQLError(error.message, {
    ...(path && { path }),
    originalError: error as GraphQLError,
    extensions: { ...error.extensions, serviceName },
  });
}

/** What a resolver threw, under the GraphQL errors wrapped around it on the way. */
export function rootCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
