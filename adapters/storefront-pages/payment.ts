import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery, OpenPaymentMutation } from './generated.ts';

/** How the guest can pay, and the outcome of the last attempt. */
export type Payment = NonNullable<NonNullable<BookingPageQuery['bookingByPermalink']>['paymentMethods']>;
type Attempt = NonNullable<Payment['latest']>;
type Refusal = NonNullable<OpenPaymentMutation['paymentSessionOpen']['refusal']>;

/** Message for a payment choice that failed; none if the page itself explains it. */
export const REFUSED: Readonly<Record<Refusal, string | null>> = {
  app_failed:
    'This payment method is not available right now. You have not been charged, and your nights are still held. Try again, or choose another payment method.',
  method_not_found: 'Choose one of the payment methods below.',
  nothing_to_pay: null,
  booking_not_found: null,
};

/** The payment methods, one form each, below any notice. Nothing for a booking that needs no payment. */
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
    return html`<p class="notice" role="status">${methodName} is waiting for your payment. ${message}</p>`;
  }
  if (status === 'REJECTED') {
    return html`<p class="notice" role="status">${methodName} could not take your payment: ${message}</p>`;
  }
  return html``;
}
