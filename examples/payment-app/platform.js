import { document, RefusedError } from '@platform/app-sdk';

/** @import { Client, TypedDocument, UserError } from '@platform/app-sdk' */
/** @import { Event, EventType } from './store.js' */

/** @typedef {Record<string, { readonly userErrors: readonly UserError[] }>} Answer */

/** The platform holds a booking for a pending payment for this long; it allows 72 hours at most. */
const PENDING_HOURS = 24;

/** @type {TypedDocument<Answer, object>} */
const RESOLVE = document(`mutation Resolve($id: ID!, $reference: String!) {
  paymentSessionResolve(id: $id, reference: $reference) { userErrors { field message code } }
}`);
/** @type {TypedDocument<Answer, object>} */
const REJECT = document(`mutation Reject($id: ID!, $reason: PaymentSessionRejectReason!) {
  paymentSessionReject(id: $id, reason: $reason) { userErrors { field message code } }
}`);
/** @type {TypedDocument<Answer, object>} */
const PEND = document(`mutation Pend($id: ID!, $until: DateTime!, $reason: String!) {
  paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: $reason) { userErrors { field message code } }
}`);
/** @type {TypedDocument<Answer, object>} */
const REFUNDED = document(`mutation Refunded($id: ID!, $reference: String) {
  refundSessionResolve(id: $id, reference: $reference) { userErrors { field message code } }
}`);
/** @type {TypedDocument<Answer, object>} */
const NOT_REFUNDED = document(`mutation NotRefunded($id: ID!, $reason: PaymentSessionRejectReason!) {
  refundSessionReject(id: $id, reason: $reason) { userErrors { field message code } }
}`);

/**
 * Event of the provider -> mutation to the platform. The event's reference is the session's id: that is why it was given.
 * @type {Record<EventType, (event: Event) => [TypedDocument<Answer, object>, object]>}
 */
const WORDS = {
  'charge.paid': ({ reference: id, objectId }) => [RESOLVE, { id, reference: objectId }],
  'charge.failed': ({ reference: id }) => [
    REJECT,
    { id, reason: { code: 'card_declined', message: 'The card was declined.' } },
  ],
  'charge.pending': ({ reference: id }) => [
    PEND,
    { id, until: inHours(PENDING_HOURS), reason: 'Your bank transfer is on its way: it may take a day.' },
  ],
  'refund.refunded': ({ reference: id, objectId }) => [REFUNDED, { id, reference: objectId }],
  'refund.failed': ({ reference: id, reason }) => [
    NOT_REFUNDED,
    { id, reason: { code: 'refund_failed', message: reason } },
  ],
};

const inHours = (/** @type {number} */ hours) => new Date(Date.now() + hours * 3_600_000).toISOString();

/**
 * Hands an event of the provider on. Resolves once the platform has heard it, be it with a refusal: asking again would get the
 * same answer. Rejects while the platform cannot be asked, so that the provider delivers the event again; that is safe,
 * because resolving twice pays once.
 * @param {Client} client
 */
export const tellPlatform = (client) => async (/** @type {Event} */ event) => {
  try {
    await client.mutate(...WORDS[event.type](event));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // BOOKING_RELEASED: the money came too late, and the platform is about to ask for its refund.
    console.warn(`${event.type} of ${event.reference} was refused: ${error.message}`);
  }
};
