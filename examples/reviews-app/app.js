import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SessionTokenError, verifyFrameToken, verifySessionToken } from '@platform/app-sdk';
import { aboutPage, deskPage, framePage } from './pages.js';
import { openStore } from './store.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Settings } from './settings.js' */

/** @typedef {{ status?: number, type?: string, body: string, headers?: Record<string, string> }} Answer */
/** @typedef {(request: IncomingMessage, query: URLSearchParams) => Promise<Answer>} Handler */

const FILES = {
  '/frame.js': ['text/javascript', new URL('./frame/frame.js', import.meta.url)],
  '/desk.js': ['text/javascript', new URL('./frame/desk.js', import.meta.url)],
  '/frame.css': ['text/css', new URL('./frame/frame.css', import.meta.url)],
  '/platform.js': ['text/javascript', new URL(import.meta.resolve('@platform/app-sdk/browser'))],
};

class AnswerError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Creates the app's server, ready to listen. @param {Settings} settings */
export async function openApp({ appUrl, panelUrl, clientId, clientSecret, dataFile }) {
  const store = await openStore(dataFile);
  const key = { clientId, clientSecret };

  /** Returns the id of the install whose panel page sent the request. @param {IncomingMessage} request */
  async function hostOf({ headers }) {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    return (await verifySessionToken(token, key)).install_id;
  }

  /** @param {number} installId @returns {Answer} */
  const listOf = (installId) => ({ type: 'application/json', body: JSON.stringify(store.of(installId)) });

  /** @type {Record<string, Handler>} */
  const routes = {
    /** The guests' frame: reviews of the page's unit type, or of all unit types. */
    async 'GET /frame'(_request, query) {
      const claims = await verifyFrameToken(query.get('session') ?? '', key);
      const reviews = store.of(claims.install_id, claims.unit_type_id);
      return htmlIn(claims.origin, framePage(claims, reviews));
    },

    'GET /about': async () => htmlIn("'none'", aboutPage()),
    'GET /desk': async () => htmlIn(panelUrl, deskPage(panelUrl)),
    'GET /api/reviews': async (request) => listOf(await hostOf(request)),
    async 'POST /api/reviews'(request) {
      const installId = await hostOf(request);
      await store.add({ installId, ...reviewIn(await text(request)) });
      return listOf(installId);
    },
    async 'DELETE /api/reviews'(request, query) {
      const installId = await hostOf(request);
      await store.remove(installId, query.get('id') ?? '');
      return listOf(installId);
    },
  };
  for (const [path, [type, file]] of Object.entries(FILES)) {
    const body = await readFile(fileURLToPath(file), 'utf8');
    routes[`GET ${path}`] = async () => ({ type: String(type), body });
  }

  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', appUrl);
    const handler = routes[`${request.method} ${pathname}`];
    const answer = await (handler ? handler(request, searchParams).catch(refuse) : NOTHING);
    const { status = 200, type = 'text/plain', body, headers } = answer;
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      ...headers,
    });
    response.end(body);
  });
}

/** @type {Answer} */
const NOTHING = { status: 404, body: 'There is nothing here.' };

/** Returns an HTML page that only `parent` can frame. @param {string} parent @param {string} body @returns {Answer} */
const htmlIn = (parent, body) => ({
  type: 'text/html',
  body,
  headers: {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${parent}`,
  },
});

/** @param {string} body */
function reviewIn(body) {
  /** @type {Record<string, unknown>} */
  const given = Object(parse(body));
  const { unitTypeId, name, stars, text: written } = given;
  const isText = (/** @type {unknown} */ value, /** @type {number} */ most) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most;
  if (!/^\d{1,10}$/.test(String(unitTypeId))) throw new AnswerError(422, 'Enter the number of a unit type.');
  if (!isText(name, 40)) throw new AnswerError(422, 'Enter a name of at most 40 characters.');
  if (!isText(written, 1000)) throw new AnswerError(422, 'Enter a review of at most 1,000 characters.');
  if (!Number.isInteger(stars) || Number(stars) < 1 || Number(stars) > 5)
    throw new AnswerError(422, 'Choose 1 to 5 stars.');
  return {
    unitTypeId: String(unitTypeId),
    name: String(name).trim(),
    stars: Number(stars),
    text: String(written).trim(),
  };
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    throw new AnswerError(400, 'The body is not valid JSON.');
  }
}

/** @param {unknown} error @returns {Answer} */
function refuse(error) {
  if (error instanceof SessionTokenError) return { status: 401, body: error.message };
  if (error instanceof AnswerError) return { status: error.status, body: error.message };
  console.error(error);
  return { status: 500, body: 'Something went wrong.' };
}
