import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { budgetAddress } from '#kit/address.ts';
import { DEEPEST } from '#kit/entered-text.ts';
import type { Execute } from '#kit/execute.ts';
import { overrunOf } from '#kit/json-text.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';
import { callerOf, unauthenticated } from './authenticate.ts';
import { limit } from './limit.ts';
import { openApiDocument } from './openapi.ts';
import { printProblem, problem, takesZip, wrongType } from './problems.ts';
import { metadataUrl } from './resource.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

export interface ManagementOptions {
  readonly execute: Execute;
  /** The API's origin; null to use each request's origin. */
  readonly publicOriginApi: string | null;
  /**
   * Limits by token, separately for `forward` and for all other routes; limits by address for requests
   * without a valid token.
   */
  readonly limiters: Readonly<Record<Route['bucket'] | 'strangers', RateLimiter>>;
}

const BODY_LIMIT = 1024 * 1024;
/** Maximum size of a theme's zip. */
const ZIP_LIMIT = 5 * 1024 * 1024;
/** Maximum number of values in a body; a valid manifest has at most 2,000. */
const MOST_VALUES = 10_000;

/** Serves the management API under its prefix `/api/dev` (docs/interface/management.md#endpoints). */
export async function management(app: FastifyInstance, options: ManagementOptions): Promise<void> {
  app.setErrorHandler(printProblem);
  app.setNotFoundHandler(({ method, url }, reply) => {
    const path = url.split('?', 1)[0] ?? '';
    const allowed = methodsAt(path.slice(app.prefix.length));
    if (allowed.length === 0) throw problem('not_found', `${path.slice(0, 200)} does not exist.`);
    reply.header('allow', allowed.join(', '));
    throw problem('method_not_allowed', `${path} takes ${allowed.join(', ')}, not ${method}.`);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string | Buffer) => {
      if (takesZip(request)) throw wrongType(request);
      return parse(String(text));
    },
  );
  app.addContentTypeParser(
    'application/zip',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, zip: string | Buffer) => {
      if (!takesZip(request)) throw wrongType(request);
      return Buffer.from(zip).toString('base64');
    },
  );
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.headers({ 'x-request-id': id, 'cache-control': 'no-store' });
  });
  const document = openApiDocument(ROUTES);
  app.get('/openapi.json', async () => document);
  for (const route of ROUTES) register(app, route, options);
}

function register(
  app: FastifyInstance,
  route: Route,
  { execute, limiters, publicOriginApi }: ManagementOptions,
): void {
  const viewers = new WeakMap<FastifyRequest, ViewerOf<'account'>>();
  app.route<{ Params: Record<string, string> }>({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.takesZip ? ZIP_LIMIT : BODY_LIMIT,
    config: { namesUnstorable: route.takesManifest, slowBody: route.takesZip, takesZip: route.takesZip },
    onRequest: async (request, reply) => {
      const asking = await callerOf(execute, request);
      if (asking.tokenHash === null) {
        await limit(limiters.strangers, 'strangers', budgetAddress(request.ip), reply);
        throw unauthenticated(reply, asking.refusal, metadataUrl(publicOriginApi, request));
      }
      await limit(limiters[route.bucket], route.bucket, asking.tokenHash, reply);
      viewers.set(request, asking.viewer);
    },
    handler: async (request, reply) => {
      const viewer = viewers.get(request);
      if (!viewer) throw new Error("The request wasn't authenticated.");
      const printed = await route.handle({
        params: request.params,
        team: route.team ? teamOf(request) : '',
        body: route.body && read(route.body, request.body ?? {}),
        query: route.query && read(route.query, request.query),
        run: (operation, variables) =>
          execute(operation, variables, { viewer, requestId: request.id, address: request.ip }),
        origin: `${request.protocol}://${request.host}`,
        gone: () => isGone(reply),
      });
      const isThere = route.created !== null && !route.created(printed);
      return reply.code(isThere ? 200 : route.status).send(printed);
    },
  });
}

/** Returns the methods for a path under the prefix; empty if the path is unknown. */
function methodsAt(path: string): readonly string[] {
  const served = [...ROUTES, { method: 'GET', path: '/openapi.json' }].filter((route) =>
    new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return served.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

const isGone = ({ raw, server }: FastifyReply) => raw.destroyed || !server.server.listening;

const TOO_LARGE = {
  values: `The body has more than ${MOST_VALUES} values: send fewer.`,
  depth: `The body nests more than ${DEEPEST} lists and objects. Flatten it.`,
} as const;

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  const overrun = overrunOf(text, { values: MOST_VALUES, depth: DEEPEST });
  if (overrun) throw problem('bad_request', TOO_LARGE[overrun]);
  try {
    return JSON.parse(text);
  } catch {
    throw problem('bad_request', "The body isn't valid JSON.");
  }
}

function teamOf({ headers }: FastifyRequest): string {
  const team = headers['x-platform-team'];
  if (typeof team === 'string' && team !== '') return team;
  throw problem('team_header_required', "The X-Platform-Team header is missing. Send a team's slug.");
}

function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const byPath = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.'));
  const reasons = [...byPath].map(
    ([path, issues]) => [path, issues.map((issue) => reasonOf(issue, valueAt(value, issue.path)))] as const,
  );
  const errors = Object.fromEntries(reasons);
  const detail = reasons.map(([path, texts]) => `${path || 'the body'} ${texts.join(', and ')}`).join('; ');
  throw problem('bad_request', `The request can't be read: ${detail}.`, errors);
}
