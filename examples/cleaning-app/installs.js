import { createClient } from '@platform/app-sdk';
import { API_VERSION, CURRENT_INSTALL } from './documents.js';

/** @import { Settings } from './settings.js' */
/** @import { Install, Store } from './store.js' */

/** The teams that installed the app, and what it takes to speak for each. @param {Settings} settings @param {Store} store */
export function openInstalls({ apiUrl }, store) {
  const { installs } = store.state;
  return {
    all: () => Object.values(installs),
    /** @param {string} team @returns {Install | undefined} */
    of: (team) => installs[team],
    /** The install a session token names. @param {number} id @returns {Install | undefined} */
    byId: (id) => Object.values(installs).find((install) => install.id === String(id)),
    /** A client that speaks for an install. @param {Pick<Install, 'token'>} install */
    client: ({ token }) => createClient({ apiUrl, token, version: API_VERSION }),

    /** Keeps a token that a host's consent, or `platform install`, gave. @param {string} token @param {string} webhookSecret */
    async connect(token, webhookSecret) {
      const client = createClient({ apiUrl, token, version: API_VERSION });
      const { currentInstall } = await client.request(CURRENT_INSTALL);
      const { id, team, app } = currentInstall;
      const seenUntil = installs[team]?.seenUntil ?? null;
      const install = { id, team, app, token, webhookSecret, seenUntil };
      installs[team] = install;
      await store.save();
      return install;
    },
  };
}

/** @typedef {ReturnType<typeof openInstalls>} Installs */
