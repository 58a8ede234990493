import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { HostSessions } from '../host-session.ts';
import { panelSignOut } from './generated.ts';
import { openPanelPage } from './page.ts';

export interface PanelPagesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  /** The built folder of the package `panel`, with a slash at its end. */
  readonly dist: URL;
}

/**
 * The panel's page under its prefix `/panel`, whatever path below it the browser asks for: the panel itself knows its
 * routes. Whoever is not signed in goes to the sign-in and comes back.
 */
export async function panelPages(
  app: FastifyInstance,
  { execute, sessions, dist }: PanelPagesOptions,
): Promise<void> {
  app.setErrorHandler(answerProblem);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => new URLSearchParams(String(text)),
  );

  // A changed file has another hash in its name, and the build left a compressed copy beside each.
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', dist)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('x-content-type-options', 'nosniff');
    },
  });

  const pageFor = openPanelPage(dist);
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await sessions.of(request))) {
      return reply.redirect(`/login?${new URLSearchParams({ return_to: request.url })}`, 303);
    }
    const { html, headers } = await pageFor(sessions.csrfToken(request, reply));
    return reply.headers(headers).send(html);
  };
  app.get('', page);
  app.get('/*', page);

  app.post<{ Body: URLSearchParams | undefined }>('/logout', async (request, reply) => {
    sessions.checkCsrf(request, request.body?.get('csrf_token') ?? '');
    const host = await sessions.of(request);
    if (host) await execute(panelSignOut, {}, { viewer: host.viewer, requestId: request.id });
    sessions.end(request, reply);
    return reply.redirect('/login', 303);
  });
}

async function answerProblem(
  error: FastifyError | ProtocolError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const plain = reply.headers({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const status = error instanceof ProtocolError ? error.status : (error.statusCode ?? 500);
  if (error instanceof ProtocolError || status < 500) return plain.code(status).send(`${error.message}\n`);
  request.log.error({ err: error, requestId: request.id }, 'a panel page failed');
  return plain.code(500).send(`Something went wrong on our side. Quote ${request.id} if it stays so.\n`);
}
