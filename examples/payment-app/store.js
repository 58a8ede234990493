import { openRecords } from '@platform/app-sdk';

/** @import { InstallKeys, PaymentSessionRequest } from '@platform/app-sdk' */

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
 * @property {Record<string, InstallKeys>} installs by team
 * @property {Record<string, Charge>} charges
 * @property {Record<string, Refund>} refunds
 * @property {Record<string, Event>} unheard
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/** Opens the installs and the provider's records. Use your database in production. @param {string} [file] */
export const openStore = (file) =>
  openRecords(file, /** @type {Records} */ ({ installs: {}, charges: {}, refunds: {}, unheard: {} }));
