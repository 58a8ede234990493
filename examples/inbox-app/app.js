import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { SignatureError, verifyMessageSend } from '@platform/app-sdk';
import { MailboxError } from './mailbox.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Inbox } from './inbox.js' */
/** @import { Mailbox } from './mailbox.js' */

/** @typedef {{ status?: number, body: unknown } | 'never' | 'lost'} Answer */
/** @typedef {{ request: IncomingMessage, query: URLSearchParams, id: string, key: string }} Asked */

/**
 * Creates one server for two parties: the platform calls the app at `/message_send`; Farstay's API for houses is under `/farstay/`,
 * and routes under `/simulator/` act as guests and set Farstay's mood. `secret` is the install's webhook secret.
 * @param {{ inbox: Inbox, mailbox: Mailbox, secret: string }} parts
 */
export function openApp({ inbox, mailbox, secret }) {
  /** Responses that a deaf Farstay holds open; the next mood change closes them. @type {Set<ServerResponse>} */
  const unanswered = new Set();

  /** @type {Record<string, (asked: Asked) => Promise<Answer>>} */
  const routes = {
    /** Reads the raw body, which the signature covers. */
    async 'POST message_send'({ request }) {
      const signed = { headers: request.headers, body: await buffer(request), secret };
      return inbox.send(await verifyMessageSend(signed));
    },

    'GET farstay/news': async ({ query }) => ({ body: mailbox.newsAfter(Number(query.get('after'))) }),
    async 'PUT farstay/threads/:id/letters/:key'({ request, id, key }) {
      const taken = await mailbox.send(id, key, await read(request));
      return typeof taken === 'string' ? taken : { body: taken };
    },

    'POST simulator/threads': async ({ request }) => ({ body: await mailbox.ask(await read(request)) }),
    'GET simulator/threads/:id': async ({ id }) => ({ body: mailbox.read(id) }),
    'POST simulator/threads/:id/letters': async ({ request, id }) => ({
      body: await mailbox.write(id, await read(request)),
    }),
    'PUT simulator/threads/:id/booking': async ({ request, id }) => ({
      body: await mailbox.book(id, (await read(request)).bookingId),
    }),
    'POST simulator/threads/:id/open': async ({ id }) => ({ body: await mailbox.open(id) }),
    'DELETE simulator/threads/:id': async ({ id }) => ({ body: await mailbox.close(id) }),
    async 'PUT simulator/mood/:id'({ id }) {
      mailbox.behave(id);
      for (const response of unanswered) response.destroy();
      return { body: { mood: id } };
    },
  };

  return createServer(async (request, response) => {
    const answer = await handle(request).catch(refuse);
    if (answer === 'lost') return response.destroy();
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
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://app');
    const [, place, what, id, part, key] = pathname.split('/');
    const path = [place, what, id && ':id', part, key && ':key'].filter(Boolean).join('/');
    const route = routes[`${request.method} ${path}`];
    const [named = '', keyed = ''] = [id, key].map((text) => decodeURIComponent(text ?? ''));
    return route
      ? route({ request, query, id: named, key: keyed })
      : { status: 404, body: { error: 'There is nothing here.' } };
  }
}

/** @param {IncomingMessage} request @returns {Promise<any>} */
const read = (request) => json(request);

/** @param {unknown} error @returns {Answer} */
function refuse(error) {
  if (error instanceof SignatureError || error instanceof MailboxError)
    return { status: error.status, body: { error: error.message } };
  // The platform resends a message after a 503.
  console.error(error);
  return { status: 503, body: { error: 'Something went wrong.' } };
}
