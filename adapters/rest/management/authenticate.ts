import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { accountByTokenDocument } from './generated.ts';
import { problem } from './problems.ts';

const BEARER = /^Bearer +([\w.~+/=-]{1,512})$/i;

/** The caller, or the reason there isn't one. */
type Asking =
  | { readonly tokenHash: string; readonly viewer: ViewerOf<'account'> }
  | { readonly tokenHash: null; readonly refusal: string };

/**
 * Returns the account for a request's token, with the token's SHA-256; a refusal if the token is missing or
 * unknown.
 */
export async function callerOf(execute: Execute, request: FastifyRequest): Promise<Asking> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!token) return nobody('Send your access token: Authorization: Bearer platform_pat_…');
  const tokenHash = hashToken(token);
  const caller = { viewer: { kind: 'public' }, requestId: request.id } as const;
  const { accountByToken: account } = await execute(accountByTokenDocument, { tokenHash }, caller);
  if (!account) return nobody('The access token is unknown or revoked.');
  return {
    tokenHash,
    viewer: {
      kind: 'account',
      accountId: Number(account.accountId),
      accessTokenId: Number(account.accessTokenId),
      abilities: account.abilities,
    },
  };
}

const nobody = (refusal: string): Asking => ({ tokenHash: null, refusal });

/** Responds to a request without a valid token, naming the resource's metadata (RFC 9728 section 5.1). */
export function unauthenticated(reply: FastifyReply, detail: string, metadataUrl: string) {
  const { authorization } = reply.request.headers;
  const error = authorization === undefined ? '' : 'error="invalid_token", ';
  reply.header('www-authenticate', `Bearer ${error}resource_metadata="${metadataUrl}"`);
  return problem('unauthenticated', detail);
}
