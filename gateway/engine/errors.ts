import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isUnavailable, UNAVAILABLE } from '#kit/unavailable.ts';

export const INTERNAL = 'INTERNAL_SERVER_ERROR';
export const BAD_INPUT = 'BAD_USER_INPUT';

/** Compilation reached something it leaves to Apollo's executor; the message shows what. */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable';
}

/** Adds `code` to an error unless it has a code; the original stays reachable for the log. */
export function coded(error: GraphQLError, code: string): GraphQLError {
  if (typeof error.extensions?.code === 'string') return error;
  return new GraphQLError(error.message, {
    ...(error.path && { path: error.path }),
    originalError: error,
    extensions: { ...error.extensions, code: isUnavailable(error) ? UNAVAILABLE : code },
  });
}

/**
 * Adds codes to every error in a subgraph's response. A response without `data` never ran because its input
 * was bad.
 */
export function codedResult(result: ExecutionResult): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  const code = result.data === undefined ? BAD_INPUT : INTERNAL;
  return { ...result, errors: errors.map((error) => coded(error, code)) };
}

/** Returns the result for an unreachable subgraph. */
export function failed(cause: unknown): ExecutionResult {
  const originalError = cause instanceof Error ? cause : new Error(String(cause));
  return {
    data: null,
    errors: [coded(new GraphQLError(originalError.message, { originalError }), INTERNAL)],
  };
}

/** Converts a subgraph's error to the gateway's, with its path in the full response. */
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

/** Returns the resolver's original error, without the GraphQL errors wrapped around it. */
export function rootCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
