import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute, Operation } from '#kit/execute.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import { pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import { serveStylesheet } from '../page/stylesheet.ts';
import { spendBudget } from '../rate-limit.ts';
import type { Storefront, Storefronts } from '../storefront.ts';
import { bookingPage } from './booking.ts';
import { calendarFile } from './calendar-file.ts';
import { icon, llms, robots, sitemap } from './discovery.ts';
import {
  type BookingPageQuery,
  bookingPageDocument,
  homePageDocument,
  openPaymentDocument,
  policyPagesDocument,
  unitTypePageDocument,
} from './generated.ts';
import { homePage } from './home.ts';
import { STYLESHEET_PATH } from './layout.ts';
import { REFUSED } from './payment.ts';
import { policyPage } from './policy.ts';
import { problemPage } from './problem.ts';
import { unitTypePage } from './unit-type.ts';

export interface StorefrontPages {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  /** What an address may ask of payment apps at one storefront. */
  readonly paymentLimiter: RateLimiter;
}

/** A missing page of an existing storefront. */
class PageNotFound extends ProtocolError {
  readonly storefront: Storefront;

  constructor(storefront: Storefront) {
    super(404, 'not_found', 'This page does not exist.');
    this.storefront = storefront;
  }
}

/** The pages guests see: what is sold, the policies, and the booking behind its permalink. Plain HTML, no scripts. */
export async function storefrontPages(
  app: FastifyInstance,
  { execute, storefronts, paymentLimiter }: StorefrontPages,
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

  serveStylesheet(app, STYLESHEET_PATH, new URL('./storefront.css', import.meta.url));

  app.get('/', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { unitTypePages } = await ask(request, homePageDocument, { storefrontId: storefront.id });
    return send(reply, homePage(storefront, unitTypePages));
  });

  app.get<{ Params: { unitTypeId: string } }>('/stays/:unitTypeId', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { unitTypeId } = request.params;
    if (parseId(unitTypeId) === null) throw new PageNotFound(storefront);
    const found = await ask(request, unitTypePageDocument, { storefrontId: storefront.id, unitTypeId });
    if (!found.unitTypePage) throw new PageNotFound(storefront);
    return send(reply, unitTypePage(storefront, found.unitTypePage));
  });

  app.get<{ Params: { kind: string } }>('/policies/:kind', async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { storefrontByHost } = await ask(request, policyPagesDocument, { host: storefront.domain });
    const policy = storefrontByHost?.policies.find(({ kind }) => kind === request.params.kind);
    if (!policy) throw new PageNotFound(storefront);
    return send(reply, policyPage(storefront, policy));
  });

  app.get('/robots.txt', async (request, reply) =>
    sendFile(reply, 'text/plain; charset=utf-8', robots(await storefronts.of(request))),
  );
  app.get('/icon.svg', async (request, reply) =>
    sendFile(reply, 'image/svg+xml', icon(await storefronts.of(request))),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    sendFile(reply, 'application/xml; charset=utf-8', sitemap(...(await withStays(request)))),
  );
  app.get('/llms.txt', async (request, reply) =>
    sendFile(reply, 'text/plain; charset=utf-8', llms(...(await withStays(request)))),
  );

  const withStays = async (request: FastifyRequest) => {
    const storefront = await storefronts.of(request);
    const { unitTypePages } = await ask(request, homePageDocument, { storefrontId: storefront.id });
    return [storefront, unitTypePages] as const;
  };

  const permalinkOf = async (request: AtPermalink) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    if (!isUuid(permalinkId)) throw new PageNotFound(storefront);
    return { storefront, permalink: { storefrontId: storefront.id, permalinkId } };
  };

  const findBooking = async (request: AtPermalink): Promise<FoundBooking> => {
    const { storefront, permalink } = await permalinkOf(request);
    const { bookingByPermalink } = await ask(request, bookingPageDocument, permalink);
    if (!bookingByPermalink) throw new PageNotFound(storefront);
    return { storefront, booking: bookingByPermalink };
  };

  const showBooking = async (
    request: AtPermalink,
    reply: FastifyReply,
    { storefront, booking }: FoundBooking,
    notice: string | null = null,
  ) => {
    const payment = booking.paymentStatus === 'released' ? null : booking.paymentMethods;
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    // The app may be about to report the payment: the page refreshes automatically.
    const returned = request.query.payment === 'returned' && payment?.latest?.status === 'REDIRECTED';
    if (returned) reply.header('refresh', REFRESH_SECONDS);
    const body = bookingPage(
      storefront,
      booking,
      payment,
      request.params.permalinkId,
      returned ? WAITING : notice,
    );
    return send(reply, body, PAYMENT_HEADERS);
  };

  app.get<Permalink>('/bookings/:permalinkId', async (request, reply) =>
    showBooking(request, reply, await findBooking(request)),
  );

  app.get<Permalink>('/bookings/:permalinkId/stay.ics', async (request, reply) => {
    const { storefront, booking } = await findBooking(request);
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...NO_SNIFF, ...PRIVATE })
      .header('content-disposition', `attachment; filename="${booking.reference}.ics"`)
      .send(calendarFile(storefront, booking, request.params.permalinkId));
  });

  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post<Permalink>('/bookings/:permalinkId', async (request, reply) => {
    await spendBudget(paymentLimiter, request, await storefronts.of(request));
    const { storefront, permalink } = await permalinkOf(request);
    const method = request.body instanceof URLSearchParams ? (request.body.get('method') ?? '') : '';
    const pageUrl = `${storefront.baseUrl}/bookings/${permalink.permalinkId}`;
    const { paymentSessionOpen } = await ask(request, openPaymentDocument, {
      input: { ...permalink, method, pageUrl },
    });
    const { redirectUrl, refusal } = paymentSessionOpen;
    if (redirectUrl !== null) {
      return reply
        .code(303)
        .headers({ location: redirectUrl, 'cache-control': 'no-store', ...PRIVATE })
        .send();
    }
    return showBooking(request, reply, await findBooking(request), refusal && REFUSED[refusal]);
  });
}

interface Permalink {
  readonly Params: { readonly permalinkId: string };
  readonly Querystring: { readonly payment?: string | readonly string[] };
}

type AtPermalink = FastifyRequest<Permalink>;

interface FoundBooking {
  readonly storefront: Storefront;
  readonly booking: NonNullable<BookingPageQuery['bookingByPermalink']>;
}

const FORM = 'application/x-www-form-urlencoded';
const REFRESH_SECONDS = '4';
const WAITING = "We're waiting for your payment to be confirmed. This page refreshes automatically.";

const HEADERS = pageHeaders("'self'", null, true);

/** The guest's next address must not leak. */
const PRIVATE = { 'referrer-policy': 'no-referrer' } as const;

/** The form's answer leads on to the page of the payment app. */
const PAYMENT_HEADERS = pageHeaders("'self' https: http://localhost:* http://127.0.0.1:*");

const NO_SNIFF = { 'x-content-type-options': 'nosniff' } as const;

/** What is the same for everyone. An icon opened as a page must not do more than show itself. */
const sendFile = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply
    .type(type)
    .headers({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'",
      ...NO_SNIFF,
    })
    .send(body);

async function send(
  reply: FastifyReply,
  body: Html,
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<FastifyReply> {
  return reply.headers(headers).send(`${await body}`);
}

async function answerProblem(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  const { status, code, message } = known;
  refuse(reply, known);
  if (!wantsHtml(request)) return reply.send({ code, message });
  const storefront = error instanceof PageNotFound ? error.storefront : null;
  return send(reply, problemPage(storefront, TITLES[status] ?? 'Something went wrong', message));
}

const TITLES: Readonly<Record<number, string>> = {
  404: 'Page not found',
  429: 'Too many requests',
  503: 'Back soon',
};

const FAULTS: Faults = {
  log: 'a page failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side; try again later. If it persists, quote ${id}.`,
    ),
  refused: ({ statusCode }) => new ProtocolError(statusCode, 'bad_request', 'The request cannot be read.'),
};

/** Programs that request a missing page get JSON. */
const wantsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;
