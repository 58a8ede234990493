import { createServer } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { CallbackError, ExchangeError, SignatureError, verifyMessageSend } from '@platform/app-sdk';
import { MailboxError } from './mailbox.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Inbox } from './inbox.js' */
/** @import { Installs } from './installs.js' */
/** @import { Mailbox } from './mailbox.js' */
/** @import { Oauth } from './oauth.js' */

/** @typedef {{ status?: number, body: unknown } | { status?: number, text: string } | 'never' | 'lost'} Answer */
/** @typedef {{ request: IncomingMessage, query: URLSearchParams, id: string, key: string }} Asked */

/**
 * Creates one server for two parties: the platform calls the app at `/message_send`, and sends hosts who install it from the app store
 * to `/oauth/callback`; Farstay's API for houses is under `/farstay/`, and routes under `/simulator/` act as guests and set Farstay's
 * mood. `appUrl` is this server's public URL.
 * @param {{ inbox: Inbox, mailbox: Mailbox, installs: Installs, oauth: Oauth, appUrl: string }} parts
 */
export function openApp({ inbox, mailbox, installs, oauth, appUrl }) {
  const redirectUri = new URL('/oauth/callback', appUrl).href;
  /** Responses that a deaf Farstay holds open; the next mood change closes them. @type {Set<ServerResponse>} */
  const unanswered = new Set();

  /** @type {Record<string, (asked: Asked) => Promise<Answer>>} */
  const routes = {
    /** Reads the raw body, which the signature covers. */
    async 'POST message_send'({ request }) {
      const { headers } = request;
      const signed = { headers, body: await buffer(request), secret: installs.secretOf };
      const message = await verifyMessageSend(signed);
      return inbox.send(String(headers['x-platform-team']), message);
    },

    async 'GET oauth/callback'({ request }) {
      const team = await oauth.connect(request.url ?? '', redirectUri);
      await inbox.follow(team);
      return { text: `Connected: messages from Farstay arrive in the inbox of ${team} now.` };
    },

    'GET farstay/news': async ({ query }) => ({
      body: mailbox.newsAfter(query.get('house'), Number(query.get('after'))),
    }),
    async 'PUT farstay/threads/:id/letters/:key'({ request, query, id, key }) {
      const taken = await mailbox.send(query.get('house'), id, key, await read(request));
      return typeof taken === 'string' ? taken : { body: taken };
    },

    async 'POST simulator/threads'({ request }) {
      const [house] = installs.teams();
      if (!house) throw new MailboxError(409, 'No house is connected.');
      return { body: await mailbox.ask({ house, ...(await read(request)) }) };
    },
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
  if (error instanceof CallbackError || error instanceof ExchangeError) {
    return { status: error.status, text: `${error.message} Open the app in the panel and connect it again.` };
  }
  if (error instanceof SignatureError || error instanceof MailboxError)
    return { status: error.status, body: { error: error.message } };
  // The platform resends a message after a 503.
  console.error(error);
  return { status: 503, body: { error: 'Something went wrong.' } };
}
