import { document, RefusedError } from '@platform/app-sdk';

/** @import { Client, TypedDocument, UserError } from '@platform/app-sdk' */
/** @import { OpenSettings } from './settings.js' */
/** @import { Event, EventType } from './store.js' */

/** @typedef {Record<string, { readonly userErrors: readonly UserError[] }>} Answer */

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
 * Event of the provider -> mutation to the platform. The event's reference is the session's id: that is why it was given. A booking is
 * held for a pending payment as long as the host says.
 * @type {Record<EventType, (event: Event, transferHours: number) => [TypedDocument<Answer, object>, object]>}
 */
const WORDS = {
  'charge.paid': ({ reference: id, objectId }) => [RESOLVE, { id, reference: objectId }],
  'charge.failed': ({ reference: id }) => [
    REJECT,
    { id, reason: { code: 'card_declined', message: 'The card was declined.' } },
  ],
  'charge.pending': ({ reference: id }, transferHours) => [
    PEND,
    { id, until: inHours(transferHours), reason: 'Your bank transfer is on its way: it may take a day.' },
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
 * @param {Client} client @param {OpenSettings} settings
 */
export const tellPlatform = (client, settings) => async (/** @type {Event} */ event) => {
  try {
    const { transferHours } = await settings.read();
    await client.mutate(...WORDS[event.type](event, transferHours));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // BOOKING_RELEASED: the money came too late, and the platform is about to ask for its refund.
    console.warn(`${event.type} of ${event.reference} was refused: ${error.message}`);
  }
};
