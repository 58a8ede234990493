import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { OperationError } from '#kit/execute.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';

/** GraphQL codes for refusals before an operation runs. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'THROTTLED',
};

/** Prints any error as a GraphQL response. Errors that the panel shouldn't see are logged and masked. */
export async function printError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  const { status, message } = known;
  const code = CODES[status] ?? 'INTERNAL_SERVER_ERROR';
  return refuse(reply, known).send({ errors: [{ message, extensions: { code } }] });
}

/** Refusal codes from operations that the adapter runs itself. */
const REFUSED: Readonly<Record<string, number>> = {
  ROLE_REQUIRED: 403,
  ACCESS_DENIED: 403,
  BAD_USER_INPUT: 400,
};

const FAULTS: Faults = {
  log: 'A panel request failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side. If it persists, quote ${id}.`,
    ),
  known: (error) =>
    error instanceof OperationError && error.code in REFUSED
      ? new ProtocolError(REFUSED[error.code] ?? 403, error.code.toLowerCase(), error.message)
      : null,
  refused: ({ statusCode, message }) => new ProtocolError(statusCode, 'bad_request', message),
};
