import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import type { Budgets } from '#kit/budgets.ts';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode, ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';
import type { ApiVersion } from '#schema/views.ts';
import type { Engine } from '../engine/engine.ts';
import { createCallers, type InstallChanges } from './callers.ts';
import type { DeveloperContext } from './developer-context.ts';
import { createTakeDocument } from './document-request.ts';
import { DOCUMENT_TOKENS } from './document-store.ts';
import { openGateway } from './gateway.ts';
import type { Answer, AnswerPlainly } from './plain-answer.ts';
import { isPlainJson, NO_FORGERY, readPlain } from './plain-request.ts';
import { type PublishedSchema, readSchema, sendSchema } from './published-schema.ts';
import { createRegisteredDocuments } from './registered-documents.ts';
import { deprecationHeaders, isRetired, UNSTABLE } from './versions.ts';

export interface DeveloperApi {
  readonly execute: Execute;
  /** Install changes; without them every request looks up its token. */
  readonly installChanges?: InstallChanges;
  /** Returns a view's engine. */
  readonly engine: (view: string) => Engine;
  /** Points charged to installs, and to addresses without a token. */
  readonly budgets: Budgets;
  /** Points charged to installs for registered documents. */
  readonly documentBudgets: Budgets;
  /** Request budgets for addresses without a token. */
  readonly publicBudgets: Budgets;
  /** Dated versions, oldest first; `unstable` always exists. */
  readonly versions: readonly ApiVersion[];
  readonly now: () => Date;
}

interface Pinned {
  readonly Params: { readonly apiVersion: string };
}

/**
 * Serves `/:apiVersion/graphql`, by POST, or by GET for queries, and each version's `schema.graphql`, under its
 * prefix `/developer/api` (docs/interface/graphql.md#endpoint).
 */
export async function developerApi(app: FastifyInstance, api: DeveloperApi): Promise<void> {
  const versions = [...api.versions, UNSTABLE];
  const callers = createCallers(api.execute, api.installChanges);
  const documents = createRegisteredDocuments(api.execute);
  const takeDocument = createTakeDocument({ callers, documents, budgets: api.documentBudgets });
  const handlers = new Map<string, Handlers>();
  const schemas = new Map<string, PublishedSchema>();
  const stops: (() => Promise<void>)[] = [];
  const contexts = new WeakMap<FastifyRequest, DeveloperContext>();

  /** Unknown callers have a separate gateway, so their documents don't take cache space from installs. */
  function open(version: string): Handlers {
    const engine = api.engine(version);
    const handler = (documentTokens: number): Handler => {
      const { budgets, documentBudgets } = api;
      const gateway = openGateway(engine, { budgets, documentBudgets, documentTokens, log: app.log });
      stops.push(gateway.close);
      const context = async (request: unknown) => contextOf(request as FastifyRequest);
      return {
        answer: gateway.answer,
        async apollo(request, reply) {
          const { fastifyApolloHandler } = await import('@as-integrations/fastify');
          return fastifyApolloHandler(await gateway.apollo(), { context }).call(app, request, reply);
        },
      };
    };
    return { known: handler(DOCUMENT_TOKENS.known), strangers: handler(DOCUMENT_TOKENS.strangers) };
  }

  function handlersOf(version: string): Handlers {
    const opened = handlers.get(version) ?? open(version);
    handlers.set(version, opened);
    return opened;
  }

  /**
   * Identifies the caller and reads a registered document. Throws 429 for an address without a token that
   * sends too many requests.
   */
  async function identify(request: FastifyRequest<Pinned>, reply: FastifyReply): Promise<DeveloperContext> {
    const { headers, id, ip, params } = request;
    const identified = await callers.of(headers.authorization, id);
    const { viewer } = identified;
    const caller = { viewer, requestId: id, address: ip, apiVersion: params.apiVersion };
    if (viewer.kind === 'app') {
      const budgetKey = `install:${viewer.installId}`;
      return {
        caller,
        budgetKey,
        isRegistered: await takeDocument({ request, reply, identified, budgetKey }),
      };
    }
    const address = budgetAddress(ip);
    const { allowed, retryAfterSeconds } = await api.publicBudgets.take(address, 1);
    const budgetKey = `address:${address}`;
    if (allowed) {
      await takeDocument({ request, reply, identified, budgetKey });
      return { caller, budgetKey };
    }
    reply.header('retry-after', retryAfterSeconds);
    throw new ProtocolError(429, 'THROTTLED', tooMany(retryAfterSeconds));
  }

  function contextOf(request: FastifyRequest): DeveloperContext {
    const context = contexts.get(request);
    if (!context) throw new Error('A request reached GraphQL before its caller was identified.');
    return context;
  }

  app.setErrorHandler(printGraphqlError);
  app.setNotFoundHandler(() => {
    throw new ProtocolError(404, 'BAD_USER_INPUT', 'The developer API is /developer/api/{version}/graphql.');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  });
  const pin = async (request: FastifyRequest<Pinned>, reply: FastifyReply) => {
    const version = knownVersion(request.params.apiVersion, versions, api.now());
    reply.headers({ 'x-platform-api-version': version.version, ...deprecationHeaders(version, api.now()) });
    if (isRetired(version, api.now())) throw retired(version, versions, api.now());
  };
  app.route<Pinned>({
    method: ['GET', 'POST'],
    url: '/:apiVersion/graphql',
    config: { namesUnstorable: true },
    onRequest: pin,
    async handler(request, reply) {
      const { known, strangers } = handlersOf(request.params.apiVersion);
      const context = await identify(request, reply as FastifyReply);
      const { answer, apollo } = context.caller.viewer.kind === 'app' ? known : strangers;
      const plain = isPlainPost(request) ? readPlain(request.body, request.headers.accept) : null;
      const answered = plain && (await answer(plain, context));
      if (answered) return send(reply as FastifyReply, answered);
      contexts.set(request as FastifyRequest, context);
      if (isHarmless(request)) request.headers[NO_FORGERY] = '1';
      return apollo(request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.get<Pinned>('/:apiVersion/schema.graphql', { onRequest: pin }, async (request, reply) => {
    const { apiVersion } = request.params;
    const schema = schemas.get(apiVersion) ?? readSchema(apiVersion);
    schemas.set(apiVersion, schema);
    return sendSchema(request as FastifyRequest, reply as FastifyReply, schema);
  });
  app.route<Pinned>({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/:apiVersion/graphql',
    // Runs before the body is read, because only the method matters.
    onRequest: [
      pin,
      async (_request, reply) => {
        reply.header('allow', 'GET, POST');
        throw new ProtocolError(405, 'BAD_USER_INPUT', 'Send operations with POST, or queries with GET.');
      },
    ],
    handler: async () => undefined,
  });
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop();
  });
}

/** Both execution paths. */
interface Handler {
  readonly answer: AnswerPlainly;
  readonly apollo: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

interface Handlers {
  readonly known: Handler;
  readonly strangers: Handler;
}

/** Writes body parts without joining them. */
function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (typeof body === 'string') return reply.send(body);
  reply.header(
    'content-length',
    body.reduce((sum, part) => sum + part.length, 0),
  );
  const { raw } = reply.hijack();
  raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders); // the types differ only in undefined values
  raw.cork();
  for (const part of body) raw.write(part);
  raw.end();
  return reply;
}

const isPlainPost = ({ method, headers }: FastifyRequest<Pinned>): boolean =>
  method === 'POST' && isPlainJson(headers['content-type']);

/**
 * A `GET` that accepts GraphQL's own type, as clients without a token send it. A page on another site can
 * cause one, because browsers let it set `Accept`. The query then runs anonymously, since we read no cookies
 * here, and the page can't read the response. A `POST` may contain a mutation, so there the header proves
 * nothing (docs/guides/use-graphql.md#cross-site-requests).
 */
const isHarmless = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && accept.includes('application/graphql-response+json');

const tooMany = (retryAfterSeconds: number) =>
  `Too many requests without a token from this address. Try again in ${retryAfterSeconds} s, or send a runtime token.`;

/** Returns the version with this name, retired or not. Throws 404 if it never existed. */
function knownVersion(name: string, versions: readonly ApiVersion[], now: Date): ApiVersion {
  const known = versions.find(({ version }) => version === name);
  if (known) return known;
  const { list, details } = supported(versions, now);
  throw new ProtocolError(404, 'BAD_USER_INPUT', `This version doesn't exist. ${list}`, details);
}

function retired({ version }: ApiVersion, versions: readonly ApiVersion[], now: Date): ProtocolError {
  const { list, details } = supported(versions, now);
  return new ProtocolError(410, 'BAD_USER_INPUT', `Version ${version} is retired. ${list}`, details);
}

function supported(versions: readonly ApiVersion[], now: Date) {
  const names = versions.filter((version) => !isRetired(version, now)).map(({ version }) => version);
  return { list: `Supported versions: ${names.join(', ')}.`, details: { supportedVersions: names } };
}

/** Prints errors from before or after GraphQL as a GraphQL response. */
export function printGraphqlError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const away = isUnavailable(error);
  const protocol = error instanceof ProtocolError ? error : null;
  const status = away ? 503 : (protocol?.status ?? error.statusCode ?? 500);
  if (away) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const usual: GraphqlErrorCode =
    status === 429 ? 'THROTTLED' : status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR';
  const code = GRAPHQL_ERROR_CODES.find((one) => one === protocol?.code) ?? usual;
  if (status >= 500)
    request.log.error({ err: error, request_id: request.id }, 'Failed to run a request to the developer API');
  const ours = away ? UNAVAILABLE_MESSAGE : 'Something went wrong on our side.';
  const message = status < 500 ? error.message : ours;
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: { code, ...protocol?.details } }] });
}
