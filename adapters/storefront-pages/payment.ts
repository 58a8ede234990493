import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery, OpenPaymentMutation } from './generated.ts';

/** How the guest may pay, and how the last attempt stands. */
export type Payment = NonNullable<NonNullable<BookingPageQuery['bookingByPermalink']>['paymentMethods']>;
type Attempt = NonNullable<Payment['latest']>;
type Refusal = NonNullable<OpenPaymentMutation['paymentSessionOpen']['refusal']>;

/** What a guest reads when a choice led nowhere; nothing where the page itself says it. */
export const REFUSED: Readonly<Record<Refusal, string | null>> = {
  app_failed:
    'This way to pay does not answer at the moment. Nothing was charged; your nights stay held. Try again, or choose another way.',
  method_not_found: 'Choose one of the ways to pay below.',
  nothing_to_pay: null,
  booking_not_found: null,
};

/** The ways to pay, one form each, above them what the guest should know first. Nothing for a booking that needs no payment. */
export function paymentSection({ methods, latest }: Payment, notice: string | null): Html {
  return html`<section aria-labelledby="pay">
<h2 id="pay">Pay</h2>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
${latest ? attemptNote(latest) : ''}
${methods.length ? methods.map(methodForm) : html`<p>The host takes your payment personally; you will hear from them.</p>`}
</section>`;
}

const methodForm = ({ id, name }: Payment['methods'][number]): Html =>
  html`<form class="method" method="post"><label><input type="radio" name="method" value="${id}" checked required> ${name}</label> <button type="submit" class="primary">Pay with ${name}</button></form>`;

function attemptNote({ status, methodName, message }: Attempt): Html {
  if (status === 'PENDING') {
    return html`<p class="notice" role="status">${methodName} waits for your payment. ${message}</p>`;
  }
  if (status === 'REJECTED') {
    return html`<p class="notice" role="status">${methodName} could not take your payment: ${message}</p>`;
  }
  return html``;
}
