import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { unavailable } from '../unavailable.ts';

/** Status of every code of the token and revocation endpoints (RFC 6749 section 5.2; docs/interface/oauth.md#token-errors). */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const;
export type OauthErrorCode = keyof typeof STATUS;

/** An OAuth error to throw: the error handler prints it. */
export const oauthError = (code: OauthErrorCode, message: string): ProtocolError =>
  new ProtocolError(STATUS[code], code, message);

/** Prints any error as `{error, error_description}`. What is not meant for the client is logged and masked. */
export async function printOauthError(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, code, message, details } = known(error, request);
  if (details.retryAfter) reply.header('retry-after', String(details.retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Basic realm="oauth"');
  return reply.code(status).send({ error: code, error_description: message });
}

function known(error: Error & { readonly statusCode?: number }, request: FastifyRequest): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const away = unavailable(error, 'temporarily_unavailable');
  if (away) return away;
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return oauthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  request.log.error({ err: error, requestId: request.id }, 'a token request failed');
  return oauthError('server_error', `Something went wrong on our side. Quote ${request.id} if it stays so.`);
}
