import { RefusedError } from '@platform/app-sdk';
import Stripe from 'stripe';
import {
  NOT_REFUNDED,
  RECORD_REFUND,
  RECORDED_REFUND_FAILED,
  REFUND_FAILED,
  REFUNDED,
  REPORT_REVERSAL,
  SESSION,
} from './documents.js';
import { digitsOf, exactUnits, fromStripe, toMinor } from './money.js';
import { idOf } from './outcomes.js';

/** @import { RefundSessionRequest } from '@platform/app-sdk' */
/** @import { Accounts } from './accounts.js' */
/** @import { Lock } from './locks.js' */

/**
 * Makes refunds, and reports their outcomes. A refund that Stripe accepts can still be pending, and fail days later.
 * @param {{ accounts: Accounts, lock: Lock }} parts
 */
export function openRefunds({ accounts, lock }) {
  /** @param {string} team @param {string} id @param {string} code @param {string} message */
  const reject = (team, id, code, message) =>
    settle(accounts.connectionOf(team).client.mutate(NOT_REFUNDED, { id, reason: { code, message } }));

  /** @param {string} team @param {string} id @param {string} code @param {string} message */
  const fail = (team, id, code, message) =>
    settle(accounts.connectionOf(team).client.mutate(REFUND_FAILED, { id, reason: { code, message } }));

  /** A repeated or late report that the platform refuses would be refused again. @param {Promise<unknown>} report */
  async function settle(report) {
    try {
      await report;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.has('NOT_FOUND')) throw error;
      console.warn(`The platform refused a refund's report: ${error.message}`);
    }
  }

  /**
   * Finds a refund that Stripe already has, because Stripe drops idempotency keys after a day, and the platform retries for longer.
   * @param {Stripe} stripe @param {string} reference @param {string} id
   */
  async function findRefund(stripe, reference, id) {
    const of = { payment_intent: reference, limit: 100 };
    for await (const refund of stripe.refunds.list(of))
      if (refund.metadata?.platform_refund === id) return refund;
    return null;
  }

  /** @param {string} team @param {Stripe.Refund} refund */
  async function report(team, refund) {
    const { metadata, status, id: reference } = refund;
    if (metadata?.platform_surplus) return;
    const id = metadata?.platform_refund;
    if (!id) return reportOutside(team, refund);
    if (metadata.platform_team !== team) return;
    if (status === 'succeeded') {
      return settle(accounts.connectionOf(team).client.mutate(REFUNDED, { id, reference }));
    }
    // Stripe can report this days after the refund succeeded.
    if (hasFailed(refund)) await fail(team, id, 'refund_failed', failureOf(refund));
  }

  /**
   * Records a refund that a person made in Stripe's dashboard, or that it failed afterwards.
   * @param {string} team @param {Stripe.Refund} refund
   */
  async function reportOutside(team, refund) {
    const { id: reference, payment_intent, amount, currency, status } = refund;
    const intent = idOf(payment_intent);
    if ((status !== 'succeeded' && !hasFailed(refund)) || intent === null) return;
    const { metadata } = await accounts.withStripe(team, (stripe) => stripe.paymentIntents.retrieve(intent));
    const { platform_session: paymentSessionId, platform_amount: paid = '' } = metadata;
    if (!paymentSessionId || metadata.platform_team !== team) return;
    const { client } = accounts.connectionOf(team);
    const session = (await client.request(SESSION, { id: paymentSessionId })).paymentSession;
    // A payment that the platform doesn't have can't be changed there either.
    if (session?.reference !== intent) return;
    const refunded = toMinor(fromStripe(amount, currency, digitsOf(paid)));
    if (metadata.platform_statement) {
      /** @type {'refund_failed' | 'refunded'} */
      const status = hasFailed(refund) ? 'refund_failed' : 'refunded';
      const input = { paymentSessionId, reference, amount: refunded, status };
      return settle(client.mutate(REPORT_REVERSAL, { input }));
    }
    if (hasFailed(refund)) {
      const input = { paymentSessionId, reference, reason: failureOf(refund) };
      return settle(client.mutate(RECORDED_REFUND_FAILED, { input }));
    }
    const input = {
      bookingId: session.bookingId,
      amount: refunded,
      paymentSessionId,
      reference,
    };
    await settle(client.mutate(RECORD_REFUND, { input }));
  }

  return {
    /**
     * Makes a refund that the platform requested, once per id, and reports the outcome if it's already known. Throws if the outcome
     * is unknown, so that the platform asks again.
     * @param {RefundSessionRequest} session
     */
    make: ({ id, team, reference, amount, currency, payment_session_id }) =>
      lock(`refund ${id}`, async () => {
        const units = exactUnits(amount, currency);
        if (reference === null)
          return reject(team, id, 'no_payment', 'The payment has no reference at Stripe.');
        if (units === null)
          return reject(team, id, 'not_exact', `Stripe can't refund ${currency} ${amount} exactly.`);
        try {
          const refund = await accounts.withStripe(
            team,
            async (stripe) =>
              (await findRefund(stripe, reference, id)) ??
              stripe.refunds.create(
                {
                  payment_intent: reference,
                  amount: Number(units),
                  metadata: {
                    platform_refund: id,
                    platform_session: payment_session_id,
                    platform_team: team,
                  },
                },
                { idempotencyKey: `refund-${id}-${units}-${currency}` },
              ),
          );
          await report(team, refund);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          // A retry would be refused again, e.g. because the payment is disputed or already refunded.
          await reject(
            team,
            id,
            error.code ?? 'refund_refused',
            `Stripe refused the refund: ${error.message}`.slice(0, 500),
          );
        }
      }),

    /** Reports a refund's outcome as it is now. @param {string} team @param {Stripe.Refund} refund as in an event */
    follow: (team, refund) =>
      lock(`refund ${refund.metadata?.platform_refund ?? refund.id}`, async () =>
        report(
          team,
          await accounts.withStripe(team, (stripe) => current(refund, stripe.refunds.retrieve(refund.id))),
        ),
      ),
  };
}

/** @typedef {ReturnType<typeof openRefunds>} Refunds */

/** @param {Stripe.Refund} refund */
const hasFailed = ({ status }) => status === 'failed' || status === 'canceled';

/** @param {Stripe.Refund} refund */
const failureOf = ({ failure_reason, status }) =>
  `Stripe couldn't make the refund: ${(failure_reason ?? status ?? 'failed').replaceAll('_', ' ')}.`;

/**
 * Returns an object's current state, so that events can arrive in any order; the event's own if Stripe no longer has it.
 * @template {{ id: string }} Stored @param {Stored} known @param {Promise<Stored>} reading
 */
export async function current(known, reading) {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return known;
    throw error;
  }
}
