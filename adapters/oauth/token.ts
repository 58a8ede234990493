import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { type ClientRequest, callerOf, clientCredentials, readClientForm } from './client-form.ts';
import { DEVICE_GRANT, deviceGrant, revokeOfDevice } from './device-grant.ts';
import { asErrorCode, oauthError } from './errors.ts';
import { oauthRedeemDocument, oauthRevokeDocument } from './generated.ts';
import type { Parameters } from './parameters.ts';

/**
 * Maximum requests from a client per minute at the token and revocation endpoints
 * (docs/interface/oauth.md#extensions).
 */
export const TOKEN_REQUESTS_PER_MINUTE = 120;

export interface TokenOptions {
  readonly execute: Execute;
  readonly limiter: RateLimiter;
}

/** Issues a token to a client for one grant type. */
export type Grant = (execute: Execute, request: FastifyRequest, form: Parameters) => Promise<object>;

const GRANTS: Readonly<Record<string, Grant>> = {
  authorization_code: codeGrant,
  [DEVICE_GRANT]: deviceGrant,
};

/**
 * Serves client endpoints: exchange a grant for a token (RFC 6749 section 3.2), and revoke a token (RFC
 * 7009).
 */
export function tokenRoutes(app: FastifyInstance, { execute, limiter }: TokenOptions): void {
  app.post('/oauth/token', async (request: ClientRequest, reply) => {
    const form = await readClientForm(request, reply, { execute, limiter });
    const named = form.get('grant_type') ?? '';
    const grant = Object.hasOwn(GRANTS, named) ? GRANTS[named] : undefined;
    if (grant) return grant(execute, request, form);
    throw oauthError('unsupported_grant_type', `The grant_type must be ${Object.keys(GRANTS).join(' or ')}.`);
  });

  app.post('/oauth/revoke', async (request: ClientRequest, reply) => {
    const form = await readClientForm(request, reply, { execute, limiter });
    if (await revokeOfDevice(execute, request, form)) return reply.send({});
    const credentials = clientCredentials(request, form);
    const input = { ...credentials, token: tokenOf(form) };
    const { oauthRevoke: known } = await execute(oauthRevokeDocument, { input }, callerOf(request));
    if (!known) {
      throw oauthError('invalid_client', 'The client_id or client_secret is incorrect.');
    }
    return reply.send({});
  });
}

/** Returns the token to revoke. Throws `invalid_request` if it's missing. */
export function tokenOf(form: Parameters): string {
  const token = form.get('token');
  if (token === null) throw oauthError('invalid_request', 'The token parameter is missing.');
  return token;
}

/**
 * Issues the token for a consented install in exchange for the code that the host's browser returned with
 * (RFC 6749 section 4.1.3).
 */
async function codeGrant(execute: Execute, request: FastifyRequest, form: Parameters): Promise<object> {
  const input = {
    ...clientCredentials(request, form),
    code: form.get('code') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    codeVerifier: form.get('code_verifier'),
  };
  const { oauthRedeem } = await execute(oauthRedeemDocument, { input }, callerOf(request));
  const { granted, problem } = oauthRedeem;
  if (!granted) {
    throw oauthError(
      asErrorCode(problem?.code),
      problem?.message ?? 'The code is invalid, expired or already used.',
    );
  }
  return {
    access_token: granted.token,
    token_type: 'Bearer',
    scope: granted.scopes.join(' '),
    webhook_secret: granted.webhookSecret,
  };
}
