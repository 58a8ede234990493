import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { type Faults, refuse, toProtocolError } from '../../errors.ts';
import type { CheckoutRefusal } from './generated.ts';
import { codecFor } from './negotiate.ts';

const REFUSALS = {
  not_found: [404, 'This storefront has no checkout session with this id.'],
  not_cancelable: [
    405,
    "The session is completed, being completed or already canceled, so it can't be canceled.",
  ],
  idempotency_conflict: [422, 'This Idempotency-Key was used for a different request: use a new key.'],
  idempotency_in_flight: [
    409,
    'A request with this Idempotency-Key is still running: try again in a second.',
  ],
} as const satisfies Record<CheckoutRefusal, readonly [status: number, message: string]>;

/** Seconds after which a request in progress has most likely finished. */
const IN_FLIGHT_RETRY_SECONDS = 1;

/** Protocol errors for checkout refusals. */
export function refusalError(refusal: CheckoutRefusal): ProtocolError {
  const [status, message] = REFUSALS[refusal];
  const details = refusal === 'idempotency_in_flight' ? { retryAfter: IN_FLIGHT_RETRY_SECONDS } : {};
  return new ProtocolError(status, refusal, message, details);
}

/**
 * Prints a protocol error in the request's version; other errors are logged and masked. ACP's only error
 * handler.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toProtocolError(error, request, FAULTS);
  const { status, body } = codecFor(request).error(known);
  // For a session that can't be canceled: the cancel endpoint accepts only POST.
  if (status === 405 && !reply.hasHeader('allow')) void reply.header('allow', 'POST');
  if (status === 401) void reply.header('www-authenticate', challengeOf(known, request));
  void refuse(reply, known).code(status).send(body);
}

/** Returns the 401's challenge (RFC 6750, section 3); the challenge has no error if the request sends no key. */
function challengeOf({ code }: ProtocolError, { headers }: FastifyRequest): string {
  const isWrongKey = code === 'unauthorized' && headers.authorization !== undefined;
  return `Bearer realm="acp"${isWrongKey ? ', error="invalid_token"' : ''}`;
}

const FAULTS: Faults = {
  log: 'an ACP request failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'processing_error',
      `Something went wrong on our side. You can safely retry with the same Idempotency-Key. If you contact the host, quote ${id}.`,
    ),
  refused({ statusCode }) {
    if (statusCode === 413) {
      return new ProtocolError(413, 'body_too_large', `The body can be at most ${MAX_BODY / 1024} KiB.`);
    }
    return new ProtocolError(statusCode, 'invalid', "The request can't be read.");
  },
  unavailableCode: 'processing_error',
};
