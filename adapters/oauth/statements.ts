import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { isUuid } from '#kit/ids.ts';
import { knownLanguage, languageOf } from '#kit/language.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import type { HostSessions } from '../host-session.ts';
import { spendAddressBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { openPdfThread } from '../storefront-pages/invoice/pdf-thread.ts';
import { inGuestsLanguage, inLanguage, visitOf } from '../storefront-pages/visit.ts';
import { openStatementDocument, openStatementPaymentDocument } from './generated.ts';
import { refusalText, returnedPage, type Statement, statementPage } from './pages/statement.ts';
import { sendOn, sendPageIn, sendPaymentPage } from './pages.ts';
import { queryOf, readParameters } from './parameters.ts';

type StatementRequest = FastifyRequest<{ Params: { permalinkId: string }; Body: string | undefined }>;

export interface StatementOptions {
  readonly execute: Execute;
  readonly sessions: Pick<HostSessions, 'origin'>;
  /** Limits attempts to pay from one address. */
  readonly paymentLimiter: RateLimiter;
}

/**
 * Names the paid statement's permalink in the payer's browser only: its page shows the team's charges, which the payment
 * app must not read, so the app sends the payer back to an address without it.
 */
const COOKIE = 'statement';
/** Lifetime of a payment session. */
const COOKIE_SECONDS = 24 * 3_600;

const REFRESH_SECONDS = '4';

/**
 * Serves a statement for paid apps, or its credit note, at its permalink, with the form to pay it and its PDF
 * (docs/interface/billing.md#paying). Anyone who has the address can open it, e.g. an accountant without an account.
 */
export function statementRoutes(
  app: FastifyInstance,
  { execute, sessions, paymentLimiter }: StatementOptions,
): void {
  const drawPdf = openPdfThread();

  const callerOf = ({ id }: FastifyRequest) => ({ viewer: { kind: 'public' }, requestId: id }) as const;

  const find = async (request: FastifyRequest, permalinkId: string): Promise<Statement> => {
    const found = await execute(openStatementDocument, { permalinkId }, callerOf(request));
    if (!found.appInvoiceByPermalink) throw MISSING;
    return found.appInvoiceByPermalink;
  };

  const show = async (
    request: StatementRequest,
    reply: FastifyReply,
    {
      notice = null,
      hasReturned = false,
    }: { readonly notice?: string | null; readonly hasReturned?: boolean },
  ) => {
    const { permalinkId } = request.params;
    const statement = await find(request, permalinkId);
    const visit = visitTo(request, statement);
    const status = statement.paymentMethods?.latest?.status;
    // The app may be about to report the payment.
    const isWaiting = hasReturned && statement.amountDue > 0 && status === 'REDIRECTED';
    if (isWaiting) reply.header('refresh', REFRESH_SECONDS);
    const path = `/statements/${permalinkId}`;
    const page = statementPage(statement, { visit, path, notice, isWaiting });
    return sendPaymentPage(reply, visit.language, page);
  };

  app.get('/statements/:permalinkId', async (request: StatementRequest, reply) => {
    const [, permalinkId = '', pdf] = /^([^.]*)(\.pdf)?$/.exec(request.params.permalinkId) ?? [];
    const parameters = readParameters(queryOf(request.url));
    const outcome = parameters.get('payment');
    if (!pdf) return show(request, reply, { hasReturned: outcome === 'returned' });
    const statement = await find(request, permalinkId);
    const language = knownLanguage(parameters.get('lang') ?? '') ?? languageOf(statement.recipientLocale);
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-language': language,
        'content-disposition': `inline; filename="${statement.number}.pdf"`,
      })
      .send(await drawPdf({ statement, language }, `statements:${statement.recipient.name}`));
  });

  app.post('/statements/:permalinkId', async (request: StatementRequest, reply) => {
    const origin = sessions.origin(request);
    refuseForeignForm(request, { baseUrl: origin });
    await spendAddressBudget(paymentLimiter, request);
    const { permalinkId } = request.params;
    const statement = await find(request, permalinkId);
    const { language, chosen } = visitTo(request, statement);
    const method = readParameters(request.body ?? '').get('method') ?? '';
    const path = `/statements/return/${statement.id}`;
    const input = { permalinkId, method, returnUrl: new URL(inLanguage(path, chosen), origin).href };
    const { statementPaymentOpen: opened } = await execute(
      openStatementPaymentDocument,
      { input },
      callerOf(request),
    );
    if (opened.redirectUrl === null)
      return show(request, reply, { notice: opened.refusal && refusalText(language, opened.refusal) });
    reply.setCookie(COOKIE, permalinkId, {
      path,
      maxAge: COOKIE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: origin.startsWith('https:'),
    });
    return sendOn(reply, opened.redirectUrl);
  });

  app.get('/statements/return/:statementId', async (request, reply) => {
    const permalinkId = request.cookies[COOKIE] ?? '';
    const { language, chosen } = visitOf(request, null);
    if (!isUuid(permalinkId)) return sendPageIn(reply, language, returnedPage(language));
    const outcome =
      readParameters(queryOf(request.url)).get('payment') === 'returned' ? 'returned' : 'canceled';
    return sendOn(reply, inLanguage(`/statements/${permalinkId}?payment=${outcome}`, chosen));
  });
}

/** Returns a visit in the requested or the browser's language, otherwise in the team's first owner's. */
const visitTo = (request: FastifyRequest, { recipientLocale }: Statement) =>
  inGuestsLanguage(visitOf(request, null), recipientLocale);

const MISSING = new ProtocolError(404, 'not_found', 'There is no statement with this address.');
