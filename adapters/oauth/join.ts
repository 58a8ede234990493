import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { hashToken } from '#kit/secrets.ts';
import type { HostSessions, SignedInHost } from '../host-session.ts';
import { hostSignUpDocument, joinTeamDocument, openInvitationDocument } from './generated.ts';
import { type Invitation, joinPage, memberPage, signUpPage } from './pages/join.ts';
import { sendOn, sendPage } from './pages.ts';
import { readParameters, SHOWS_PROBLEMS } from './parameters.ts';
import { loginUrl } from './return-to.ts';

export interface JoinOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

type JoinRequest = FastifyRequest<{ Params: { token: string }; Body: string | undefined }>;

/** A visitor with an open invitation's link: their account, if they are signed in, and their form. */
interface Visit {
  readonly request: JoinRequest;
  readonly reply: FastifyReply;
  readonly host: SignedInHost | null;
  readonly invitation: Invitation;
  readonly tokenHash: string;
  readonly path: string;
}

/** Previously typed values and the reason they were refused. */
interface Attempt {
  readonly name: string;
  readonly email: string;
  readonly problem: string | null;
}

const FIRST: Attempt = { name: '', email: '', problem: null };

/** Temporary refusals. */
const WAITING: Readonly<Record<string, { status: number; retryAfterSeconds?: number }>> = {
  TOO_MANY_ATTEMPTS: { status: 429, retryAfterSeconds: 15 * 60 },
  BUSY: { status: 503, retryAfterSeconds: 5 },
};

/** Serves a team invitation's link: visitors join with their account, or create one. */
export function joinRoutes(app: FastifyInstance, { execute, sessions }: JoinOptions): void {
  const path = '/join/:token';

  app.get(path, async (request: JoinRequest, reply) => show(await visit(request, reply), FIRST));

  app.post(path, async (request: JoinRequest, reply) => {
    checkCsrf(request);
    const visited = await visit(request, reply);
    const { host, tokenHash } = visited;
    if (!host) return show(visited, FIRST);
    const caller = { viewer: host.viewer, requestId: request.id, address: request.ip };
    const { teamJoin: joined } = await execute(joinTeamDocument, { tokenHash }, caller);
    if (joined.team !== null) return sendOn(reply, panelOf(joined.team));
    reply.code(409);
    return show(visited, { ...FIRST, problem: joined.userErrors[0]?.message ?? null });
  });

  app.post(`${path}/account`, SHOWS_PROBLEMS, async (request: JoinRequest, reply) => {
    const form = checkCsrf(request);
    const visited = await visit(request, reply);
    const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '' };
    const again = (problem: string | null) =>
      show(
        { ...visited, host: null },
        { name: typed.name.slice(0, 100), email: typed.email.slice(0, 254), problem },
      );
    if (form.problem !== null) {
      reply.code(422);
      return again(form.problem);
    }
    const { hostSignUp: signedUp } = await execute(
      hostSignUpDocument,
      {
        input: {
          ...typed,
          tokenHash: visited.tokenHash,
          password: form.get('password') ?? '',
          address: budgetAddress(request.ip),
          replaces: sessions.tokenHash(request),
        },
      },
      { viewer: { kind: 'public' }, requestId: request.id },
    );
    const { token, expiresAt, team, userErrors } = signedUp;
    if (token !== null && team !== null) {
      sessions.begin(request, reply, { token, expiresAt });
      return sendOn(reply, panelOf(team));
    }
    const [refusal] = userErrors;
    const { status, retryAfterSeconds } = WAITING[refusal?.code ?? ''] ?? { status: 409 };
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    reply.code(status);
    return again(refusal?.message ?? null);
  });

  function checkCsrf(request: JoinRequest) {
    const form = readParameters(request.body ?? '');
    sessions.checkCsrf(request, form.get('csrf_token') ?? '');
    return form;
  }

  /** Throws a 404 if the link doesn't work, whatever the reason. */
  async function visit(request: JoinRequest, reply: FastifyReply): Promise<Visit> {
    const { token } = request.params;
    const tokenHash = hashToken(token);
    const host = await sessions.of(request);
    const viewer = host?.viewer ?? ({ kind: 'public' } as const);
    const caller = { viewer, requestId: request.id };
    const { teamInvitation: invitation } = await execute(openInvitationDocument, { tokenHash }, caller);
    if (!invitation) throw new ProtocolError(404, 'invitation_over', OVER);
    return { request, reply, host, invitation, tokenHash, path: `/join/${encodeURIComponent(token)}` };
  }

  async function show(
    { request, reply, host, invitation, path }: Visit,
    { problem, ...typed }: Attempt,
  ): Promise<FastifyReply> {
    const csrfToken = sessions.csrfToken(request, reply);
    if (!host) {
      const signInUrl = loginUrl(path);
      return sendPage(reply, signUpPage({ invitation, path, csrfToken, signInUrl, problem, ...typed }));
    }
    if (invitation.isMember) return sendPage(reply, memberPage(invitation));
    const signInUrl = loginUrl(path, { another: true });
    const { email } = host.account;
    return sendPage(reply, joinPage({ invitation, path, csrfToken, signInUrl, problem, email }));
  }
}

const OVER = 'This invitation was used or revoked, or has expired. Ask for a new one.';

const panelOf = (team: string): string => `/panel?${new URLSearchParams({ team })}`;
