import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { serveAssets } from '../built-assets.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import type { HostSessions, SignedInHost } from '../host-session.ts';
import { embeddedPageDocument, panelSignOutDocument } from './generated.ts';
import { openPanelPage } from './page.ts';

export interface PanelPagesOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  /** Build output folder for the package `panel`, with a trailing slash. */
  readonly dist: URL;
  /** The documentation's address, without a trailing slash. */
  readonly docs: string;
}

/**
 * Serves the panel's page for any path below its prefix `/panel`: the panel has its own router. Signed-out
 * visitors are redirected to the sign-in, which returns them to the page.
 */
export async function panelPages(
  app: FastifyInstance,
  { execute, sessions, dist, docs }: PanelPagesOptions,
): Promise<void> {
  await app.register(fastifyCookie);
  app.setErrorHandler(answerProblem);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => new URLSearchParams(String(text)),
  );

  const panel = { name: 'panel', dist } as const;
  await serveAssets(app, panel);

  /**
   * Returns the app that an app page's document can frame, for whichever of the host's teams the page then
   * shows.
   */
  const frameOf = async (request: FastifyRequest, { viewer }: SignedInHost, slug: string) => {
    const input = { slug, panelOrigin: sessions.origin(request) };
    const { embeddedPage: shown } = await execute(
      embeddedPageDocument,
      { input },
      { viewer, requestId: request.id },
    );
    return shown ? { app: slug, origin: shown.origin } : null;
  };

  const pageFor = openPanelPage(panel, docs);
  const page = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { app = null, ownFrame = null }: { readonly app?: string | null; readonly ownFrame?: string | null } = {},
  ) => {
    const host = await sessions.of(request);
    if (!host) {
      return reply.redirect(`/login?${new URLSearchParams({ return_to: request.url })}`, 303);
    }
    const own = ownFrame === null ? null : { app: ownFrame, origin: "'self'" };
    const frame = app === null ? own : await frameOf(request, host, app);
    const { html, headers } = await pageFor({ csrfToken: sessions.csrfToken(request, reply), frame });
    return reply.headers(headers).send(html);
  };
  app.get('', (request, reply) => page(request, reply));
  app.get('/*', (request, reply) => page(request, reply));
  // Only an app page's document can have a frame, and only with that app's origin.
  app.get<{ Params: { slug: string } }>('/apps/:slug', (request, reply) =>
    page(request, reply, { app: request.params.slug }),
  );

  // These pages frame a preview, which has no scripts. No app can have this name as its slug.
  for (const path of ['/site/look', '/site/theme']) {
    app.get(path, (request, reply) => page(request, reply, { ownFrame: '@preview' }));
  }

  app.post<{ Body: URLSearchParams | undefined }>('/logout', async (request, reply) => {
    sessions.checkCsrf(request, request.body?.get('csrf_token') ?? '');
    const host = await sessions.of(request);
    if (host) await execute(panelSignOutDocument, {}, { viewer: host.viewer, requestId: request.id });
    sessions.end(request, reply);
    return reply.redirect('/login', 303);
  });
}

async function answerProblem(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  const plain = reply.headers({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return refuse(plain, known).send(`${known.message}\n`);
}

const FAULTS: Faults = {
  log: 'A panel page failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side. If it persists, quote ${id}.`,
    ),
  refused: ({ statusCode, message }) => new ProtocolError(statusCode, 'bad_request', message),
};
