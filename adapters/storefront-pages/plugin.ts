import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute, Operation } from '#kit/execute.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import type { Storefront, Storefronts } from '../storefront.ts';
import { bookingPage } from './booking.ts';
import {
  bookingPage as bookingOperation,
  homePage as homeOperation,
  policyPages,
  unitTypePage as unitTypeOperation,
} from './generated.ts';
import { homePage } from './home.ts';
import { type Html, STYLESHEET_PATH } from './layout.ts';
import { policyPage } from './policy.ts';
import { problemPage } from './problem.ts';
import { unitTypePage } from './unit-type.ts';

export interface StorefrontPages {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
}

/** A page that is not there, on a storefront that is. */
class PageNotFound extends ProtocolError {
  readonly storefront: Storefront;

  constructor(storefront: Storefront) {
    super(404, 'not_found', 'There is no such page here.');
    this.storefront = storefront;
  }
}

const STYLESHEET = readFileSync(new URL('./storefront.css', import.meta.url), 'utf8');

/** The pages guests see: what is sold, the policies, and the booking behind its permalink. Plain HTML, no scripts. */
export async function storefrontPages(
  app: FastifyInstance,
  { execute, storefronts }: StorefrontPages,
): Promise<void> {
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(async (request) => {
    throw new PageNotFound(await storefronts.of(request));
  });

  const ask = <TResult, TVariables>(
    request: FastifyRequest,
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) => execute(operation, variables, { viewer: { kind: 'public' }, requestId: request.id });

  app.get(STYLESHEET_PATH, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLESHEET),
  );

  app.get('/', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { unitTypePages } = await ask(request, homeOperation, { storefrontId: storefront.id });
    return send(reply, homePage(storefront, unitTypePages));
  });

  app.get<{ Params: { unitTypeId: string } }>('/stays/:unitTypeId', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { unitTypeId } = request.params;
    if (parseId(unitTypeId) === null) throw new PageNotFound(storefront);
    const found = await ask(request, unitTypeOperation, { storefrontId: storefront.id, unitTypeId });
    if (!found.unitTypePage) throw new PageNotFound(storefront);
    return send(reply, unitTypePage(storefront, found.unitTypePage));
  });

  app.get<{ Params: { kind: string } }>('/policies/:kind', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { storefrontByHost } = await ask(request, policyPages, { host: storefront.domain });
    const policy = storefrontByHost?.policies.find(({ kind }) => kind === request.params.kind);
    if (!policy) throw new PageNotFound(storefront);
    return send(reply, policyPage(storefront, policy));
  });

  app.get<{ Params: { permalinkId: string } }>('/bookings/:permalinkId', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    if (!isUuid(permalinkId)) throw new PageNotFound(storefront);
    const { bookingByPermalink } = await ask(request, bookingOperation, {
      storefrontId: storefront.id,
      permalinkId,
    });
    if (!bookingByPermalink) throw new PageNotFound(storefront);
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return send(reply, bookingPage(storefront, bookingByPermalink));
  });
}

/** Nothing but our own stylesheet loads, nothing frames the page, and its address goes nowhere. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

async function send(reply: FastifyReply, body: Html): Promise<FastifyReply> {
  return reply.headers(HEADERS).send(`${await body}`);
}

async function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, code, message, details } = known(error, request);
  const { retryAfter } = details;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  reply.code(status);
  if (!wantsHtml(request)) return reply.send({ code, message });
  const storefront = error instanceof PageNotFound ? error.storefront : null;
  return send(reply, problemPage(storefront, TITLES[status] ?? 'Something went wrong', message));
}

const TITLES: Readonly<Record<number, string>> = { 404: 'Nothing here', 503: 'Back soon' };

function known(error: unknown, request: FastifyRequest): ProtocolError {
  if (error instanceof ProtocolError) return error;
  request.log.error({ err: error, requestId: request.id }, 'a page failed');
  return new ProtocolError(
    500,
    'internal_error',
    `Something went wrong on our side; try again later. If it stays, quote ${request.id}.`,
  );
}

/** Programs that ask for something that is not there get JSON. */
const wantsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;
