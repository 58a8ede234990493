/** Types of the settings in app.toml. */
export const SETTINGS = /** @type {const} */ ({
  account: 'text',
  api_key: 'secret',
  transfer_hours: 'integer',
});

/** @import { Connection, Installs } from '@platform/app-sdk' */
/** @typedef {Installs<typeof SETTINGS>} HostInstalls */

/**
 * Reads the host's settings. `merchant` is null until the host has filled in account and key, and no payment can start.
 * @param {Connection<typeof SETTINGS>} connection
 */
export async function readSettings(connection) {
  const { account, api_key: key, transfer_hours: hours } = await connection.settings();
  return { merchant: account && key ? { account, key } : null, transferHours: hours ?? 24 };
}
