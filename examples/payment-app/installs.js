import { createClient, document } from '@platform/app-sdk';
import { openSettings } from './settings.js';

/** @import { Client, TypedDocument } from '@platform/app-sdk' */
/** @import { OpenSettings } from './settings.js' */
/** @import { Store } from './store.js' */

/** @type {TypedDocument<{ currentInstall: { team: string } }, unknown>} */
const CURRENT_INSTALL = document('{ currentInstall { team } }');

/** A team's API client and its host's settings. @typedef {{ client: Client, settings: OpenSettings }} Connection */

/** Opens the app's installs, one for each team. @param {{ apiUrl: string, store: Store }} parts */
export function openInstalls({ apiUrl, store }) {
  const { installs } = store.records;
  /** Connections by team, opened on first use. @type {Map<string, Connection>} */
  const opened = new Map();

  /** @param {string} team */
  const installOf = (team) => (Object.hasOwn(installs, team) ? installs[team] : undefined);

  return {
    /** Returns a team's webhook secret; undefined if the team isn't connected. @param {string} team */
    secretOf: (team) => installOf(team)?.webhookSecret,

    /** Returns a team's connection; undefined if the team isn't connected. @param {string} team */
    of(team) {
      const install = installOf(team);
      if (!install) return undefined;
      let connection = opened.get(team);
      if (!connection) {
        const client = createClient({ apiUrl, token: install.token });
        connection = { client, settings: openSettings(client) };
        opened.set(team, connection);
      }
      return connection;
    },

    /** Stores a token from the app store's code or from `platform install`; returns its team. @param {string} token @param {string} webhookSecret */
    async connect(token, webhookSecret) {
      const { currentInstall } = await createClient({ apiUrl, token }).request(CURRENT_INSTALL);
      const { team } = currentInstall;
      installs[team] = { token, webhookSecret };
      opened.delete(team);
      await store.save();
      return team;
    },
  };
}

/** @typedef {ReturnType<typeof openInstalls>} Installs */
