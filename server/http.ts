import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { printProblem } from '#adapters/rest/management/problems.ts';
import { printGraphqlError } from '#gateway/http/plugin.ts';
import type { Config } from '#kit/config.ts';
import {
  refuseUnstorable,
  refuseUnstorableForm,
  refuseUnstorableUrl,
  unstorableHeader,
} from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { NotReady } from '#kit/not-ready.ts';
import { RETRY_AFTER_SECONDS, Unavailable } from '#kit/unavailable.ts';
import { MAX_BODY } from '#schema/limits.ts';
import type { Failures } from './readiness.ts';

/** A connection is closed if its request isn't complete after this long; requests with a photo get longer. */
const REQUEST_TIMEOUT_MS = 15_000;
const SLOW_REQUEST_TIMEOUT_MS = 300_000;

/** Time a connection waits for its next request. */
const KEEP_ALIVE_MS = 30_000;
/**
 * The proxy must close the connection first, otherwise a request sent at that moment is lost; common proxies
 * keep connections for less time.
 */
const PROXY_KEEP_ALIVE_MS = 620_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for large bodies, which get five minutes. */
    readonly slowBody?: boolean;
    /**
     * Set if the route itself reports text that can't be stored: in its own errors, or in messages next to
     * form fields.
     */
    readonly namesUnstorable?: boolean;
    /** True for a management route whose body is a zip. */
    readonly takesZip?: boolean;
  }
}

function refuseSchema(): never {
  throw new Error('Routes have no JSON schemas here: parse with zod.');
}

/**
 * Our routes parse with zod. Fastify would load a hundred modules for JSON schemas otherwise; only mercurius has such
 * routes, in services.
 */
const WITHOUT_SCHEMAS = {
  schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
};

/** Creates a Fastify server with our limits and timeouts; every HTTP surface is a plugin on such a server. */
export function newHttpServer(config: Config): FastifyInstance {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: MAX_BODY,
    requestTimeout: SLOW_REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.trustedProxies.length ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a request on an open connection gets a response, then the connection closes
    trustProxy: config.trustedProxies.length ? [...config.trustedProxies] : false,
    clientErrorHandler: answerUnreadable,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 16_384 },
    ...(config.role.startsWith('subgraph:') ? {} : WITHOUT_SCHEMAS),
    // Before routing, the adapter isn't known yet, so the beginning of the URL determines it.
    frameworkErrors: ({ statusCode = 400, code }, request, reply) => {
      const error = Object.assign(new Error("The URL can't be read."), {
        name: 'FastifyError',
        statusCode,
        code,
      });
      const { print } = PRINTERS.find(({ prefix }) => request.url.startsWith(prefix)) ?? {
        print: printInvalid,
      };
      secure(request as FastifyRequest, reply as FastifyReply);
      reply.header('x-request-id', request.id);
      // the library types them with a route that doesn't exist here
      print(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply);
    if (!request.raw.complete && hasBody(request) && !request.routeOptions.config.slowBody)
      limitBody(request);
    refuseOtherTargets(request.raw.url ?? '');
    refuseUnstorableUrl(request.raw.url ?? '');
  });
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (!routeOptions.config.namesUnstorable) refuseUnstorableBody(body);
  });
  return app;
}

/**
 * Refuses a request target that isn't a path with an optional query (RFC 9112, 3.2.1). The router also accepts
 * whole URLs and treats `#` like `?`; the readers of `request.url` don't, so they could take the request for
 * another page's.
 */
function refuseOtherTargets(target: string): void {
  if (target.startsWith('/') && !target.includes('#')) return;
  throw new ProtocolError(
    400,
    'bad_request',
    'The request target must be a path that starts with / and has no #.',
  );
}

/** Responds to a request that Node's parser refuses before any surface is known; names a header with U+0000. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, phrase, message } = unreadable(error);
  const body = JSON.stringify({ type: 'invalid_request', code: 'bad_request', message });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function unreadable({ code, rawPacket }: ConnectionError) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, phrase: 'Request Timeout', message: 'The request took too long to arrive.' };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, phrase: 'Request Header Fields Too Large', message: 'The headers are too large.' };
  const header = rawPacket instanceof Buffer ? unstorableHeader(rawPacket) : null;
  const message =
    header === null
      ? "The request isn't HTTP/1.1."
      : `The header ${header} contains U+0000. Remove this character.`;
  return { status: 400, phrase: 'Bad Request', message };
}

/** Bodies that arrive as bytes are checked by the surface that reads them, after its own earlier checks. */
function refuseUnstorableBody(body: unknown): void {
  if (typeof body === 'string') refuseUnstorableForm(new URLSearchParams(body));
  else if (body instanceof URLSearchParams) refuseUnstorableForm(body);
  else if (!Buffer.isBuffer(body) && !(body instanceof Readable)) refuseUnstorable(body);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection if a body doesn't arrive in time. */
function limitBody({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.destroy(), REQUEST_TIMEOUT_MS);
  const stop = () => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
}

/** Browsers stay on https for a year after one https response. */
const HSTS = 'max-age=31536000';
/** We need none of these browser features. */
const NO_FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Sets the headers for every response, on every surface. */
function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-content-type-options': 'nosniff', 'permissions-policy': NO_FEATURES });
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
}

/** Surfaces whose URLs can be unreadable, with their error formats. */
const PRINTERS = [
  { prefix: '/api/dev/', print: printProblem },
  { prefix: '/developer/api/', print: printGraphqlError },
] as const;

function printInvalid(
  { statusCode = 400, message }: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  return reply.code(statusCode).send({ type: 'invalid_request', code: 'bad_request', message });
}

/** `/healthz` (alive) and `/readyz` (can serve), under any Host. */
export function healthRoutes(
  app: FastifyInstance,
  { failures }: { readonly failures: () => Promise<Failures> },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const failing = await failures();
    if (failing.size === 0) return { status: 'ready' };
    for (const [check, error] of failing) request.log.warn({ err: error, check }, 'Not ready');
    reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    const reasons = [...failing.values()].flatMap((error) =>
      error instanceof NotReady ? error.message : [],
    );
    return { status: 'unavailable', failing: [...failing.keys()], ...(reasons.length && { reasons }) };
  });
}

/** Routes about the process's health. */
const ABOUT_THE_PROCESS = ['/healthz', '/readyz', '/metrics'];

/** Refuses requests with 503 while the process's clock is wrong: prices, holds and tokens depend on the time. */
export function refuseWhile(app: FastifyInstance, isWrong: () => boolean): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (isWrong() && !ABOUT_THE_PROCESS.includes(routeOptions.url ?? ''))
      throw new Unavailable("This process's clock differs from the database's.");
  });
}

/**
 * Registers an adapter's routes in a separate scope, under `prefix` if given, so that its hooks and error
 * handler don't affect other adapters.
 */
export async function mount(
  http: FastifyInstance,
  routes: (scope: FastifyInstance) => Promise<void>,
  prefix = '',
): Promise<void> {
  await http.register(
    (scope, _options, done) => {
      routes(scope).then(() => done(), done);
    },
    { prefix },
  );
}
