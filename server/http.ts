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
import { NotReady } from '#kit/not-ready.ts';
import { RETRY_AFTER_SECONDS, Unavailable } from '#kit/unavailable.ts';
import { MAX_BODY } from '#schema/limits.ts';
import type { Failures } from './readiness.ts';

/** A request that is not here whole after this long is closed; one with a photo has longer. */
const REQUEST_TIMEOUT_MS = 15_000;
const SLOW_REQUEST_TIMEOUT_MS = 300_000;

/** How long a connection waits for its next request. */
const KEEP_ALIVE_MS = 30_000;
/** A proxy must close it first, or a request it sends just then is lost; none of the usual keeps a connection longer. */
const PROXY_KEEP_ALIVE_MS = 620_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its bodies are large: they have five minutes. */
    readonly slowBody?: boolean;
    /** Names text that cannot be stored in errors of its own shape, or next to the field of a form. */
    readonly namesUnstorable?: boolean;
  }
}

/** A Fastify server with our limits and timeouts; every HTTP surface is a plugin on one of these. */
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
    return503OnClosing: false, // a request that came over an open connection is answered, and the connection closed
    trustProxy: config.trustedProxies.length ? [...config.trustedProxies] : false,
    clientErrorHandler: answerUnreadable,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 16_384 },
    // Before a route is known there is no adapter: who is meant is read from the beginning of the URL.
    frameworkErrors: ({ statusCode = 400, code }, request, reply) => {
      const error = Object.assign(new Error('The URL cannot be read.'), {
        name: 'FastifyError',
        statusCode,
        code,
      });
      const { print } = PRINTERS.find(({ prefix }) => request.url.startsWith(prefix)) ?? {
        print: printInvalid,
      };
      secure(request as FastifyRequest, reply as FastifyReply);
      reply.header('x-request-id', request.id);
      print(error, request as FastifyRequest, reply as FastifyReply); // the library types them by a route there is not
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply);
    if (!request.raw.complete && hasBody(request) && !request.routeOptions.config.slowBody)
      limitBody(request);
    refuseUnstorableUrl(request.raw.url ?? '');
  });
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (!routeOptions.config.namesUnstorable) refuseUnstorableBody(body);
  });
  return app;
}

/** Answers a request that Node's parser refuses before any surface is known; a header with U+0000 is named. */
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
      ? 'The request is not HTTP/1.1.'
      : `The header ${header} contains U+0000: remove this character.`;
  return { status: 400, phrase: 'Bad Request', message };
}

/** Bodies that arrive as bytes are refused by the surface that reads them, after its own earlier checks. */
function refuseUnstorableBody(body: unknown): void {
  if (typeof body === 'string') refuseUnstorableForm(new URLSearchParams(body));
  else if (body instanceof URLSearchParams) refuseUnstorableForm(body);
  else if (!Buffer.isBuffer(body) && !(body instanceof Readable)) refuseUnstorable(body);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a body that is not here in time. */
function limitBody({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.destroy(), REQUEST_TIMEOUT_MS);
  const stop = () => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
}

/** Browsers keep to https for a year once they were answered over it. */
const HSTS = 'max-age=31536000';
/** Nothing of ours needs what these open. */
const NO_FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** What every answer carries, whatever surface gives it. */
function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-content-type-options': 'nosniff', 'permissions-policy': NO_FEATURES });
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
}

/** Surfaces with URLs that can be unreadable, and the shape of their errors. */
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
    for (const [check, error] of failing) request.log.warn({ err: error, check }, 'not ready');
    reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    const reasons = [...failing.values()].flatMap((error) =>
      error instanceof NotReady ? error.message : [],
    );
    return { status: 'unavailable', failing: [...failing.keys()], ...(reasons.length && { reasons }) };
  });
}

/** Routes that show how the process is doing. */
const ABOUT_THE_PROCESS = ['/healthz', '/readyz', '/metrics'];

/** Refuses requests with 503 while the process's clock is wrong: prices, holds and tokens depend on the time. */
export function refuseWhile(app: FastifyInstance, isWrong: () => boolean): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (isWrong() && !ABOUT_THE_PROCESS.includes(routeOptions.url ?? ''))
      throw new Unavailable("The clock of this process differs from the database's.");
  });
}

/**
 * Registers an adapter's routes in a scope of their own, under `prefix` where one is given: its hooks and error handler
 * reach no other adapter.
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
