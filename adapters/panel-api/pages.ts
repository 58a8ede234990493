import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions, SignedInHost } from '../host-session.ts';
import { panelInstalls, panelSignOut, panelTeams } from './generated.ts';
import { type Html, homePage, problemPage } from './home.ts';

export interface PanelPagesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The panel's pages under its prefix `/panel`: whoever is not signed in goes to the sign-in and comes back. */
export async function panelPages(
  app: FastifyInstance,
  { execute, sessions }: PanelPagesOptions,
): Promise<void> {
  app.setErrorHandler(answerProblem);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => new URLSearchParams(String(text)),
  );

  const signedIn = async (request: FastifyRequest, reply: FastifyReply): Promise<SignedInHost | null> => {
    const host = await sessions.of(request);
    if (!host) reply.redirect(`/login?${new URLSearchParams({ return_to: request.url })}`, 303);
    return host;
  };

  app.get('', async (request, reply) => {
    const host = await signedIn(request, reply);
    if (!host) return reply;
    const { account, viewer } = host;
    const { teams } = await execute(panelTeams, {}, { viewer, requestId: request.id });
    const withApps = teams.map(async ({ id, name }) => {
      const caller = { viewer: { ...viewer, teamId: Number(id) }, requestId: request.id };
      const { installs } = await execute(panelInstalls, {}, caller);
      return { name, apps: installs.filter(({ isActive }) => isActive).map(({ app: { name } }) => name) };
    });
    const csrfToken = sessions.csrfToken(request, reply);
    return sendPage(reply, homePage({ account, csrfToken, teams: await Promise.all(withApps) }));
  });

  app.get('/*', async (request, reply) => {
    if (!(await signedIn(request, reply))) return reply;
    throw new ProtocolError(404, 'not_found', 'There is no such page in the panel.');
  });

  app.post<{ Body: URLSearchParams | undefined }>('/logout', async (request, reply) => {
    sessions.checkCsrf(request, request.body?.get('csrf_token') ?? '');
    const host = await sessions.of(request);
    if (host) await execute(panelSignOut, {}, { viewer: host.viewer, requestId: request.id });
    sessions.end(request, reply);
    return reply.redirect('/login', 303);
  });
}

async function sendPage(reply: FastifyReply, body: Html): Promise<FastifyReply> {
  return reply.headers(HEADERS).send(`${await body}`);
}

async function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof ProtocolError) return sendPage(reply.code(error.status), problemPage(error.message));
  request.log.error({ err: error, requestId: request.id }, 'a panel page failed');
  return sendPage(
    reply.code(500),
    problemPage(`Something went wrong on our side. Quote ${request.id} if it stays so.`),
  );
}
