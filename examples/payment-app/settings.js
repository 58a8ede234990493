/** @import { AppSettings, Client } from '@platform/app-sdk' */

/** What a host fills in, as app.toml declares it. */
const TYPES = /** @type {const} */ ({ account: 'text', api_key: 'secret', transfer_hours: 'integer' });

/** @typedef {{ merchant: { account: string, key: string } | null, transferHours: number }} HostSettings */

/**
 * What the host of this install filled in, read when it is first needed and again after it changed. Without account and key there is
 * no merchant, and no payment can begin.
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
      // What could not be read is asked for again.
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
