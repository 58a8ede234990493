import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dotted, findUnstorable } from '#kit/entered-text.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { Keys } from '#kit/secrets.ts';
import { insteadOf } from '#kit/wrong-value.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { spendBudget } from '../rate-limit.ts';
import { agentViewer, type Storefront, type Storefronts } from '../storefront.ts';
import type { Tool } from './tools/tool.ts';
import { TOOLS } from './tools/tools.ts';
import { checkVersionHeader, type Era, eraOf } from './transport/era.ts';
import { answerError, errorOf, RpcError } from './transport/errors.ts';
import type { Exchange } from './transport/exchange.ts';
import { isObject, type Message, type Params, readMessage } from './transport/message.ts';
import { mcpPath, RPC, UCP_VERSIONS, type UcpVersion } from './transport/protocol.ts';
import { type McpServer, newMcpServer } from './transport/server.ts';
import { openSessionIds } from './transport/session-id.ts';
import { newDescriptions } from './ucp/descriptions.ts';
import { signAnswerDocument, signingKeyDocument } from './ucp/generated.ts';
import { signatureHeaders } from './ucp/sign.ts';

export interface McpRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly rateLimiter: RateLimiter;
  /** Keys that sign session ids: `vault.derive('mcp-session')`. */
  readonly sessionKeys: Keys;
  /** Draft tools for storefronts that offer the draft; null if the platform doesn't support one. */
  readonly drafted: ReadonlyMap<string, Tool> | null;
}

/** Instructions for agents: what they can do here, and how. */
const INSTRUCTIONS = {
  withCheckout:
    'Books stays at this lodging storefront. Search with dates and party, start a checkout with a stay and the guest, ' +
    'complete it, and give the payment link to the guest: you never handle payment. Amounts are integers in minor units. ' +
    "The terms are available as resources and as a lookup's policies.",
  catalogOnly:
    'Finds and prices stays at this lodging storefront. The host reviews booking requests by hand, so there is no ' +
    "checkout here: give the guest the product's url. Amounts are integers in minor units. " +
    "The terms are available as resources and as a lookup's policies.",
} as const;

const JSON_TYPE = 'application/json; charset=utf-8';
const SESSION_HEADER = 'mcp-session-id';

/** Serves the agent surface over MCP: `POST /api/mcp` (docs/interface/mcp.md#transport). */
export async function mcpRoutes(app: FastifyInstance, options: McpRoutes): Promise<void> {
  const { execute, storefronts, rateLimiter } = options;
  const sessionIds = openSessionIds(options.sessionKeys);
  const descriptions = newDescriptions();
  const usual = serversOf(TOOLS);
  const drafted = options.drafted ? serversOf(new Map([...TOOLS, ...options.drafted])) : usual;
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');

  for (const ucpVersion of UCP_VERSIONS) {
    const url = mcpPath(ucpVersion);
    app.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
      url,
      // Runs before the body is read, because only the method matters.
      onRequest: async (request, reply) => {
        await storefronts.forAgents(request);
        reply.header('allow', 'POST');
        throw new RpcError(
          405,
          RPC.server,
          'Only POST is supported here; send one JSON-RPC message per request.',
        );
      },
      handler: async () => undefined,
    });
    app.post(url, { bodyLimit: MAX_BODY, config: { namesUnstorable: true } }, (request, reply) =>
      serve(request, reply, ucpVersion),
    );
  }

  /** Creates servers for a set of tools: with and without instant bookings. */
  function serversOf(tools: ReadonlyMap<string, Tool>) {
    const common = { tools, execute, descriptions };
    return {
      withCheckout: newMcpServer({
        ...common,
        offered: () => true,
        instructions: INSTRUCTIONS.withCheckout,
      }),
      catalogOnly: newMcpServer({
        ...common,
        offered: ({ needsCheckout }) => !needsCheckout,
        instructions: INSTRUCTIONS.catalogOnly,
      }),
    };
  }

  async function serve(request: FastifyRequest, reply: FastifyReply, ucpVersion: UcpVersion) {
    const storefront = await storefronts.forAgents(request);
    refuseForeignOrigin(request, storefront);
    await spendBudget(rateLimiter, request, storefront);
    const message = readMessage(request.body);
    refuseUnstorableEnvelope(request.body, message);
    if (message.kind === 'notification') {
      checkVersionHeader(request.headers);
      return reply.code(202).send();
    }
    const era = eraOf(request.headers, message.method, message.params);
    if (era === 'legacy') checkSession(request, message, storefront);
    const exchange: Exchange = { storefront, era, ucpVersion, requestId: request.id, log: request.log };
    const servers = storefront.lodgingDraft ? drafted : usual;
    const server = storefront.instantBooking ? servers.withCheckout : servers.catalogOnly;
    const answer = await ask(server, message, exchange).catch(refusalOf);
    if (era === 'legacy' && message.method === 'initialize' && typeof answer === 'string') {
      reply.header(SESSION_HEADER, sessionIds.issue(storefront.id));
    }
    return send(reply, message.id, answer, exchange);
  }

  /**
   * Checks that a session id, if present, is ours; requests without a session are served too
   * (docs/interface/mcp.md#transport).
   */
  function checkSession(request: FastifyRequest, { method }: Request, storefront: Storefront): void {
    const id = request.headers[SESSION_HEADER];
    if (id === undefined || method === 'initialize') return;
    if (typeof id === 'string' && sessionIds.isValid(id, storefront.id)) return;
    throw new RpcError(404, RPC.invalidRequest, 'Session not found: send initialize to start a new one.');
  }

  /** Sends a result's members or an error. */
  async function send(
    reply: FastifyReply,
    id: string | number,
    answer: string | RpcError,
    exchange: Exchange,
  ) {
    const failed = typeof answer !== 'string';
    const status = failed ? answer.status : 200;
    const body = failed
      ? JSON.stringify({ jsonrpc: '2.0', id, error: errorOf(answer) })
      : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${answer}}}`;
    if (exchange.signed) reply.headers(await sign(status, body, exchange));
    const retryAfter = failed ? answer.data?.retry_after : null;
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
    // Sends bytes, because the socket reserves three times as much memory for text.
    return reply.code(status).header('content-type', JSON_TYPE).send(Buffer.from(body));
  }

  async function sign(status: number, body: string, { storefront, requestId }: Exchange) {
    const host = storefront.domain;
    const caller = { viewer: agentViewer(storefront, 'mcp', null), requestId };
    const { storefrontByHost: holder } = await execute(signingKeyDocument, { host }, caller);
    return signatureHeaders({
      status,
      contentType: JSON_TYPE,
      body,
      created: new Date(),
      keyId: holder?.signingKey.kid ?? '',
      sign: async (base) => {
        const { storefrontByHost: signer } = await execute(signAnswerDocument, { host, base }, caller);
        return signer?.signature ?? '';
      },
    });
  }
}

type Request = Extract<Message, { kind: 'request' }>;

/** Lets browsers call only from the storefront's own pages (prevents DNS rebinding). */
function refuseForeignOrigin({ headers }: FastifyRequest, { baseUrl }: Storefront): void {
  if (headers.origin === undefined || headers.origin.toLowerCase() === baseUrl) return;
  throw new RpcError(403, RPC.server, 'Requests from other origins are refused.');
}

type Read = (params: Params) => Params;

const COMMON: readonly (readonly [method: string, read: Read])[] = [
  ['tools/list', readList],
  ['tools/call', readCall],
  ['resources/list', readList],
  ['resources/templates/list', readList],
  ['resources/read', readUri],
];

/** Methods in each era, with the parameters that handlers receive. */
const METHODS: Readonly<Record<Era, ReadonlyMap<string, Read>>> = {
  legacy: new Map([['initialize', readInitialize], ['ping', () => ({})], ...COMMON]),
  stateless: new Map([['server/discover', () => ({})], ...COMMON]),
};

async function ask(server: McpServer, { method, params }: Request, exchange: Exchange): Promise<string> {
  const read = METHODS[exchange.era].get(method);
  const handler = server.get(method);
  if (!read || !handler) {
    throw new RpcError(
      exchange.era === 'stateless' ? 404 : 200,
      RPC.methodNotFound,
      "This method doesn't exist.",
    );
  }
  return handler(exchange, read(params));
}

/** Converts an error to its response; rethrows unexpected errors. */
function refusalOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  throw error;
}

function readInitialize(params: Params): Params {
  const { protocolVersion, capabilities, clientInfo } = params;
  const isNamed =
    isObject(clientInfo) && typeof clientInfo.name === 'string' && typeof clientInfo.version === 'string';
  if (typeof protocolVersion === 'string' && isObject(capabilities) && isNamed) return { protocolVersion };
  throw new RpcError(
    200,
    RPC.invalidParams,
    'initialize needs protocolVersion (text), capabilities (an object) and clientInfo (with name and version).',
  );
}

function readList({ cursor }: Params): Params {
  if (isAbsent(cursor)) return {};
  throw new RpcError(
    200,
    RPC.invalidParams,
    'This cursor is invalid; lists here have one page and take no cursor.',
  );
}

function readUri({ uri }: Params): Params {
  if (typeof uri === 'string' && uri !== '') return { uri };
  throw new RpcError(
    200,
    RPC.invalidParams,
    'params.uri must be the address of a resource from resources/list.',
  );
}

/** Clients send null or an empty string for optional fields that have no value. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function readCall({ name, arguments: given }: Params): Params {
  const args = isAbsent(given) ? {} : given;
  if (typeof name !== 'string') {
    throw new RpcError(
      200,
      RPC.invalidParams,
      'params.name must be the name of a tool, for example "search_catalog".',
    );
  }
  if (!isObject(args)) {
    throw new RpcError(200, RPC.invalidParams, `params.arguments must be an object${insteadOf(args)}.`);
  }
  if (nestsDeeperThan(MAX_DEPTH, args)) {
    throw new RpcError(200, RPC.invalidParams, `params.arguments can nest at most ${MAX_DEPTH} levels.`);
  }
  return { name, arguments: args };
}

/** Deeper arguments are an attack on code that traverses them. */
const MAX_DEPTH = 32;

function nestsDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeperThan(levels - 1, inner));
}

/**
 * Throws an `RpcError` for unstorable text anywhere except in a tool's arguments, which the tool refuses
 * itself.
 */
function refuseUnstorableEnvelope(body: unknown, message: Message): void {
  const { params, ...envelope } = body as { readonly params?: Params }; // `readMessage` accepts objects only
  const { arguments: _, ...others } = params ?? {};
  const isCall = message.kind === 'request' && message.method === 'tools/call';
  const found = findUnstorable({ ...envelope, params: isCall ? others : params });
  if (!found) return;
  const [status, code] = found.path[0] === 'params' ? [200, RPC.invalidParams] : [400, RPC.invalidRequest];
  throw new RpcError(status, code, `${dotted(found.path) || 'The message'} ${found.reason}.`);
}
