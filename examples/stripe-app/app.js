import { readFileSync } from 'node:fs';
import {
  ApiError,
  CallbackError,
  ExchangeError,
  SignatureError,
  verifyPaymentSession,
  verifyRefundSession,
  verifyWebhook,
} from '@platform/app-sdk';
import Fastify from 'fastify';
import Stripe from 'stripe';
import { UnknownTeamError, UnreadyError, WrongSignatureError } from './accounts.js';
import { DeclinedError, EndedError } from './checkouts.js';
import { EVENT_TYPES } from './events.js';
import { connectedPage, notePage } from './pages.js';

/** @import { FastifyReply } from 'fastify' */
/** @import { Accounts, HostInstalls } from './accounts.js' */
/** @import { Checkouts } from './checkouts.js' */
/** @import { Events } from './events.js' */
/** @import { Refunds } from './refunds.js' */

const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');

/** A host's OAuth client, whose code the platform exchanges. @typedef {{ issuer: string, clientId: string, clientSecret: string }} Oauth */

/**
 * Creates the app's server: the endpoints that the platform calls, the endpoint for Stripe's events, and the redirect URI for
 * hosts who install the app from the app store. `appUrl` is this server's public URL.
 * @param {{ installs: HostInstalls, accounts: Accounts, checkouts: Checkouts, refunds: Refunds, events: Events, oauth: Oauth, appUrl?: string | undefined }} parts
 */
export function openApp({ installs, accounts, checkouts, refunds, events, oauth, appUrl }) {
  // Stripe's events can be larger than the platform's calls.
  const app = Fastify({ bodyLimit: 1_000_000 });
  const secret = installs.secretOf;
  const urlOf = (/** @type {string} */ path) => new URL(path, appUrl ?? app.listeningOrigin).href;
  // The signatures cover the raw bodies, so nothing parses them before verification.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof DeclinedError) return reply.code(422).send(error.decline);
    const status = statusOf(error);
    if (error instanceof CallbackError || error instanceof ExchangeError) {
      const text = `${error.message} Open the app in the panel and connect it again.`;
      return show(reply.code(status), notePage('Not connected', [text]));
    }
    const { message } = /** @type {Error} */ (error);
    // An outage, or a host who hasn't finished the setup, is expected and needs no stack.
    if (status >= 500) console.error(status === 500 ? error : message);
    return reply.code(status).send({ error: status === 500 ? 'The app failed. Try again.' : message });
  });

  app.post('/payment_sessions', async ({ headers, body }) => {
    const session = await verifyPaymentSession({ headers, body: bytesOf(body), secret });
    return { redirect_url: await checkouts.open(session) };
  });

  app.post('/refund_sessions', async ({ headers, body }, reply) => {
    await refunds.make(await verifyRefundSession({ headers, body: bytesOf(body), secret }));
    // Accepted only now: until then, the platform retries after a crash.
    return reply.code(202).send({});
  });

  app.post('/webhooks', async ({ headers, body }, reply) => {
    const { topic, team, resource } = await verifyWebhook({ headers, body: bytesOf(body), secret });
    if (topic === 'app.settings_changed') accounts.connectionOf(team).forget();
    if (topic === 'payment_session.expired' || topic === 'payment_session.canceled') {
      await checkouts.end(resource.id);
    }
    return reply.code(204).send();
  });

  app.post('/stripe/webhooks/:team', async ({ headers, body, params }) => {
    const { team } = /** @type {{ team: string }} */ (params);
    const event = await accounts.verifyEvent(team, bytesOf(body), headers['stripe-signature']);
    await events.handle(team, event);
    return { received: true };
  });

  app.get('/oauth/callback', async ({ url }, reply) => {
    const team = await installs.connectFromStore({ url, redirectUri: urlOf('/oauth/callback'), ...oauth });
    return show(reply, connectedPage(team, urlOf(`/stripe/webhooks/${team}`), EVENT_TYPES));
  });

  app.get('/health', () => ({ status: 'ok' }));
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));

  return app;
}

/** Returns the status for an error. From 500 on, Stripe and the platform try again. @param {unknown} error */
function statusOf(error) {
  if (error instanceof SignatureError || error instanceof CallbackError || error instanceof ExchangeError)
    return error.status;
  if (error instanceof WrongSignatureError) return 400;
  if (error instanceof UnknownTeamError) return 404;
  if (error instanceof EndedError) return 409;
  if (
    error instanceof UnreadyError ||
    error instanceof ApiError ||
    error instanceof Stripe.errors.StripeError
  )
    return 503;
  const { statusCode = 500 } = /** @type {import('fastify').FastifyError} */ (error);
  return statusCode;
}

/** Returns the raw body; empty if there is none. @param {unknown} body */
const bytesOf = (body) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Sends a page that loads only our stylesheet and can't be framed. @param {FastifyReply} reply @param {ReturnType<typeof notePage>} body */
const show = async (reply, body) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(String(await body));
