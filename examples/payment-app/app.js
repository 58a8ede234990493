import { readFileSync } from 'node:fs';
import {
  CallbackError,
  ExchangeError,
  SignatureError,
  verifyPaymentSession,
  verifyRefundSession,
  verifyWebhook,
} from '@platform/app-sdk';
import Fastify from 'fastify';
import { chargePage, notePage } from './pages.js';
import { WrongKeyError } from './provider.js';
import { readSettings } from './settings.js';

/** @import { FastifyReply } from 'fastify' */
/** @import { openProvider } from './provider.js' */
/** @import { HostInstalls } from './settings.js' */
/** @import { Charge, ChargeStatus } from './store.js' */
/** @import { Html } from './pages.js' */

const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');

/**
 * New charge status by the button's value; null leaves the charge open, like a guest who never decides.
 * @type {Record<string, Exclude<ChargeStatus, 'open'> | null>}
 */
const DECISIONS = { approve: 'paid', decline: 'failed', pend: 'pending', silence: null };

/**
 * Creates the app's server: the endpoints that the platform calls, the page where the guest pays, and the redirect URI for hosts
 * who install the app from the app store. `appUrl` is this server's public URL.
 * `oauth` is the app's client at the platform.
 * @param {{ provider: ReturnType<typeof openProvider>, installs: HostInstalls, oauth: { issuer: string, clientId: string, clientSecret: string }, appUrl?: string | undefined }} parts
 */
export function openApp({ provider, installs, oauth, appUrl }) {
  const app = Fastify({ bodyLimit: 100_000 });
  const secret = installs.secretOf;
  // The signature covers the raw body, so nothing parses it before verification.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof UnreadyError || error instanceof WrongKeyError) {
      return reply.code(503).send({ error: error.message });
    }
    if (error instanceof CallbackError || error instanceof ExchangeError) {
      const next = 'Open the app in the panel and connect it again.';
      return show(reply.code(error.status), notePage(`${error.message} ${next}`));
    }
    if (error instanceof SignatureError) return reply.code(error.status).send({ error: error.message });
    const { statusCode = 500, message } = /** @type {import('fastify').FastifyError} */ (error);
    if (statusCode >= 500) console.error(error);
    return reply.code(statusCode).send({ error: statusCode >= 500 ? 'Something went wrong.' : message });
  });

  app.post('/payment_sessions', async ({ headers, body }) => {
    const session = await verifyPaymentSession({ headers, body: bytesOf(body), secret });
    const { merchant } = await readSettings(connectionOf(session.team));
    // The guest sees that this payment method is out of order, and can choose another.
    if (!merchant) throw new UnreadyError('The host has yet to fill in account number and key.');
    // A guest who chooses this method again has the same session and gets the same charge.
    const { id } = await provider.createCharge(merchant, {
      reference: session.id,
      amount: session.amount,
      currency: session.currency,
      metadata: session,
    });
    return { redirect_url: `${appUrl ?? app.listeningOrigin}/pay/${id}` };
  });

  app.post('/refund_sessions', async ({ headers, body }, reply) => {
    const { id, reference, amount, team } = await verifyRefundSession({
      headers,
      body: bytesOf(body),
      secret,
    });
    reply.code(202).send({});
    await provider.refund({ reference: id, chargeId: reference, amount, metadata: { team } });
    return reply;
  });

  app.post('/webhooks', async ({ headers, body }, reply) => {
    const { topic, team } = await verifyWebhook({ headers, body: bytesOf(body), secret });
    if (topic === 'app.settings_changed') connectionOf(team).forget();
    return reply.code(204).send();
  });

  app.get('/oauth/callback', async ({ url }, reply) => {
    const redirectUri = new URL('/oauth/callback', appUrl ?? app.listeningOrigin).href;
    const team = await installs.connectFromStore({ url, redirectUri, ...oauth });
    return show(reply, notePage(`Connected: guests of ${team} can pay with Test Bank now.`));
  });

  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));

  app.get('/pay/:charge', async ({ params }, reply) => {
    const charge = provider.charge(chargeIn(params));
    return charge
      ? show(reply, chargePage(charge), charge)
      : show(reply.code(404), notePage('Nothing to pay here.'));
  });

  app.post('/pay/:charge', async ({ params, body }, reply) => {
    const charge = provider.charge(chargeIn(params));
    if (!charge) return show(reply.code(404), notePage('Nothing to pay here.'));
    const decision = (body instanceof URLSearchParams && body.get('decision')) || '';
    if (!Object.hasOwn(DECISIONS, decision)) return show(reply.code(400), chargePage(charge), charge);
    const status = DECISIONS[decision];
    if (status) await provider.decide(charge, status);
    const { return_url, cancel_url } = charge.metadata;
    return reply.redirect(charge.status === 'failed' ? cancel_url : return_url, 303);
  });

  return app;

  /** Returns the connection of a team whose signature was verified. @param {string} team */
  function connectionOf(team) {
    const connection = installs.of(team);
    if (!connection) throw new UnreadyError('The team is not connected.');
    return connection;
  }
}

/** The host has to finish the setup before guests can pay. */
class UnreadyError extends Error {}

/** Returns the raw body, or an empty string for any other content type. @param {unknown} body */
const bytesOf = (body) => (Buffer.isBuffer(body) ? body : '');

/** Returns the charge id in the path. @param {unknown} params */
const chargeIn = (params) => /** @type {{ charge: string }} */ (params).charge;

/** Sends a page that loads only our stylesheet, can't be framed, and posts its form only here and back to the booking. @param {FastifyReply} reply @param {Html} body @param {Charge} [charge] */
async function show(reply, body, charge) {
  const back = charge ? ` ${new URL(charge.metadata.return_url).origin}` : '';
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(String(await body));
}
