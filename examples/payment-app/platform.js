import { document, RefusedError } from '@platform/app-sdk';
import { readSettings } from './settings.js';

/** @import { TypedDocument, UserError } from '@platform/app-sdk' */
/** @import { HostInstalls } from './settings.js' */
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
 * Platform mutation by the provider's event type. The event's reference is the session's id, which the app set as the charge's
 * reference. The host's settings limit how long a pending payment holds a booking.
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
 * Forwards a provider's event to the platform, with the token of the team in its metadata. Resolves once the platform has accepted or refused it, because a retry would be
 * refused again. Rejects while the platform is unreachable, so that the provider redelivers the event; that's safe because
 * resolving a session twice pays once.
 * @param {HostInstalls} installs
 */
export const tellPlatform = (installs) => async (/** @type {Event} */ event) => {
  const connection = installs.of(event.metadata.team);
  if (!connection) throw new Error(`The team ${event.metadata.team} isn't connected.`);
  try {
    const { transferHours } = await readSettings(connection);
    await connection.client.mutate(...WORDS[event.type](event, transferHours));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // BOOKING_RELEASED: the payment came too late, and the platform is about to request a refund.
    console.warn(`${event.type} of ${event.reference} was refused: ${error.message}`);
  }
};
