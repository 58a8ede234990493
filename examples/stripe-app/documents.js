import { document } from '@platform/app-sdk';

/** @import { TypedDocument, UserError } from '@platform/app-sdk' */

/** Dated API version of the documents below, which app.toml pins too. */
export const API_VERSION = '2027-01';

/** @template Fields @typedef {{ readonly done: Fields & { readonly userErrors: readonly UserError[] } }} Done */
/** @typedef {{ readonly code: string, readonly message: string }} Reason */

const ERRORS = 'userErrors { field message code }';

/** @type {TypedDocument<Done<{ paymentSession: { reference: string | null } | null }>, { id: string, reference: string }>} */
export const RESOLVE = document(`mutation ($id: ID!, $reference: String!) {
  done: paymentSessionResolve(id: $id, reference: $reference) { paymentSession { reference } ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { id: string, reason: Reason }>} */
export const REJECT = document(`mutation ($id: ID!, $reason: PaymentSessionRejectReason!) {
  done: paymentSessionReject(id: $id, reason: $reason) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { id: string, until: string, reason: string }>} */
export const PEND = document(`mutation ($id: ID!, $until: DateTime!, $reason: String!) {
  done: paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: $reason) { ${ERRORS} }
}`);
/** @type {TypedDocument<{ paymentSession: { reference: string | null, bookingId: string } | null }, { id: string }>} */
export const SESSION = document('query ($id: ID!) { paymentSession(id: $id) { reference bookingId } }');
/** @type {TypedDocument<Done<{}>, { id: string, reference: string }>} */
export const REFUNDED = document(`mutation ($id: ID!, $reference: String) {
  done: refundSessionResolve(id: $id, reference: $reference) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { id: string, reason: Reason }>} */
export const NOT_REFUNDED = document(`mutation ($id: ID!, $reason: PaymentSessionRejectReason!) {
  done: refundSessionReject(id: $id, reason: $reason) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { id: string, reason: Reason }>} */
export const REFUND_FAILED = document(`mutation ($id: ID!, $reason: PaymentSessionRejectReason!) {
  done: refundSessionFail(id: $id, reason: $reason) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { input: { bookingId: string, amount: number, paymentSessionId: string, reference: string } }>} */
export const RECORD_REFUND = document(`mutation ($input: FolioRefundRecordInput!) {
  done: folioRefundRecord(input: $input) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { input: { paymentSessionId: string, reference: string, reason: string } }>} */
export const RECORDED_REFUND_FAILED = document(`mutation ($input: FolioRefundFailInput!) {
  done: folioRefundFail(input: $input) { ${ERRORS} }
}`);
/** @typedef {'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed'} ReversalStatus */
/** @type {TypedDocument<Done<{}>, { input: { paymentSessionId: string, amount: number, status: ReversalStatus, reference: string } }>} */
export const REPORT_REVERSAL = document(`mutation ($input: StatementReversalReportInput!) {
  done: statementReversalReport(input: $input) { ${ERRORS} }
}`);
/** @type {TypedDocument<Done<{}>, { input: { paymentSessionId: string, amount: number, status: 'open' | 'won' | 'lost', reference: string } }>} */
export const REPORT_DISPUTE = document(`mutation ($input: PaymentDisputeReportInput!) {
  done: paymentDisputeReport(input: $input) { ${ERRORS} }
}`);
