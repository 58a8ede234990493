import { createClient } from '@platform/app-sdk';
import { API_VERSION, CURRENT_INSTALL } from './documents.js';

/** @import { Settings } from './settings.js' */
/** @import { Install, Store } from './store.js' */

/** Types of the settings in app.toml. */
const SETTINGS = /** @type {const} */ ({ workers: 'textarea', task_types: 'multiselect' });

/** @typedef {{ workers: string[], taskTypes: readonly string[] }} HostSettings */

/** Opens the app's installs, with an API client for each team. @param {Settings} settings @param {Store} store */
export function openInstalls({ apiUrl }, store) {
  const { installs } = store.state;
  /** Hosts' settings, read once; `app.settings_changed` and polls clear them. @type {Map<string, Promise<HostSettings>>} */
  const known = new Map();
  const client = (/** @type {Pick<Install, 'token'>} */ { token }) =>
    createClient({ apiUrl, token, version: API_VERSION });

  /** @param {Install} install @returns {Promise<HostSettings>} */
  async function read(install) {
    const { values } = await client(install).settings(SETTINGS);
    const names = (values.workers ?? '').split('\n').map((name) => name.trim());
    return { workers: names.filter(Boolean), taskTypes: values.task_types ?? [] };
  }

  return {
    all: () => Object.values(installs),
    /** @param {string} team @returns {Install | undefined} */
    of: (team) => installs[team],
    /** Returns the install with a session token's `install_id`. @param {number} id @returns {Install | undefined} */
    byId: (id) => Object.values(installs).find((install) => install.id === String(id)),
    /** Creates an API client for an install. @param {Pick<Install, 'token'>} install */
    client,

    /** Returns the settings of an install's host. @param {Install} install @returns {Promise<HostSettings>} */
    settingsOf(install) {
      const reading = known.get(install.team) ?? read(install);
      known.set(install.team, reading);
      // Retry a failed read next time.
      reading.catch(() => known.get(install.team) === reading && known.delete(install.team));
      return reading;
    },
    /** @param {Install} install */
    forgetSettings({ team }) {
      known.delete(team);
    },

    /** Stores a token from a host's consent or from `platform install`. @param {string} token @param {string} webhookSecret */
    async connect(token, webhookSecret) {
      const { currentInstall } = await client({ token }).request(CURRENT_INSTALL);
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
