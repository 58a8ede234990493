import { createClient } from '@platform/app-sdk';
import { API_VERSION, CURRENT_INSTALL } from './documents.js';

/** @import { Client } from '@platform/app-sdk' */
/** @import { Store } from './store.js' */

/** Opens the app's installs, one for each team. @param {{ apiUrl: string, store: Store }} parts */
export function openInstalls({ apiUrl, store }) {
  const { installs } = store.records;
  const clientWith = (/** @type {string} */ token) => createClient({ apiUrl, token, version: API_VERSION });

  /** @param {string} team */
  const installOf = (team) => (Object.hasOwn(installs, team) ? installs[team] : undefined);

  return {
    teams: () => Object.keys(installs),

    /** Returns a team's webhook secret; undefined if the team isn't connected. @param {string} team */
    secretOf: (team) => installOf(team)?.webhookSecret,

    /** Creates a team's API client. Throws if the team isn't connected. @param {string} team @returns {Client} */
    clientOf(team) {
      const install = installOf(team);
      if (!install) throw new Error(`The team ${team} isn't connected.`);
      return clientWith(install.token);
    },

    /** Stores a token from the app store's code or from `platform install`; returns its team. @param {string} token @param {string} webhookSecret */
    async connect(token, webhookSecret) {
      const { currentInstall } = await clientWith(token).request(CURRENT_INSTALL);
      const { team } = currentInstall;
      installs[team] = { token, webhookSecret };
      await store.save();
      return team;
    },
  };
}

/** @typedef {ReturnType<typeof openInstalls>} Installs */
