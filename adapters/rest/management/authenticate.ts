import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Execute } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { accountByToken } from './generated.ts';
import { problem } from './problems.ts';

const BEARER = /^Bearer +([\w.~+/=-]{1,512})$/i;

/** SHA-256 of the request's bearer token. Throws `unauthenticated` where there is none. */
export function tokenHashOf(request: FastifyRequest, reply: FastifyReply): string {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw unauthenticated(reply, 'Send your access token: Authorization: Bearer platform_pat_…');
  return hashToken(token);
}

/** The account a token stands for. Throws `unauthenticated` where it is unknown or revoked. */
export async function authenticate(
  execute: Execute,
  tokenHash: string,
  reply: FastifyReply,
): Promise<ViewerOf<'account'>> {
  const caller = { viewer: { kind: 'public' }, requestId: reply.request.id } as const;
  const { accountByToken: account } = await execute(accountByToken, { tokenHash }, caller);
  if (!account) throw unauthenticated(reply, 'The access token is unknown or revoked.');
  return {
    kind: 'account',
    accountId: Number(account.accountId),
    accessTokenId: Number(account.accessTokenId),
    abilities: account.abilities,
  };
}

function unauthenticated(reply: FastifyReply, detail: string) {
  reply.header('www-authenticate', 'Bearer');
  return problem('unauthenticated', detail);
}
