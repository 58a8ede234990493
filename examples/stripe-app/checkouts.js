import Stripe from 'stripe';
import { UnreadyError } from './accounts.js';
import { toStripe } from './money.js';

/** @import { PaymentSessionDecline, PaymentSessionRequest } from '@platform/app-sdk' */
/** @import { Accounts } from './accounts.js' */
/** @import { Lock } from './locks.js' */
/** @import { Outcomes } from './outcomes.js' */
/** @import { Checkout, Store } from './store.js' */

/** Stripe accepts ends from 30 minutes to 24 hours after it creates a Checkout Session. */
const SHORTEST_SECONDS = 31 * 60;
const LONGEST_SECONDS = 24 * 3_600 - 60;

/** Attempts to create a page within one request. */
const TRIES = 2;

/** Stripe can't take the amount. */
export class DeclinedError extends Error {
  /** @param {PaymentSessionDecline} decline */
  constructor(decline) {
    super(decline.message);
    this.decline = decline;
  }
}

/** The payment session has ended, so its page stays closed. */
export class EndedError extends Error {}

/**
 * Opens the guests' payment pages, which are Checkout Sessions. A payment session has one page at a time.
 * @param {{ accounts: Accounts, outcomes: Outcomes, store: Store, lock: Lock, allowsTestKeys: boolean }} parts
 */
export function openCheckouts({ accounts, outcomes, store, lock, allowsTestKeys }) {
  const { checkouts, ended } = store.records;

  /** Returns the page's state at Stripe, and reports a payment. @param {string} team @param {string} stripeId */
  async function look(team, stripeId) {
    const found = await accounts.withStripe(team, (stripe) => retrieve(stripe, stripeId));
    await outcomes.report(team, found);
    return found;
  }

  /** @param {PaymentSessionRequest} session @param {number} amount */
  async function create(session, amount) {
    const { id, team } = session;
    for (let tries = 1; ; tries += 1) {
      const known = checkouts[id];
      const isRepeated = known !== undefined && known.stripeId === null;
      /** @type {Checkout} */
      const checkout = isRepeated
        ? known
        : {
            team,
            stripeId: null,
            attempt: known ? known.attempt + 1 : 0,
            expiresAt: endOf(session, Date.now()),
            holdEndsAt: session.expires_at,
            status: 'open',
          };
      // Stored before Stripe is called: after a crash in between, the same request gets the same page.
      checkouts[id] = checkout;
      await store.save();
      try {
        const created = await accounts.withStripe(team, (stripe) =>
          stripe.checkout.sessions.create(paramsOf(session, amount, checkout), {
            idempotencyKey: `session-${id}-${checkout.attempt}-${amount}-${session.currency}`,
          }),
        );
        checkout.stripeId = created.id;
        await store.save();
        // A repeated request gets Stripe's first response, which may be outdated.
        return isRepeated ? await look(team, created.id) : created;
      } catch (error) {
        const limit = limitIn(error);
        if (limit) throw new DeclinedError(limit);
        if (tries >= TRIES || !needsAnotherAttempt(error)) throw error;
        checkouts[id] = { ...checkout, stripeId: 'unknown', status: 'done' };
      }
    }
  }

  /** Closes a payment session's page. Does nothing if there is none. @param {string} id */
  async function close(id) {
    const checkout = checkouts[id];
    if (!checkout || checkout.status === 'done') return;
    const { team, stripeId } = checkout;
    if (stripeId !== null) {
      try {
        await accounts.withStripe(team, (stripe) => stripe.checkout.sessions.expire(stripeId));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // The page is no longer open: the guest has paid, or it has expired.
        await look(team, stripeId).catch(nullIfMissing);
      }
    }
    if (checkout.status === 'open') checkout.status = 'done';
    await store.save();
  }

  return {
    /**
     * Returns the page where the guest pays a session: the same one for a repeated request, or a new one once the earlier one
     * has expired. Throws DeclinedError, EndedError or UnreadyError.
     * @param {PaymentSessionRequest} session
     */
    async open(session) {
      const { id, team } = session;
      const converted = toStripe(session.amount, session.currency);
      if ('decline' in converted) throw new DeclinedError(converted.decline);
      await checkKey(session);
      return lock(id, async () => {
        if (ended[id]) throw new EndedError('This payment session has ended.');
        const { stripeId = null } = checkouts[id] ?? {};
        let page = stripeId === null ? null : await look(team, stripeId).catch(nullIfMissing);
        if (page === null || page.status === 'expired') page = await create(session, converted.amount);
        if (page.status === 'expired') page = await create(session, converted.amount);
        return page.status === 'open' && page.url ? page.url : session.return_url;
      });
    },

    /** Closes the page of a payment session that ended on the platform, even if it isn't open yet. @param {string} id */
    end: (id) =>
      lock(id, async () => {
        ended[id] = Date.now();
        await store.save();
        await close(id);
      }),

    /** Closes pages whose holds have ended, because Stripe keeps them open for at least half an hour. */
    async closeEnded() {
      const now = Date.now();
      for (const [id, { status, holdEndsAt }] of Object.entries(checkouts)) {
        if (status !== 'open' || Date.parse(holdEndsAt) > now) continue;
        await lock(id, () => close(id)).catch((error) => console.error(`Failed to close ${id}: ${error}`));
      }
    },

    /** Reports what happened at Stripe while this app wasn't running. */
    async catchUp() {
      for (const [id, { status, team, stripeId }] of Object.entries(checkouts)) {
        if (status === 'done' || stripeId === null) continue;
        const looked = lock(id, () => look(team, stripeId));
        await looked.catch((error) => console.error(`Failed to look up ${id}: ${error}`));
      }
    },
  };

  /** Test keys take test payments, and live keys real ones. @param {PaymentSessionRequest} session */
  async function checkKey({ team, test }) {
    const isTestKey = await accounts.isTestKey(team);
    if (test && !isTestKey) throw new UnreadyError('Test bookings need a test key.');
    if (!test && isTestKey && !allowsTestKeys) throw new UnreadyError('Real bookings need a live key.');
  }
}

/** @typedef {ReturnType<typeof openCheckouts>} Checkouts */

/** @param {Stripe} stripe @param {string} id */
export const retrieve = (stripe, id) => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });

/** The host's account at Stripe has changed: the guest needs a page of the new one. @param {unknown} error */
function nullIfMissing(error) {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return null;
  throw error;
}

/** Returns the page's end: with the hold if Stripe allows it. @param {PaymentSessionRequest} session @param {number} nowMs */
export function endOf({ expires_at }, nowMs) {
  const now = Math.floor(nowMs / 1000);
  const hold = Math.floor(Date.parse(expires_at) / 1000);
  return Math.min(Math.max(hold, now + SHORTEST_SECONDS), now + LONGEST_SECONDS);
}

/** @param {PaymentSessionRequest} session @param {number} amount @param {Checkout} checkout @returns {Stripe.Checkout.SessionCreateParams} */
function paramsOf(session, amount, { expiresAt }) {
  const { id, team, currency, buyer } = session;
  const { name, details, reference } = subjectOf(session);
  // Everything that an event needs to find its booking or statement.
  const metadata = {
    platform_session: id,
    platform_team: team,
    ...reference,
    platform_amount: session.amount,
  };
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata, description: details ? `${name}, ${details.join(' to ')}` : name },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name, ...(details && { description: details.join(' – ') }) },
        },
      },
    ],
    ...(buyer?.email && { customer_email: buyer.email }),
    expires_at: expiresAt,
    submit_type: session.booking ? 'book' : 'pay',
    success_url: session.return_url,
    cancel_url: session.cancel_url,
  };
}

/**
 * Describes the payment's purpose: a guest's booking, or a host's statement for the platform's paid apps.
 * @param {PaymentSessionRequest} session
 * @returns {{ name: string, details: string[] | null, reference: Record<string, string> }}
 */
function subjectOf({ booking, statement }) {
  if (statement)
    return {
      name: `Statement ${statement.number}`,
      details: null,
      reference: { platform_statement: String(statement.id) },
    };
  return {
    name: `Booking ${booking.reference}`,
    details: [booking.check_in, booking.check_out],
    reference: { platform_booking: String(booking.id) },
  };
}

/** Returns the decline for an amount beyond the account's own limits. @param {unknown} error @returns {PaymentSessionDecline | null} */
function limitIn(error) {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  if (error.code === 'amount_too_small')
    return { code: 'too_small', message: 'Stripe takes only larger amounts.' };
  if (error.code === 'amount_too_large')
    return { code: 'too_large', message: 'Stripe takes only smaller amounts.' };
  return null;
}

/** True if the stored request is too old, or Stripe has another one under its key. @param {unknown} error */
const needsAnotherAttempt = (error) =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at');
