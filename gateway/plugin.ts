import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import type { Budgets } from '#kit/budgets.ts';
import { type GraphqlErrorCode, ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { ApiVersion } from '#schema/views.ts';
import { authenticate } from './authenticate.ts';
import { beforeGraphql } from './away.ts';
import type { Engine } from './engine/engine.ts';
import { type DeveloperContext, openGateway } from './gateway.ts';
import { deprecationHeaders, isRetired, UNSTABLE } from './versions.ts';

export interface DeveloperApi {
  readonly execute: Execute;
  /** The engine of a view. */
  readonly engine: (view: string) => Engine;
  /** What installs, and addresses without a token, pay from. */
  readonly budgets: Budgets;
  /** Dated versions, oldest first; `unstable` is there anyway. */
  readonly versions: readonly ApiVersion[];
  readonly now: () => Date;
}

interface Pinned {
  readonly Params: { readonly apiVersion: string };
}

/** `POST /:apiVersion/graphql` under its prefix `/developer/api` (docs/interface/graphql.md#endpoint). */
export async function developerApi(app: FastifyInstance, api: DeveloperApi): Promise<void> {
  const versions = [...api.versions, UNSTABLE];
  const servers = new Map<string, Promise<ApolloServer<DeveloperContext>>>();
  const handlers = new Map<string, RouteHandlerMethod>();

  async function handlerOf(version: string): Promise<RouteHandlerMethod> {
    const known = handlers.get(version);
    if (known) return known;
    const starting =
      servers.get(version) ?? openGateway(api.engine(version), { budgets: api.budgets, log: app.log });
    servers.set(version, starting);
    const handler = fastifyApolloHandler(await starting, {
      context: (request) => contextOf(request as FastifyRequest<Pinned>),
    });
    handlers.set(version, handler);
    return handler;
  }

  async function contextOf(request: FastifyRequest<Pinned>): Promise<DeveloperContext> {
    const { headers, id, ip, params } = request;
    const asked = authenticate(api.execute, { authorization: headers.authorization, requestId: id });
    const viewer = await asked.catch((error: unknown) => {
      throw beforeGraphql(error);
    });
    const caller = { viewer, requestId: id, address: ip, apiVersion: params.apiVersion };
    return { caller, budgetKey: payerOf(viewer, ip) };
  }

  app.setErrorHandler(printGraphqlError);
  app.setNotFoundHandler(() => {
    throw new ProtocolError(
      404,
      'BAD_USER_INPUT',
      'The developer API is POST /developer/api/{version}/graphql.',
    );
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  });
  const pin = async (request: FastifyRequest<Pinned>, reply: FastifyReply) => {
    reply.headers(headersOf(request.params.apiVersion, versions, api.now()));
  };
  app.route<Pinned>({
    method: 'POST',
    url: '/:apiVersion/graphql',
    onRequest: pin,
    async handler(request, reply) {
      const handler = await handlerOf(request.params.apiVersion);
      return handler.call(app, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.route<Pinned>({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/:apiVersion/graphql',
    onRequest: pin,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new ProtocolError(405, 'BAD_USER_INPUT', 'Send operations with POST.');
    },
  });
  app.addHook('onClose', async () => {
    for (const server of servers.values()) await (await server).stop();
  });
}

/** An install pays from its own budget, whoever has no token from that of its address. */
const payerOf = (viewer: Viewer, ip: string) =>
  viewer.kind === 'app' ? `install:${viewer.installId}` : `address:${budgetAddress(ip)}`;

/** What answers of a version say about it. Throws 404 for one nobody knows, 410 for a retired one. */
function headersOf(
  name: string,
  versions: readonly ApiVersion[],
  now: Date,
): Readonly<Record<string, string>> {
  const supported = versions.filter((version) => !isRetired(version, now)).map(({ version }) => version);
  const known = versions.find(({ version }) => version === name);
  const list = `Supported versions: ${supported.join(', ')}.`;
  const details = { supportedVersions: supported };
  if (!known) throw new ProtocolError(404, 'BAD_USER_INPUT', `There is no such version. ${list}`, details);
  if (isRetired(known, now)) {
    throw new ProtocolError(410, 'BAD_USER_INPUT', `Version ${name} is retired. ${list}`, details);
  }
  return { 'x-platform-api-version': name, ...deprecationHeaders(known, now) };
}

/** Prints what went wrong before or after GraphQL in the shape of a GraphQL answer. */
export function printGraphqlError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const away = isUnavailable(error);
  const protocol = error instanceof ProtocolError ? error : null;
  const status = away ? 503 : (protocol?.status ?? error.statusCode ?? 500);
  if (away) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const code: GraphqlErrorCode = status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR';
  if (status >= 500)
    request.log.error({ err: error, request_id: request.id }, 'a request to the developer API failed');
  const ours = away ? UNAVAILABLE_MESSAGE : 'Something went wrong on our side.';
  const message = status < 500 ? error.message : ours;
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: { code, ...protocol?.details } }] });
}
