import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableText } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';

/** A surface's way to report failures that aren't already protocol errors. */
export interface Faults {
  /** Log line for an internal failure, e.g. `a token request failed`. */
  readonly log: string;
  /** Creates the message for the caller; the log has the details. */
  readonly failed: (requestId: string) => ProtocolError;
  /**
   * Converts a request that Fastify refuses because its body is too large, has the wrong type or is
   * incomplete.
   */
  readonly refused: (error: Refusal, request: FastifyRequest) => ProtocolError;
  /** Converts further errors specific to this surface; null for all others. */
  readonly known?: (error: Error) => ProtocolError | null;
  /** Code for the 503; defaults to `unavailable`. */
  readonly unavailableCode?: string;
}

/** A Fastify error caused by the request, never by us. */
export interface Refusal extends Error {
  readonly code?: string;
  readonly statusCode: number;
}

/**
 * Converts any error to a protocol error that the caller can read; internal failures are logged. Every
 * surface's error handler starts here and adds only its own format (docs/interface/operations.md).
 */
export function toProtocolError(error: Error, request: FastifyRequest, faults: Faults): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const known = unavailable(error, faults.unavailableCode) ?? faults.known?.(error);
  if (known) return known;
  if (error instanceof UnstorableText) return unstorable(error, faults.refused(error, request));
  if (isRefusal(error)) return faults.refused(error, request);
  request.log.error({ err: error, requestId: request.id }, faults.log);
  return faults.failed(request.id);
}

/** Starts the response for a protocol error with its status and, if it has one, `Retry-After`. */
export function refuse(
  reply: FastifyReply,
  { status, details: { retryAfter } }: ProtocolError,
): FastifyReply {
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply.code(status);
}

/**
 * Returns every surface's response while something we depend on is down: 503 with `Retry-After`. Null for any
 * other error.
 */
export function unavailable(error: unknown, code = 'unavailable'): ProtocolError | null {
  if (!isUnavailable(error)) return null;
  return new ProtocolError(503, code, UNAVAILABLE_MESSAGE, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Converts the error for text that can't be stored, using the surface's own code for a refused request. */
function unstorable(
  { message, path, reason }: UnstorableText,
  { status, code }: ProtocolError,
): ProtocolError {
  return new ProtocolError(status, code, message, { param: path, errors: { [path]: [`${reason}.`] } });
}

const isRefusal = (error: Error & { readonly statusCode?: unknown }): error is Refusal =>
  typeof error.statusCode === 'number' && error.statusCode < 500;
