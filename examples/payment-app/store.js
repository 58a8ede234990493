import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @import { PaymentSessionRequest } from '@platform/app-sdk' */

/** @typedef {'open' | 'pending' | 'paid' | 'failed'} ChargeStatus */

/**
 * @typedef {object} Charge
 * @property {string} id
 * @property {string} [account] Whose money it is; a charge from before it was kept has none.
 * @property {string} reference What the merchant calls it: here the payment session's id.
 * @property {string} amount Major units, as the platform writes them.
 * @property {string} currency
 * @property {PaymentSessionRequest} metadata
 * @property {ChargeStatus} status
 */

/**
 * @typedef {object} Refund
 * @property {string} id
 * @property {string} reference
 * @property {string | null} chargeId
 * @property {string} amount
 * @property {'refunded' | 'failed'} status
 * @property {string} [reason] Why it failed.
 */

/** @typedef {'charge.paid' | 'charge.failed' | 'charge.pending' | 'refund.refunded' | 'refund.failed'} EventType */

/**
 * @typedef {object} Event
 * @property {string} id
 * @property {EventType} type
 * @property {string} objectId Of the charge or refund.
 * @property {string} reference
 * @property {string} [reason]
 */

/**
 * @typedef {object} Records
 * @property {Record<string, Charge>} charges
 * @property {Record<string, Refund>} refunds
 * @property {Record<string, Event>} unheard
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * What the provider remembers, in one JSON file that is replaced as a whole: enough for an example, and it survives a restart.
 * Without a file nothing is kept.
 * @param {string} [file]
 */
export async function openStore(file) {
  const records = await read(file);
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  return {
    records,
    /** Resolves when everything recorded so far is in the file. */
    save() {
      const text = JSON.stringify(records);
      saving = saving.then(() => (file ? write(file, text) : undefined));
      return saving;
    },
  };
}

/** @param {string | undefined} file @returns {Promise<Records>} */
async function read(file) {
  const empty = { charges: {}, refunds: {}, unheard: {} };
  if (!file) return empty;
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
    throw error;
  }
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
