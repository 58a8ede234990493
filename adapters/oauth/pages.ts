import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Language } from '#kit/language.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import { pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import { VARY } from '../storefront-pages/open-page.ts';
import { problemText } from '../storefront-pages/problem.ts';
import { visitOf } from '../storefront-pages/visit.ts';
import { PASSKEY_SCRIPT_PATH } from './pages/layout.ts';
import { problemPage } from './pages/problem.ts';

/** A form is posted to us; our response may redirect the browser to the app, which always uses https. */
const FORM_ACTION = "'self' https:";
const HEADERS = { ...pageHeaders({ formAction: FORM_ACTION }), 'cache-control': 'no-store' } as const;

/** Responds with a page. */
export async function sendPage(reply: FastifyReply, body: Html): Promise<FastifyReply> {
  return reply.headers(HEADERS).send(`${await body}`);
}

/** Responds with a page in the visitor's language. */
export const sendPageIn = (reply: FastifyReply, language: Language, body: Html): Promise<FastifyReply> =>
  sendPage(inLanguage(reply, language), body);

const inLanguage = (reply: FastifyReply, language: Language): FastifyReply =>
  reply.headers({ vary: VARY, 'content-language': language });

/** Responds with a page that shows our pictures. */
export async function sendPicturePage(reply: FastifyReply, body: Html): Promise<FastifyReply> {
  const shown = pageHeaders({ formAction: FORM_ACTION, photos: true });
  return reply.headers({ ...HEADERS, ...shown }).send(`${await body}`);
}

/**
 * Responds with a page in the visitor's language whose form redirects to a payment app, which a developer may run on this
 * machine.
 */
export async function sendPaymentPage(
  reply: FastifyReply,
  language: Language,
  body: Html,
): Promise<FastifyReply> {
  const formAction = `${FORM_ACTION} http://localhost:* http://127.0.0.1:*`;
  const headers = { ...HEADERS, ...pageHeaders({ formAction }), 'x-robots-tag': 'noindex' };
  return inLanguage(reply, language)
    .headers(headers)
    .send(`${await body}`);
}

/** Responds with a page that requests a passkey from the browser; `origin` is the panel's. */
export async function sendPasskeyPage(
  reply: FastifyReply,
  origin: string,
  body: Html,
): Promise<FastifyReply> {
  const script = new URL(PASSKEY_SCRIPT_PATH, origin).href;
  return reply
    .headers({ ...HEADERS, ...pageHeaders({ formAction: FORM_ACTION, script }) })
    .send(`${await body}`);
}

/** Redirects the browser; the current address isn't sent as a referrer and the response isn't cached. */
export const sendOn = (reply: FastifyReply, url: string): FastifyReply =>
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).redirect(url, 303);

/**
 * Renders every failure as a page; the browser isn't redirected (docs/interface/oauth.md#checks). Statements' pages are
 * in the visitor's language.
 */
export async function answerProblem(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  const { status, code, message } = known;
  if (request.url.startsWith('/statements/')) {
    const visit = visitOf(request, null);
    const { title, text } = problemText(visit, code, { quote: status === 500 ? request.id : null });
    return sendPageIn(refuse(reply, known), visit.language, problemPage(title, text, visit.language));
  }
  return sendPage(refuse(reply, known), problemPage(TITLES[status] ?? "This request isn't valid", message));
}

const TITLES: Readonly<Record<number, string>> = {
  403: 'Please try again',
  404: 'Page not found',
  405: "This address doesn't work that way",
  500: 'Something went wrong',
  503: 'Back soon',
};

const FAULTS: Faults = {
  log: 'a page failed',
  failed: (id) => new ProtocolError(500, 'internal_error', `Try again later. If it persists, quote ${id}.`),
  refused: () =>
    new ProtocolError(400, 'bad_request', "We couldn't read this request. Go back and try again."),
};
