import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { unavailable } from '../unavailable.ts';

/** GraphQL codes of what is refused before an operation runs. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'THROTTLED',
};

/** Prints any error as a GraphQL answer. What is not meant for the panel is logged and masked. */
export async function printError(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, message, details } = known(error, request);
  if (details?.retryAfter) reply.header('retry-after', String(details.retryAfter));
  const code = CODES[status] ?? 'INTERNAL_SERVER_ERROR';
  return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
}

function known(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
): Pick<ProtocolError, 'status' | 'message'> & Partial<ProtocolError> {
  if (error instanceof ProtocolError) return error;
  const away = unavailable(error);
  if (away) return away;
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode < 500) return { status: statusCode, message: error.message };
  request.log.error({ err: error, requestId: request.id }, 'a panel request failed');
  return { status: 500, message: `Something went wrong on our side. Quote ${request.id} if it stays so.` };
}
