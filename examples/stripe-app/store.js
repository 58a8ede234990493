import { openRecords } from '@platform/app-sdk';

/** @import { InstallKeys } from '@platform/app-sdk' */

/**
 * A payment session's Checkout Session at Stripe, written before Stripe is called.
 * @typedef {object} Checkout
 * @property {string} team
 * @property {string | null} stripeId null until Stripe's answer is stored
 * @property {number} attempt increases when the guest needs another page for the same session
 * @property {number} expiresAt seconds, as sent to Stripe
 * @property {string} holdEndsAt ISO 8601 timestamp
 * @property {'open' | 'pending' | 'done'} status `done` once there's nothing left to wait for
 */

/**
 * @typedef {object} Shape
 * @property {Record<string, InstallKeys>} installs by team
 * @property {Record<string, Checkout>} checkouts by payment session
 * @property {Record<string, number>} ended payment sessions that ended on the platform, with the time
 * @property {Record<string, number>} handled Stripe's events that are done, with the time
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/** Stripe lets hosts resend events for 30 days. */
const KEPT_MS = 31 * 86_400_000;

/**
 * Opens the app's records. They speed things up and spare Stripe repeated calls, but the app doesn't depend on them: Stripe
 * stores the payment session and team with every payment.
 * @param {string} [file]
 */
export async function openStore(file) {
  /** @type {Shape} */
  const empty = { installs: {}, checkouts: {}, ended: {}, handled: {} };
  const { records, save } = await openRecords(file, empty);
  return {
    records,
    save,
    /** Removes records that are no longer useful. */
    prune(now = Date.now()) {
      for (const times of [records.handled, records.ended])
        for (const [id, at] of Object.entries(times)) if (at < now - KEPT_MS) delete times[id];
      for (const [id, { holdEndsAt }] of Object.entries(records.checkouts))
        if (Date.parse(holdEndsAt) < now - KEPT_MS) delete records.checkouts[id];
    },
  };
}
