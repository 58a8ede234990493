import { RefusedError } from '@platform/app-sdk';
import { PEND, REJECT, RESOLVE, SESSION } from './documents.js';

/** @import Stripe from 'stripe' */
/** @import { Accounts } from './accounts.js' */
/** @import { Store } from './store.js' */

/** A payment that takes a while holds the booking for at most 72 hours; the platform shortens longer waits. */
const PENDING_MS = 72 * 3_600_000;

const FAILED = { code: 'payment_failed', message: 'The payment failed. Choose a payment method again.' };
const WAITING =
  "Your bank is processing the payment. We'll email you when it arrives, which can take a few days.";

/** A payment's state at Stripe. @typedef {'paid' | 'pending' | 'failed' | 'expired' | 'open'} PaymentState */

/**
 * Returns a Checkout Session's state. A completed session with a delayed payment method is paid, or has failed, days later.
 * @param {Stripe.Checkout.Session} session @param {string} [eventType] decides if the session doesn't include its payment
 * @returns {PaymentState}
 */
export function stateOf({ status, payment_status, payment_intent }, eventType) {
  if (status !== 'complete') return status === 'expired' ? 'expired' : 'open';
  if (payment_status !== 'unpaid') return 'paid';
  const hasFailed =
    payment_intent !== null && typeof payment_intent === 'object'
      ? ['requires_payment_method', 'canceled'].includes(payment_intent.status)
      : eventType === 'checkout.session.async_payment_failed';
  return hasFailed ? 'failed' : 'pending';
}

/**
 * Reports payments' outcomes to the platform. Each report can be repeated, in any order.
 * @param {{ accounts: Accounts, store: Store }} parts
 */
export function openOutcomes({ accounts, store }) {
  const { checkouts } = store.records;

  /** @param {string} team @param {string} id @param {Stripe.Checkout.Session} session */
  async function resolve(team, id, session) {
    const reference = idOf(session.payment_intent) ?? session.id;
    const { client } = accounts.connectionOf(team);
    const booked = await client.mutate(RESOLVE, { id, reference }).then(
      ({ paymentSession }) => paymentSession?.reference ?? null,
      async (error) => {
        // The session is another install's: Stripe keeps sending the event, and shows the host that it fails.
        if (!(error instanceof RefusedError) || error.has('NOT_FOUND')) throw error;
        console.warn(`The payment ${reference} was refused: ${error.message}`);
        // The platform opens a refund for a payment that it has, but not for one that it has never had.
        if (error.has('INVALID_TRANSITION')) return null;
        return (await client.request(SESSION, { id })).paymentSession?.reference ?? null;
      },
    );
    if (booked !== reference) await giveBack(team, id, reference, session);
  }

  /**
   * Refunds a payment that the platform doesn't have, because the payment session was paid twice or had failed before.
   * @param {string} team @param {string} id @param {string} reference @param {Stripe.Checkout.Session} session
   */
  async function giveBack(team, id, reference, { amount_total }) {
    if (!reference.startsWith('pi_')) return;
    console.warn(`Refunding ${reference}, because ${id} was already paid or had ended.`);
    await accounts
      .withStripe(team, (stripe) =>
        stripe.refunds.create(
          { payment_intent: reference, metadata: { platform_surplus: id, platform_team: team } },
          { idempotencyKey: `surplus-${reference}-${amount_total}` },
        ),
      )
      .catch((error) => {
        if (error?.code !== 'charge_already_refunded') throw error;
      });
  }

  /** Changes that the platform can refuse because the session has ended otherwise. @param {Promise<unknown>} report */
  const unlessOver = (report) =>
    report.catch((error) => {
      if (!(error instanceof RefusedError)) throw error;
      console.warn(`The platform refused a report: ${error.message}`);
    });

  return {
    /**
     * Reports a Checkout Session's state if this app created it for the team. Throws while the platform
     * can't be reached, so that Stripe sends its event again.
     * @param {string} team @param {Stripe.Checkout.Session} session @param {string} [eventType]
     */
    async report(team, session, eventType) {
      const id = session.metadata?.platform_session;
      if (!id || session.metadata?.platform_team !== team) return;
      const state = stateOf(session, eventType);
      const { client } = accounts.connectionOf(team);
      if (state === 'paid') await resolve(team, id, session);
      if (state === 'failed') await unlessOver(client.mutate(REJECT, { id, reason: FAILED }));
      if (state === 'pending') {
        const until = new Date(Date.now() + PENDING_MS).toISOString();
        await unlessOver(client.mutate(PEND, { id, until, reason: WAITING }));
      }
      const checkout = checkouts[id];
      if (!checkout || (checkout.stripeId !== null && checkout.stripeId !== session.id)) return;
      checkout.stripeId = session.id;
      checkout.status = state === 'open' ? 'open' : state === 'pending' ? 'pending' : 'done';
    },
  };
}

/** @typedef {ReturnType<typeof openOutcomes>} Outcomes */

/** @param {string | { id: string } | null} reference */
export const idOf = (reference) => (typeof reference === 'string' ? reference : (reference?.id ?? null));
