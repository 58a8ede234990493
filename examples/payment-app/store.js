import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @import { PaymentSessionRequest } from '@platform/app-sdk' */

/** A team's runtime token and webhook secret. @typedef {{ token: string, webhookSecret: string }} Install */

/** @typedef {'open' | 'pending' | 'paid' | 'failed'} ChargeStatus */

/**
 * @typedef {object} Charge
 * @property {string} id
 * @property {string} [account] The merchant's account; undefined for a charge recorded before the app stored accounts.
 * @property {string} reference The merchant's reference, here the payment session's id.
 * @property {string} amount Decimal string in major units, as the platform sends it.
 * @property {string} currency
 * @property {PaymentSessionRequest} metadata
 * @property {ChargeStatus} status
 */

/** Values that the merchant stores with a charge or refund. @typedef {Pick<PaymentSessionRequest, 'team'>} Metadata */

/**
 * @typedef {object} Refund
 * @property {string} id
 * @property {string} reference
 * @property {string | null} chargeId
 * @property {string} amount
 * @property {Metadata} metadata
 * @property {'refunded' | 'failed'} status
 * @property {string} [reason] Reason for a failure.
 */

/** @typedef {'charge.paid' | 'charge.failed' | 'charge.pending' | 'refund.refunded' | 'refund.failed'} EventType */

/**
 * @typedef {object} Event
 * @property {string} id
 * @property {EventType} type
 * @property {string} objectId Id of the charge or refund.
 * @property {string} reference
 * @property {Metadata} metadata
 * @property {string} [reason]
 */

/**
 * @typedef {object} Records
 * @property {Record<string, Install>} installs by team
 * @property {Record<string, Charge>} charges
 * @property {Record<string, Refund>} refunds
 * @property {Record<string, Event>} unheard
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * Opens the installs and the provider's records: a JSON file that's rewritten on every save and survives a restart. Use your database in
 * production. Without a file, records stay in memory.
 * @param {string} [file]
 */
export async function openStore(file) {
  const records = await read(file);
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  return {
    records,
    /** Resolves when all changes so far are in the file. */
    save() {
      const text = JSON.stringify(records);
      saving = saving.then(() => (file ? write(file, text) : undefined));
      return saving;
    },
  };
}

/** @param {string | undefined} file @returns {Promise<Records>} */
async function read(file) {
  const empty = { installs: {}, charges: {}, refunds: {}, unheard: {} };
  if (!file) return empty;
  try {
    return { ...empty, ...JSON.parse(await readFile(file, 'utf8')) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
    throw error;
  }
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  // The file holds tokens, hence the mode.
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
