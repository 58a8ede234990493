import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { clientCredentials } from './client-credentials.ts';
import { type OauthErrorCode, oauthError } from './errors.ts';
import { oauthClientExistsDocument, oauthRedeemDocument, oauthRevokeDocument } from './generated.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** Requests a minute that a client has at the token and revocation endpoints (docs/interface/oauth.md#beyond-the-minimum). */
export const TOKEN_REQUESTS_PER_MINUTE = 120;

export interface TokenOptions {
  readonly execute: Execute;
  readonly limiter: RateLimiter;
}

/** What an app's server calls: code for token (RFC 6749 section 4.1.3), and a token's end (RFC 7009). */
export function tokenRoutes(app: FastifyInstance, { execute, limiter }: TokenOptions): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  app.post<{ Body: string | undefined }>('/oauth/token', async (request, reply) => {
    const form = await readForm(request, reply, { execute, limiter });
    if (form.get('grant_type') !== 'authorization_code') {
      throw oauthError('unsupported_grant_type', 'The grant_type must be authorization_code.');
    }
    const input = {
      ...clientCredentials(request, form),
      code: form.get('code') ?? '',
      redirectUri: form.get('redirect_uri') ?? '',
      codeVerifier: form.get('code_verifier'),
    };
    const { granted, problem } = (await execute(oauthRedeemDocument, { input }, callerOf(request)))
      .oauthRedeem;
    if (!granted)
      throw oauthError(
        asErrorCode(problem?.code),
        problem?.message ?? 'The code is invalid, expired or already used.',
      );
    return {
      access_token: granted.token,
      token_type: 'Bearer',
      scope: granted.scopes.join(' '),
      webhook_secret: granted.webhookSecret,
    };
  });

  app.post<{ Body: string | undefined }>('/oauth/revoke', async (request, reply) => {
    const form = await readForm(request, reply, { execute, limiter });
    const credentials = clientCredentials(request, form);
    const token = form.get('token');
    if (token === null) throw oauthError('invalid_request', 'The token parameter is missing.');
    const input = { ...credentials, token };
    const { oauthRevoke: known } = await execute(oauthRevokeDocument, { input }, callerOf(request));
    if (!known) {
      throw oauthError('invalid_client', 'The client_id or client_secret is incorrect.');
    }
    return reply.send({});
  });
}

const callerOf = ({ id, ip }: FastifyRequest) =>
  ({ viewer: { kind: 'public' }, requestId: id, address: ip }) as const;

const REFUSALS: readonly OauthErrorCode[] = ['invalid_client', 'unauthorized_client', 'invalid_grant'];

const asErrorCode = (code: string | undefined): OauthErrorCode =>
  REFUSALS.find((known) => known === code) ?? 'invalid_grant';

/**
 * The form, once its client's budget has room. The budget is that of a client at one address: a client id is no secret, and
 * who only knows it must not be able to use the app's budget up. Client ids there are not share one budget of the address: made
 * up ones bring no more requests and leave no rows.
 */
async function readForm(
  request: FastifyRequest<{ Body: string | undefined }>,
  reply: FastifyReply,
  { execute, limiter }: TokenOptions,
): Promise<Parameters> {
  const form = readParameters(request.body ?? '');
  const payer = await payerOf(request, form, execute);
  const { allowed, retryAfterSeconds } = await limiter.take(payer);
  if (!allowed) {
    reply.header('retry-after', retryAfterSeconds);
    throw oauthError('temporarily_unavailable', `Too many requests: try again in ${retryAfterSeconds} s.`);
  }
  if (form.repeated.length > 0) {
    throw oauthError(
      'invalid_request',
      `The request repeats ${form.repeated.join(', ')}; send each parameter once.`,
    );
  }
  return form;
}

async function payerOf(request: FastifyRequest, form: Parameters, execute: Execute): Promise<string> {
  const address = budgetAddress(request.ip);
  const clientId = claimedClientId(request, form);
  if (clientId === '') return address;
  const { oauthClient: client } = await execute(oauthClientExistsDocument, { clientId }, callerOf(request));
  return client ? `${client.clientId} ${address}` : address;
}

function claimedClientId(request: FastifyRequest, form: Parameters): string {
  const basic = /^Basic +([\w+/=-]{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [fromBasic] = Buffer.from(basic, 'base64').toString('utf8').split(':', 1);
  const claimed = form.get('client_id') ?? fromBasic ?? '';
  return /^[\w-]{1,100}$/.test(claimed) ? claimed : '';
}
