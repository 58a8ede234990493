import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Budgets } from '#kit/budgets.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { type HostSessions, type SignedInHost, viewerOnTeam } from '../host-session.ts';
import { spendAppSession } from './app-session-budget.ts';
import { exportBookings, readExportQuery } from './bookings-csv.ts';
import { exportEarnings, readEarningsQuery } from './earnings-csv.ts';
import { printError } from './errors.ts';
import { embeddedPageSessionCreateDocument, panelTeamsDocument } from './generated.ts';
import { exportInvoices, readInvoicesQuery } from './invoices-csv.ts';

/** Runs a panel operation on the host view. */
export type RunHost = (request: {
  readonly body: unknown;
  readonly accept: string;
  readonly viewer: ViewerOf<'hostUser'>;
  readonly requestId: string;
  readonly address: string;
}) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}>;

export interface PanelApiOptions {
  readonly execute: Execute;
  readonly sessions: HostSessions;
  readonly runHost: RunHost;
  /** Limits session tokens for embedded pages, per person and app. */
  readonly appSessionBudgets: Budgets;
}

/** Returns the team slug from `X-Platform-Team`; null if the header is missing. */
function chosenTeam({ headers }: FastifyRequest): string | null {
  const slug = headers['x-platform-team'];
  return typeof slug === 'string' && slug !== '' ? slug : null;
}

/**
 * True if a GraphQL request is certain not to change data: a mutation contains the word `mutation`, whose
 * letters can't be escaped.
 */
function onlyReads(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('query' in body)) return false;
  return typeof body.query === 'string' && !body.query.includes('mutation');
}

/** Large enough for four policy pages with 20,000 characters each. */
const LARGEST_BODY = 512 * 1024;

/**
 * Serves the host panel's API under its prefix `/panel`: the signed-in person, GraphQL on the host view, and
 * session tokens for embedded pages (docs/interface/host.md#host-api). The session cookie identifies the
 * person; changes also need the CSRF token.
 */
export async function panelApi(
  app: FastifyInstance,
  { execute, sessions, runHost, appSessionBudgets }: PanelApiOptions,
): Promise<void> {
  await app.register(fastifyCookie);
  app.setErrorHandler(printError);
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.headers({ 'x-request-id': id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  /** Returns the signed-in host; `team` is their chosen team, if they belong to it. */
  const signedIn = async (
    request: FastifyRequest,
    slug = chosenTeam(request),
    find = sessions.of,
  ): Promise<SignedInHost> => {
    const host = await find(request, slug);
    if (host) return host;
    throw new ProtocolError(401, 'unauthenticated', 'Sign in first.');
  };

  const checkOrigin = (request: FastifyRequest) => {
    const { origin } = request.headers;
    const own = [sessions.origin(request), `${request.protocol}://${request.host}`];
    if (origin === undefined || own.includes(origin)) return;
    throw new ProtocolError(403, 'foreign_origin', 'Requests from other origins are refused.');
  };

  const checkCsrf = (request: FastifyRequest) => {
    const given = request.headers['x-csrf-token'];
    sessions.checkCsrf(request, typeof given === 'string' ? given : '');
  };

  /** Returns the host's viewer on the team with this slug, or without a team if the slug is null. */
  const withTeam = (host: SignedInHost, slug: string | null): SignedInHost['viewer'] => {
    if (slug === null) return host.viewer;
    if (host.team) return viewerOnTeam(host);
    throw new ProtocolError(403, 'team_forbidden', `You aren't a member of a team "${slug}".`);
  };

  // The session token for an app's embedded page, requested when the page refreshes it
  // (docs/interface/embedded-pages.md#page).
  app.post<{ Params: { slug: string } }>('/apps/:slug/session', async (request) => {
    checkOrigin(request);
    const host = await signedIn(request);
    checkCsrf(request);
    await spendAppSession(appSessionBudgets, host.viewer, request.params.slug);
    const viewer = withTeam(host, chosenTeam(request));
    const input = { slug: request.params.slug, panelOrigin: sessions.origin(request) };
    const caller = { viewer, requestId: request.id };
    const made = (await execute(embeddedPageSessionCreateDocument, { input }, caller))
      .embeddedPageSessionCreate;
    const [refusal] = made.userErrors;
    if (!refusal) return { token: made.token };
    const status = refusal.code === 'NOT_FOUND' ? 404 : 409;
    throw new ProtocolError(status, 'no_embedded_page', refusal.message);
  });

  app.get('/session', async (request, reply) => {
    const { account, expiresAt, viewer } = await signedIn(request, null);
    const { teams } = await execute(panelTeamsDocument, {}, { viewer, requestId: request.id });
    return { csrf_token: sessions.csrfToken(request, reply), account, teams, expires_at: expiresAt };
  });

  // Links on pages: browsers can't send our header when they follow it, so the team is in the query. They're
  // read-only.
  app.get('/export/bookings.csv', async (request, reply) => {
    const query = readExportQuery(request.query);
    const slug = query.team || null;
    const viewer = withTeam(await signedIn(request, slug), slug);
    const file = await exportBookings(execute, query, { viewer, requestId: request.id });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="bookings.csv"')
      .send(file);
  });

  app.get('/export/invoices.csv', async (request, reply) => {
    const slug = readInvoicesQuery(request.query).team || null;
    const viewer = withTeam(await signedIn(request, slug), slug);
    const file = await exportInvoices(execute, { viewer, requestId: request.id });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invoices.csv"')
      .send(file);
  });

  app.get('/export/earnings.csv', async (request, reply) => {
    const { team, ...product } = readEarningsQuery(request.query);
    const viewer = withTeam(await signedIn(request, team || null), team || null);
    const file = await exportEarnings(execute, product, { viewer, requestId: request.id });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="earnings.csv"')
      .send(file);
  });

  app.post(
    '/graphql',
    { bodyLimit: LARGEST_BODY, config: { namesUnstorable: true } },
    async (request, reply) => {
      checkOrigin(request);
      const slug = chosenTeam(request);
      const reads = onlyReads(request.body);
      const host = await signedIn(request, slug, reads ? sessions.reading : sessions.of);
      checkCsrf(request);
      const run = runHost({
        body: request.body,
        accept: request.headers.accept ?? 'application/json',
        viewer: withTeam(host, slug),
        requestId: request.id,
        address: request.ip,
      });
      const { status, headers, body } = await (reads ? run : run.finally(sessions.forget));
      return reply.code(status).headers(headers).send(body);
    },
  );
}
