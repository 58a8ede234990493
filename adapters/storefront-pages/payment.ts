import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import { chosenNote } from './chosen-method.ts';
import type { BookingPageQuery, OpenPaymentMutation } from './generated.ts';
import { type BuiltIn, METHOD_NAMES, METHOD_PROMISES } from './method-words.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
/** How the guest can pay, and the outcome of the last attempt. */
export type Payment = NonNullable<Booking['paymentMethods']>;
type Attempt = NonNullable<Payment['latest']>;
type Choice = Payment['methods'][number];
type Refusal = NonNullable<OpenPaymentMutation['paymentSessionOpen']['refusal']>;

/** Message for a payment choice that failed; none if the page itself explains it. */
export const REFUSED: Readonly<Record<Refusal, string | null>> = {
  app_failed:
    'This payment method is not available right now. You have not been charged, and your nights are still held. Try again, or choose another payment method.',
  method_not_found: 'Choose one of the payment methods below.',
  nothing_to_pay: null,
  booking_not_found: null,
  price_changed: 'The price of this booking has changed. Check it, then choose again.',
};

/** The payment methods, one form each, below any notice and what the guest chose so far. */
export function paymentSection(booking: Booking, payment: Payment, notice: string | null): Html {
  const { methods, latest, chosen } = payment;
  const others = methods.filter(({ kind }) => kind === null || kind !== chosen?.kind);
  return html`<section aria-labelledby="pay">
<h2 id="pay">Pay</h2>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
${latest ? attemptNote(latest) : ''}
${chosen ? chosenNote(booking, chosen) : ''}
${chosen && others.length ? html`<h3>Pay another way</h3>` : ''}
${others.map(methodForm)}
${methods.length || chosen ? '' : html`<p>The host takes your payment personally; you will hear from them.</p>`}
</section>`;
}

const methodForm = (choice: Choice): Html =>
  html`<form class="method" method="post"><label><input type="radio" name="method" value="${choice.id}" checked required> ${labelOf(choice)}</label> ${buttonOf(choice)}</form>`;

function labelOf(choice: Choice): Html {
  if (!isBuiltIn(choice)) return html`${choice.name}`;
  return html`<span>${METHOD_NAMES[choice.kind]}<br><small>${METHOD_PROMISES[choice.kind](choice)}</small></span>`;
}

const buttonOf = (choice: Choice): Html =>
  isBuiltIn(choice)
    ? html`<button type="submit" class="primary">Choose ${METHOD_NAMES[choice.kind].toLowerCase()}</button>`
    : html`<button type="submit" class="primary">Pay with ${choice.name}</button>`;

const isBuiltIn = (choice: Choice): choice is Choice & BuiltIn => choice.kind !== null;

function attemptNote({ status, methodName, message }: Attempt): Html {
  if (status === 'PENDING') {
    return html`<p class="notice" role="status">${methodName} is waiting for your payment. ${message}</p>`;
  }
  if (status === 'REJECTED') {
    return html`<p class="notice" role="status">${methodName} could not take your payment: ${message}</p>`;
  }
  return html``;
}
