import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import {
  CallbackError,
  ExchangeError,
  SignatureError,
  verifyChannelAri,
  verifyChannelCopy,
  verifyChannelProducts,
  verifyChannelTest,
} from '@platform/app-sdk';
import { ChannelError } from './channel.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { ChannelAriAnswer, ChannelCopyAnswer, ChannelProductsAnswer, ChannelTestAnswer } from '@platform/app-sdk' */
/** @import { Channel } from './channel.js' */
/** @import { Installs } from './installs.js' */
/** @import { Oauth } from './oauth.js' */

/** @typedef {{ status?: number, body: unknown } | { status?: number, text: string } | 'never'} Answer */

/**
 * Creates the app's server: the endpoints that the platform calls, the redirect URI for hosts who install the app from the app
 * store, and routes under /simulator/ that act as guests and set the channel's mood. `appUrl` is this server's public URL.
 * @param {{ channel: Channel, installs: Installs, oauth: Oauth, appUrl: string }} parts
 */
export function openApp({ channel, installs, oauth, appUrl }) {
  const redirectUri = new URL('/oauth/callback', appUrl).href;

  /** Reads the raw body, which the signature covers. @param {IncomingMessage} request */
  const signed = async (request) => ({
    headers: request.headers,
    body: await buffer(request),
    secret: installs.secretOf,
  });

  /** Returns the team that signed a verified call. @param {IncomingMessage} request */
  const teamOf = ({ headers }) => String(headers['x-platform-team']);

  /** Responses that a deaf channel holds open; the next mood change closes them. @type {Set<ServerResponse>} */
  const unanswered = new Set();

  /** @type {Record<string, (request: IncomingMessage, id: string) => Promise<Answer>>} */
  const routes = {
    async 'POST /channel_test'(request) {
      const { property, channel_property_id: typed } = await verifyChannelTest(await signed(request));
      const { id, currency } = await channel.list(teamOf(request), property);
      const is = typed === null || typed === id;
      return { body: is ? ok(id, currency) : unknown(`This property's id on Staywell is ${id}.`) };
    },

    async 'POST /channel_products'(request) {
      const { channel_property_id: id, connection_id: connectionId } = await verifyChannelProducts(
        await signed(request),
      );
      return {
        body: /** @type {ChannelProductsAnswer} */ ({
          rooms: await channel.rooms(teamOf(request), id, connectionId),
        }),
      };
    },

    async 'POST /channel_ari'(request) {
      const message = await verifyChannelAri(await signed(request));
      const heard = await channel.hear(teamOf(request), message);
      if (heard === 'never') return 'never';
      if (heard === 'later') return { status: 202, body: {} };
      return { body: ariAnswer(heard.errors) };
    },

    async 'POST /channel_copy'(request) {
      const { channel_property_id: id, ...span } = await verifyChannelCopy(await signed(request));
      const changes = channel.nights(teamOf(request), id, span);
      return { body: /** @type {ChannelCopyAnswer} */ ({ changes }) };
    },

    async 'GET /oauth/callback'(request) {
      const team = await oauth.connect(request.url ?? '', redirectUri);
      return { text: `Connected: choose Staywell under Channels to sell the rooms of ${team} there.` };
    },

    'GET /simulator/properties/:id': async (_request, id) => ({ body: channel.copy(id) }),
    'POST /simulator/properties/:id/sales': async (request, id) => ({
      body: await channel.sell(id, await read(request)),
    }),
    'PUT /simulator/reservations/:id': async (request, id) => ({
      body: await channel.change(id, await read(request)),
    }),
    'DELETE /simulator/reservations/:id': async (_request, id) => ({ body: await channel.cancel(id) }),
    async 'PUT /simulator/mood/:id'(_request, id) {
      channel.behave(id);
      for (const response of unanswered) response.destroy();
      return { body: { mood: id } };
    },
  };

  return createServer(async (request, response) => {
    const answer = await handle(request).catch(refuse);
    if (answer === 'never') {
      unanswered.add(response);
      response.once('close', () => unanswered.delete(response));
      return;
    }
    const { status = 200 } = answer;
    const isText = 'text' in answer;
    response.writeHead(status, {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end(isText ? answer.text : JSON.stringify(answer.body));
  });

  /** @param {IncomingMessage} request @returns {Promise<Answer>} */
  async function handle(request) {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    const [, place, what, id = '', ...more] = pathname.split('/');
    const path = place === 'simulator' ? ['', place, what, ':id', ...more].join('/') : pathname;
    const route = routes[`${request.method} ${path}`];
    return route
      ? route(request, decodeURIComponent(id))
      : { status: 404, body: { error: 'There is nothing here.' } };
  }
}

/** @param {string} id @param {string} currency @returns {ChannelTestAnswer} */
const ok = (id, currency) => ({ ok: true, channel_property_id: id, currency });
/** @param {string} message @returns {ChannelTestAnswer} */
const unknown = (message) => ({ ok: false, message });

/** @param {import('@platform/app-sdk').ChannelAriError[]} errors @returns {ChannelAriAnswer} */
const ariAnswer = (errors) => (errors.length === 0 ? { accepted: true } : { accepted: false, errors });

/** @param {IncomingMessage} request @returns {Promise<any>} */
const read = (request) => json(request);

/** @param {unknown} error @returns {Answer} */
function refuse(error) {
  if (error instanceof CallbackError || error instanceof ExchangeError) {
    return { status: error.status, text: `${error.message} Open the app in the panel and connect it again.` };
  }
  if (error instanceof SignatureError) return { status: error.status, body: { error: error.message } };
  if (error instanceof ChannelError) return { status: 409, body: { error: error.message } };
  // The platform resends an update after a 500.
  console.error(error);
  return { status: 500, body: { error: 'Something went wrong.' } };
}
