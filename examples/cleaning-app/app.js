import { createServer } from 'node:http';
import { boardRoutes } from './board.js';
import { openCrew } from './crew.js';
import { AnswerError } from './http.js';
import { openInstalls } from './installs.js';
import { oauthRoutes } from './oauth.js';
import { openStore } from './store.js';
import { webhookRoutes } from './webhooks.js';

/** @import { Settings } from './settings.js' */
/** @import { Handler } from './http.js' */

const CATCH_UP_EVERY_MS = 5 * 60_000;

/** Opens the app, ready to listen. @param {Settings} settings @param {(line: string) => void} [log] */
export async function openApp(settings, log = console.log) {
  const store = await openStore(settings.dataFile);
  const installs = openInstalls(settings, store);
  const crew = openCrew({ store, installs, log });
  /** @type {Record<string, Handler>} */
  const routes = {
    ...webhookRoutes({ installs, crew }),
    ...oauthRoutes({ settings, installs, crew }),
    ...boardRoutes({ settings, installs, crew }),
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', settings.appUrl);
    const handler = routes[`${request.method} ${pathname}`];
    try {
      if (!handler) throw new AnswerError(404, 'There is nothing here.');
      await handler(request, response);
    } catch (error) {
      const known = error instanceof AnswerError;
      // Any status other than 2xx makes the platform deliver a webhook again.
      if (!known) console.error(error);
      response.writeHead(known ? error.status : 500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(known ? error.message : 'Something went wrong.');
    }
  });

  /** Catches up on changes that the app missed. One team's failure doesn't affect the others. */
  async function catchUp() {
    for (const install of installs.all()) {
      await crew.catchUp(install).catch((error) => console.error(`${install.team}: ${error.message}`));
    }
  }

  if (settings.devToken) await installs.connect(settings.devToken, settings.devWebhookSecret);
  const timer = setInterval(catchUp, CATCH_UP_EVERY_MS);
  return {
    server,
    catchUp,
    close() {
      clearInterval(timer);
      server.close();
      server.closeIdleConnections();
    },
  };
}
