import { retrieve } from './checkouts.js';
import { reportDispute } from './disputes.js';
import { current } from './refunds.js';

/** @import Stripe from 'stripe' */
/** @import { Accounts } from './accounts.js' */
/** @import { Lock } from './locks.js' */
/** @import { Outcomes } from './outcomes.js' */
/** @import { Refunds } from './refunds.js' */
/** @import { Store } from './store.js' */

/** Events that a host selects for the endpoint; others are acknowledged. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

/**
 * Handles Stripe's events. They can be duplicated, late and out of order, so an event only says what to look at: the app reads
 * the object's current state and reports it. An event counts as handled only once that's done.
 * @param {{ accounts: Accounts, outcomes: Outcomes, refunds: Refunds, store: Store, lock: Lock }} parts
 */
export function openEvents({ accounts, outcomes, refunds, store, lock }) {
  const { handled } = store.records;

  /** @param {string} team @param {Stripe.Event} event */
  async function work(team, { type, data: { object } }) {
    if (type.startsWith('checkout.session.')) {
      const session = /** @type {Stripe.Checkout.Session} */ (object);
      const id = session.metadata?.platform_session;
      // Hosts may use their account for other sales, too.
      if (!id || session.metadata?.platform_team !== team) return;
      await lock(id, async () => {
        const now = await accounts.withStripe(team, (stripe) =>
          current(session, retrieve(stripe, session.id)),
        );
        await outcomes.report(team, now, type);
      });
    } else if (type.startsWith('charge.dispute.')) {
      await reportDispute(accounts, team, /** @type {Stripe.Dispute} */ (object));
    } else if (object.object === 'refund') {
      await refunds.follow(team, /** @type {Stripe.Refund} */ (object));
    }
  }

  return {
    /** Handles an event once; resolves when that's done. Throws if Stripe should send it again. @param {string} team @param {Stripe.Event} event */
    handle: (team, event) =>
      lock(event.id, async () => {
        if (handled[event.id]) return;
        await work(team, event);
        handled[event.id] = Date.now();
        await store.save();
      }),
  };
}

/** @typedef {ReturnType<typeof openEvents>} Events */
