import { html } from 'hono/html';

/** @import { PaymentSessionRequest } from '@platform/app-sdk' */
/** @import { Charge, ChargeStatus } from './store.js' */
/** @typedef {ReturnType<typeof html>} Html */

/**
 * The guest's choices by the charge's status.
 * @type {Record<ChargeStatus, [decision: string, label: string, hint: string][]>}
 */
const CHOICES = {
  open: [
    ['approve', 'Pay now', 'The card is charged immediately.'],
    ['decline', 'Pay with a card that is declined', 'The booking stays held; choose again.'],
    ['pend', 'Pay by bank transfer', 'The money takes a day; the booking is held meanwhile.'],
    ['silence', 'Close without an answer', 'The bank never reports the outcome.'],
  ],
  pending: [
    ['approve', 'The transfer arrived', 'The bank would report this tomorrow.'],
    ['decline', 'The transfer failed', 'The booking stays held; choose again.'],
  ],
  paid: [],
  failed: [],
};

/** @type {Record<ChargeStatus, string>} */
const STANDING = {
  open: 'No money moves here: choose how this payment ends.',
  pending: 'Your bank transfer is on its way.',
  paid: 'This is paid. Thank you.',
  failed: 'The card was declined.',
};

/** Renders the page where a guest pays a charge. @param {Charge} charge */
export const chargePage = ({ account, amount, currency, status, metadata }) =>
  page(
    `Pay ${currency} ${amount}`,
    html`<p class="payee">Test Bank for <strong>${metadata.team}</strong>${account ? `, account ${account}` : ''}</p>
<h1>${currency} ${amount}</h1>
<p>${purposeOf(metadata)}</p>
<p role="status" class="${status}">${STANDING[status]}</p>
${CHOICES[status].map(choiceForm)}
<p><a href="${metadata.cancel_url}">Back to the ${metadata.statement ? 'statement' : 'booking'}</a></p>`,
  );

/** Describes the payment's purpose: a host's statement for the platform's paid apps, or a booking. @param {PaymentSessionRequest} session */
function purposeOf({ statement, booking, buyer }) {
  if (statement) return html`Statement ${statement.number}`;
  const { reference, check_in: from, check_out: until } = booking;
  return html`Booking ${reference}, <time datetime="${from}">${from}</time>
to <time datetime="${until}">${until}</time>, for ${buyer.first_name} ${buyer.last_name}.`;
}

const choiceForm = (/** @type {[string, string, string]} */ [decision, label, hint]) =>
  html`<form method="post"><button name="decision" value="${decision}" aria-describedby="${decision}">${label}</button> <span id="${decision}">${hint}</span></form>`;

/** Renders a page with one sentence, for a guest or a host. */
export const notePage = (/** @type {string} */ text) =>
  page('Test Bank', html`<h1>Test Bank</h1><p>${text}</p>`);

/** @param {string} title @param {Html} main */
const page = (title, main) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body><main>${main}</main></body>
</html>`;
