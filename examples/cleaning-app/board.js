import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SessionTokenError, verifySessionToken } from '@platform/app-sdk';
import { AnswerError, answerJson, readBody } from './http.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Crew } from './crew.js' */
/** @import { Handler } from './http.js' */
/** @import { Installs } from './installs.js' */
/** @import { Settings } from './settings.js' */

/** Moves on the page, with the status that each one sets. @type {Record<string, 'IN_PROGRESS' | 'COMPLETED'>} */
const MOVES = { start: 'IN_PROGRESS', finish: 'COMPLETED' };

const FILES = {
  '/board.js': ['text/javascript', new URL('./board/board.js', import.meta.url)],
  '/expired.js': ['text/javascript', new URL('./board/expired.js', import.meta.url)],
  '/board.css': ['text/css', new URL('./board/board.css', import.meta.url)],
  '/platform.js': ['text/javascript', new URL(import.meta.resolve('@platform/app-sdk/browser'))],
};

/** Routes of the crew's job list, which the host panel embeds. @param {{ settings: Settings, installs: Installs, crew: Crew }} parts @returns {Record<string, Handler>} */
export function boardRoutes({ settings, installs, crew }) {
  const { appUrl, panelUrl, clientId, clientSecret } = settings;

  /** Returns the install whose host opened the page. Throws SessionTokenError. @param {string} token */
  async function installOf(token) {
    const { install_id } = await verifySessionToken(token, { clientId, clientSecret });
    const install = installs.byId(install_id);
    if (!install) throw new AnswerError(403, 'This team has not connected the crew yet.');
    return install;
  }

  /** Returns the install for one of the page's API calls. @param {IncomingMessage} request */
  async function callerOf({ headers }) {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    return installOf(token).catch((error) => {
      throw error instanceof SessionTokenError ? new AnswerError(401, error.message) : error;
    });
  }

  /** @type {Record<string, Handler>} */
  const files = Object.fromEntries(
    Object.entries(FILES).map(([path, [type, file]]) => [
      `GET ${path}`,
      async (_request, response) => {
        const text = await readFile(fileURLToPath(file));
        response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
      },
    ]),
  );

  return {
    ...files,
    async 'GET /board'(request, response) {
      const token = new URL(request.url ?? '', appUrl).searchParams.get('session') ?? '';
      const problem = await installOf(token).then(
        () => null,
        (error) => {
          if (error instanceof SessionTokenError) return error;
          throw error;
        },
      );
      response.writeHead(problem ? 401 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors ${panelUrl}`,
      });
      response.end(problem ? expiredPage(panelUrl) : boardPage(panelUrl));
    },

    async 'GET /api/jobs'(request, response) {
      answerJson(response, { jobs: crew.jobsOf(await callerOf(request)) });
    },

    async 'POST /api/jobs'(request, response) {
      const install = await callerOf(request);
      const { taskId, move, bags } = readMove((await readBody(request)).toString('utf8'));
      const job = await crew.move(install, taskId, move, bags);
      if (!job) throw new AnswerError(404, 'There is no such job.');
      answerJson(response, { job });
    },
  };
}

/** @param {string} text */
function readMove(text) {
  try {
    const { task_id, move, bags = null } = JSON.parse(text);
    const status = MOVES[move];
    const isCount = bags === null || (Number.isInteger(bags) && bags >= 0);
    if (typeof task_id === 'string' && status && isCount) return { taskId: task_id, move: status, bags };
  } catch {
    // Reported below.
  }
  throw new AnswerError(400, 'Send {"task_id": …, "move": "start" or "finish"}.');
}

/** @param {string} panelUrl @param {string} script @param {string} body */
const page = (panelUrl, script, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="panel-origin" content="${panelUrl}">
<title>Cleaning Crew</title>
<link rel="stylesheet" href="/board.css">
<script type="module" src="${script}"></script>
${body}
</html>
`;

/** @param {string} panelUrl */
const boardPage = (panelUrl) =>
  page(
    panelUrl,
    '/board.js',
    '<h1>Jobs</h1>\n<p id="message" role="status"></p>\n<table hidden><thead><tr><th>Task<th>Kind<th>Due<th>Worker<th>Status<th></tr></thead><tbody></tbody></table>',
  );

/** @param {string} panelUrl */
const expiredPage = (panelUrl) =>
  page(
    panelUrl,
    '/expired.js',
    '<h1>Your session has ended</h1>\n<p id="message" role="status">Reload to continue where you left off.</p>\n<button type="button">Reload</button>',
  );
