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
  /** The person's viewer for subgraphs, without a team. */
  readonly viewer: ViewerOf<'hostUser'>;
}

/** The panel's cookie, its session and its CSRF token. Needs `@fastify/cookie` in its scope. */
export interface HostSessions {
  /**
   * Returns the signed-in host, with the team for this slug if the account belongs to it; null if no one is
   * signed in.
   */
  readonly of: (request: FastifyRequest, teamSlug?: string | null) => Promise<SignedInHost | null>;
  /**
   * Does the same for read-only requests: the result is cached until this process is notified that the
   * session, its account or the team has changed, which takes less than 100 ms if another process made the
   * change.
   */
  readonly reading: (request: FastifyRequest, teamSlug?: string | null) => Promise<SignedInHost | null>;
  /**
   * Drops all cached hosts. Call it after any action that may change who is signed in, so this process never
   * responds based on stale sessions.
   */
  readonly forget: () => void;
  /** Returns the SHA-256 of the cookie's token; null if there is no cookie. */
  readonly tokenHash: (request: FastifyRequest) => string | null;
  /** Returns this browser's CSRF token; sets the cookie it's bound to if the browser has none. */
  readonly csrfToken: (request: FastifyRequest, reply: FastifyReply) => string;
  /** Throws a `ProtocolError` 403 if the CSRF token isn't this browser's. */
  readonly checkCsrf: (request: FastifyRequest, given: string) => void;
  /** Sets the cookie with a session's token. */
  readonly begin: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly token: string; readonly expiresAt: string | null },
  ) => void;
  /** Clears an ended session's cookie and drops all cached hosts. */
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Returns the origin that this request used, for the panel and OAuth. */
  readonly origin: (request: FastifyRequest) => string;
}

/**
 * Returns a signed-in person's viewer for subgraphs on the requested team, or without a team if there isn't
 * one.
 */
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

/** A change to a person's access: their account, sessions, factors or memberships, or a team. */
export interface AccessChange {
  readonly of: 'account' | 'team';
  readonly id: number;
}

/** Maximum session and team pairs cached by each process. */
const REMEMBERED = 10_000;

const TOKEN = /^[\w-]{43}$/;

type Lasts = Pick<CookieSerializeOptions, 'expires' | 'maxAge'>;

/**
 * `publicOrigin` is the panel's own origin; null to use each request's origin. `csrfKeys` sign CSRF tokens.
 * Without `accessChanges`, hosts aren't cached.
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
    // No event announces that a session has expired, or that a team the person doesn't belong to has taken
    // the slug.
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
      known.forget(); // the browser's previous session may have ended
      set(request, reply, token, expiresAt === null ? {} : { expires: new Date(expiresAt) });
    },
    end(request, reply) {
      known.forget();
      set(request, reply, '', { maxAge: 0 });
    },
  };
}
