/** @import { AppSettings, Client } from '@platform/app-sdk' */

/** Types of the settings in app.toml. */
const TYPES = /** @type {const} */ ({ account: 'text', api_key: 'secret', transfer_hours: 'integer' });

/** @typedef {{ merchant: { account: string, key: string } | null, transferHours: number }} HostSettings */

/**
 * Opens the host's settings for this install, read on first use and again after a change. `merchant` is null until the host has
 * filled in account and key, and no payment can start.
 * @param {Pick<Client, 'settings'>} client
 */
export function openSettings(client) {
  /** @type {Promise<HostSettings> | null} */
  let known = null;

  /** @returns {Promise<HostSettings>} */
  async function ask() {
    const { values } = await client.settings(TYPES);
    const { account, api_key: key, transfer_hours: hours } = values;
    return { merchant: account && key ? { account, key } : null, transferHours: hours ?? 24 };
  }

  return {
    read() {
      const reading = known ?? ask();
      known = reading;
      // Retry a failed read next time.
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
    forget() {
      known = null;
    },
  };
}

/** @typedef {ReturnType<typeof openSettings>} OpenSettings */
