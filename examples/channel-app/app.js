import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import {
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

/** @typedef {{ status?: number, body: unknown } | 'never'} Answer */

/**
 * Creates the app's server: the endpoints that the platform calls, and routes under /simulator/ that act as guests and set the
 * channel's mood. `secret` is the install's webhook secret.
 * @param {{ channel: Channel, secret: string }} parts
 */
export function openApp({ channel, secret }) {
  /** Reads the raw body, which the signature covers. @param {IncomingMessage} request */
  const signed = async (request) => ({ headers: request.headers, body: await buffer(request), secret });

  /** Responses that a deaf channel holds open; the next mood change closes them. @type {Set<ServerResponse>} */
  const unanswered = new Set();

  /** @type {Record<string, (request: IncomingMessage, id: string) => Promise<Answer>>} */
  const routes = {
    async 'POST /channel_test'(request) {
      const { property, channel_property_id: typed } = await verifyChannelTest(await signed(request));
      const { id, currency } = await channel.list(property);
      const is = typed === null || typed === id;
      return { body: is ? ok(id, currency) : unknown(`This property's id on Staywell is ${id}.`) };
    },

    async 'POST /channel_products'(request) {
      const { channel_property_id: id, connection_id: connectionId } = await verifyChannelProducts(
        await signed(request),
      );
      return {
        body: /** @type {ChannelProductsAnswer} */ ({ rooms: await channel.rooms(id, connectionId) }),
      };
    },

    async 'POST /channel_ari'(request) {
      const heard = await channel.hear(await verifyChannelAri(await signed(request)));
      if (heard === 'never') return 'never';
      if (heard === 'later') return { status: 202, body: {} };
      return { body: ariAnswer(heard.errors) };
    },

    async 'POST /channel_copy'(request) {
      const { channel_property_id: id, ...span } = await verifyChannelCopy(await signed(request));
      return { body: /** @type {ChannelCopyAnswer} */ ({ changes: channel.nights(id, span) }) };
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
    const { status = 200, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  });

  /** @param {IncomingMessage} request @returns {Promise<Answer>} */
  async function handle(request) {
    const [, place, what, id = '', ...more] = new URL(request.url ?? '/', 'http://app').pathname.split('/');
    const path = place === 'simulator' ? ['', place, what, ':id', ...more].join('/') : `/${place}`;
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
  if (error instanceof SignatureError) return { status: error.status, body: { error: error.message } };
  if (error instanceof ChannelError) return { status: 409, body: { error: error.message } };
  // The platform resends an update after a 500.
  console.error(error);
  return { status: 500, body: { error: 'Something went wrong.' } };
}
