import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableText } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';

/** How a surface reports failures that are not protocol errors already. */
export interface Faults {
  /** The line of the log for a failure of ours, for example `a token request failed`. */
  readonly log: string;
  /** Message for the caller; the log has the details. */
  readonly failed: (requestId: string) => ProtocolError;
  /** A request that Fastify refuses: its body is too large, of another type, or not whole. */
  readonly refused: (error: Refusal, request: FastifyRequest) => ProtocolError;
  /** Errors that this surface knows beyond those; null for all others. */
  readonly known?: (error: Error) => ProtocolError | null;
  /** Code of the 503; `unavailable` where not given. */
  readonly unavailableCode?: string;
}

/** An error of Fastify about the request, never about us. */
export interface Refusal extends Error {
  readonly code?: string;
  readonly statusCode: number;
}

/**
 * Any error as the protocol error that its caller may read; our own failures are logged. Every error handler of a
 * surface starts here and adds only how it prints (docs/interface/operations.md).
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

/** Starts the answer to a protocol error: its status, and `Retry-After` if it has one. */
export function refuse(
  reply: FastifyReply,
  { status, details: { retryAfter } }: ProtocolError,
): FastifyReply {
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply.code(status);
}

/** The response of every surface while a part we depend on is down: 503 with `Retry-After`. Null for any other error. */
export function unavailable(error: unknown, code = 'unavailable'): ProtocolError | null {
  if (!isUnavailable(error)) return null;
  return new ProtocolError(503, code, UNAVAILABLE_MESSAGE, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Text that cannot be stored, under the surface's own code for a request that it refuses. */
function unstorable(
  { message, path, reason }: UnstorableText,
  { status, code }: ProtocolError,
): ProtocolError {
  return new ProtocolError(status, code, message, { param: path, errors: { [path]: [`${reason}.`] } });
}

const isRefusal = (error: Error & { readonly statusCode?: unknown }): error is Refusal =>
  typeof error.statusCode === 'number' && error.statusCode < 500;
