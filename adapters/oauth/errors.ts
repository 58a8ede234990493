import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';

/**
 * Status for every code of the token, revocation and device endpoints (RFC 6749 section 5.2, RFC 8628 section
 * 3.5; docs/interface/oauth.md#token-errors).
 */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const;
export type OauthErrorCode = keyof typeof OAUTH_ERRORS;

/** Converts the subgraph's refusal code; `invalid_grant` for a code unknown to this surface. */
export const asErrorCode = (code: string | undefined): OauthErrorCode =>
  code !== undefined && Object.hasOwn(OAUTH_ERRORS, code) ? (code as OauthErrorCode) : 'invalid_grant';

/** Creates an OAuth error to throw; the error handler prints it. */
export const oauthError = (code: OauthErrorCode, message: string): ProtocolError =>
  new ProtocolError(OAUTH_ERRORS[code], code, message);

/** Prints any error as `{error, error_description}`. Errors that clients shouldn't see are logged and masked. */
export async function printOauthError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  if (known.status === 401) reply.header('www-authenticate', 'Basic realm="oauth"');
  return refuse(reply, known).send({ error: known.code, error_description: known.message });
}

const FAULTS: Faults = {
  log: 'A token request failed',
  failed: (id) =>
    oauthError('server_error', `Something went wrong on our side. If it persists, quote ${id}.`),
  refused: () => oauthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.'),
  unavailableCode: 'temporarily_unavailable',
};
