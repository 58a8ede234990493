import { createHmac } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseUnstorableCookie } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { randomToken } from '#kit/ids.ts';
import { type Changes, createRemembered } from '#kit/remembered.ts';
import { equalInConstantTime, hashToken, type Keys } from '#kit/secrets.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type HostSessionQuery, hostSessionDocument } from './generated.ts';

/** A person signed in to the host panel. */
export interface SignedInHost extends NonNullable<HostSessionQuery['hostSession']> {
  /** As the subgraphs see them, no team chosen. */
  readonly viewer: ViewerOf<'hostUser'>;
}

/** The panel's cookie, the session behind it and the CSRF token that belongs to it. Needs `@fastify/cookie` in its scope. */
export interface HostSessions {
  /** Who is signed in, with the team of this slug if the account belongs to it; null if no one is. */
  readonly of: (request: FastifyRequest, teamSlug?: string | null) => Promise<SignedInHost | null>;
  /**
   * The same for what only reads: remembered until a change of the session, its account or the team is heard, which takes less than
   * 100 ms where another process made it.
   */
  readonly reading: (request: FastifyRequest, teamSlug?: string | null) => Promise<SignedInHost | null>;
  /** Drops everyone: for after what may have changed who is signed in, so that this process never answers as if it had not. */
  readonly forget: () => void;
  /** SHA-256 of the cookie's token; null without a cookie. */
  readonly tokenHash: (request: FastifyRequest) => string | null;
  /** The CSRF token of this browser, which gets a cookie to bind it to if it has none. */
  readonly csrfToken: (request: FastifyRequest, reply: FastifyReply) => string;
  /** Throws a `ProtocolError` 403 where the CSRF token is not this browser's. */
  readonly checkCsrf: (request: FastifyRequest, given: string) => void;
  /** Gives the browser a session's token. */
  readonly begin: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly token: string; readonly expiresAt: string | null },
  ) => void;
  /** Clears the cookie of a session that has ended, and drops everyone. */
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Origin of the panel and of OAuth, as this request reached it. */
  readonly origin: (request: FastifyRequest) => string;
}

/** A signed-in person as the subgraphs see them on the team that was asked for with them; without it where there is none. */
export function viewerOnTeam({ viewer, team }: SignedInHost): SignedInHost['viewer'] {
  if (!team) return viewer;
  return {
    ...viewer,
    teamId: Number(team.id),
    role: team.role,
    propertyIds: team.propertyIds?.map(Number) ?? null,
    factorMissing: team.factorMissing ?? false,
    teamSuspended: team.suspension !== null,
  };
}

/** A change of a person's access: of the account, its sessions, factors and memberships, or of a team. */
export interface AccessChange {
  readonly of: 'account' | 'team';
  readonly id: number;
}

/** Pairs of session and team remembered in each process. */
const REMEMBERED = 10_000;

const TOKEN = /^[\w-]{43}$/;

type Lasts = Pick<CookieSerializeOptions, 'expires' | 'maxAge'>;

/**
 * `publicOrigin` is the panel's own; null for the origin of each request. `csrfKeys` sign CSRF tokens. Without `accessChanges`
 * no one is remembered.
 */
export function openHostSessions({
  execute,
  csrfKeys,
  publicOrigin,
  accessChanges,
  now,
}: {
  readonly execute: Execute;
  readonly csrfKeys: Keys;
  readonly publicOrigin: string | null;
  readonly accessChanges?: Changes<AccessChange>;
  readonly now: () => Date;
}): HostSessions {
  const isAhead = (instant: string) => new Date(instant) > now();
  const known = createRemembered<SignedInHost, AccessChange>({
    max: REMEMBERED,
    changes: accessChanges,
    isOf: ({ account, team }, changed) =>
      Number(changed.of === 'team' ? team?.id : account.id) === changed.id,
    // What ends by the clock is announced by no one, nor who is not a member of a team that takes the slug.
    mayKeep: ({ team, elevated, elevatedUntil, expiresAt }) =>
      team !== null &&
      isAhead(expiresAt) &&
      (!elevated || (elevatedUntil !== null && isAhead(elevatedUntil))),
  });
  const origin = (request: FastifyRequest) =>
    publicOrigin === null ? `${request.protocol}://${request.host}` : new URL(publicOrigin).origin;
  const isSecure = (request: FastifyRequest) => origin(request).startsWith('https:');
  const nameOf = (request: FastifyRequest) => (isSecure(request) ? '__Host-sid' : 'sid');
  const tokenOf = (request: FastifyRequest) => {
    const name = nameOf(request);
    refuseUnstorableCookie(name, request.headers.cookie);
    const token = request.cookies[name];
    return token !== undefined && TOKEN.test(token) ? token : null;
  };
  const signed = (token: string, key = csrfKeys[0]) =>
    createHmac('sha256', key).update(token).digest('base64url');

  const set = (request: FastifyRequest, reply: FastifyReply, token: string, lasts: Lasts = {}) => {
    const secure = isSecure(request);
    reply.setCookie(nameOf(request), token, { path: '/', httpOnly: true, sameSite: 'lax', secure, ...lasts });
  };

  const lookUp = async (
    tokenHash: string,
    teamSlug: string | null,
    requestId: string,
  ): Promise<SignedInHost | null> => {
    const caller = { viewer: { kind: 'public' }, requestId } as const;
    const { hostSession: session } = await execute(hostSessionDocument, { tokenHash, teamSlug }, caller);
    if (!session) return null;
    const { id, account, elevated, unverified } = session;
    const viewer = { kind: 'hostUser', sessionId: Number(id), accountId: Number(account.id) } as const;
    return {
      ...session,
      viewer: { ...viewer, teamId: null, role: null, elevated, unverified, operator: account.operator },
    };
  };

  return {
    origin,
    async of(request, teamSlug = null) {
      const token = tokenOf(request);
      return token === null ? null : lookUp(hashToken(token), teamSlug, request.id);
    },
    async reading(request, teamSlug = null) {
      const token = tokenOf(request);
      if (token === null) return null;
      const tokenHash = hashToken(token);
      return known.get(`${tokenHash} ${teamSlug ?? ''}`, () => lookUp(tokenHash, teamSlug, request.id));
    },
    forget: known.forget,
    tokenHash(request) {
      const token = tokenOf(request);
      return token === null ? null : hashToken(token);
    },
    csrfToken(request, reply) {
      const known = tokenOf(request);
      if (known !== null) return signed(known);
      const fresh = randomToken();
      set(request, reply, fresh);
      return signed(fresh);
    },
    checkCsrf(request, given) {
      const token = tokenOf(request);
      if (token !== null && csrfKeys.some((key) => equalInConstantTime(signed(token, key), given))) return;
      throw new ProtocolError(
        403,
        'csrf',
        'This form has expired or was sent from another site. Go back, reload the page and send it again.',
      );
    },
    begin(request, reply, { token, expiresAt }) {
      known.forget(); // the session that the browser had before may have ended
      set(request, reply, token, expiresAt === null ? {} : { expires: new Date(expiresAt) });
    },
    end(request, reply) {
      known.forget();
      set(request, reply, '', { maxAge: 0 });
    },
  };
}
