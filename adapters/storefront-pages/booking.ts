import { html } from 'hono/html';
import { nightsBetween } from '#kit/dates.ts';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { chosenNote } from './chosen-method.ts';
import { longDate, longTime } from './dates.ts';
import type { BookingPageQuery } from './generated.ts';
import { page } from './layout.ts';
import { type Payment, paymentSection } from './payment.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;

const STATE: Readonly<Record<Booking['paymentStatus'], string>> = {
  awaiting_payment: 'Awaiting payment',
  paid: 'Paid',
  released: 'Released',
};

/**
 * The guest's page behind `permalink_url`: what is booked, its price and status, and how to pay while payment is due.
 * `notice` explains a payment choice that failed.
 */
export function bookingPage(
  storefront: Storefront,
  booking: Booking,
  payment: Payment | null,
  permalinkId: string,
  notice: string | null = null,
): Html {
  const chosen = payment?.chosen ?? null;
  const {
    reference,
    status,
    paymentStatus,
    checkIn,
    checkOut,
    currency,
    guestFirstName,
    lines,
    totals,
    dueAtProperty,
    cancellation,
    customFields,
  } = booking;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  return page(
    storefront,
    `Booking ${reference}`,
    html`<article data-payment-status="${paymentStatus}">
<p class="badge ${paymentStatus}">${paymentStatus === 'paid' && chosen ? 'Confirmed' : STATE[paymentStatus]}</p>
<h1>Booking <span class="reference">${reference}</span></h1>
<p class="lead">${standing(booking, guestFirstName, chosen !== null)}</p>
${booking.test ? html`<p class="notice">This is a test booking: no money moves, and nobody is expected.</p>` : ''}
<dl class="sheet">
  <div><dt>Check-in</dt><dd><time datetime="${checkIn}">${longDate(checkIn)}</time></dd></div>
  <div><dt>Check-out</dt><dd><time datetime="${checkOut}">${longDate(checkOut)}</time></dd></div>
  <div><dt>Nights</dt><dd>${nights}</dd></div>
  <div><dt>Guests</dt><dd>${guests(booking.party)}</dd></div>
  ${lines.map(({ title, quantity, units }) => html`<div><dt>${quantity} ×</dt><dd>${title}${unitsIn(units)}</dd></div>`)}
</dl>
<table>
  <caption>Price</caption>
  <tbody>${totals.map(
    ({ label, amount }, i) =>
      html`<tr${i === totals.length - 1 ? html` class="total"` : ''}><th scope="row">${label}</th><td>${formatMoney(amount, currency)}</td></tr>`,
  )}</tbody>
</table>
${dueAtProperty.length > 0 ? dueThere(dueAtProperty, currency) : ''}
${cancellation ? cancellationTerms(booking, cancellation) : ''}
${paymentStatus === 'paid' ? fieldsForGuests(customFields) : ''}
${paymentStatus === 'paid' && chosen ? toPay(booking, chosen) : ''}
${payment && paymentStatus === 'awaiting_payment' ? paymentSection(booking, payment, notice) : ''}
${status === 'confirmed' ? html`<p><a href="/bookings/${permalinkId}/stay.ics">Add to your calendar</a></p>` : ''}
</article>`,
  );
}

/** What the guest agreed to, and once it is cancelled, what is due back of money that was paid. */
const cancellationTerms = (
  { currency, status }: Booking,
  { text, refundDue }: NonNullable<Booking['cancellation']>,
): Html => html`<section class="terms" aria-labelledby="cancellation">
<h2 id="cancellation">Cancellation</h2>
${status === 'cancelled' && refundDue !== null ? html`<p>Refund due: ${formatMoney(refundDue, currency)}.</p>` : ''}
${text.split('\n').map((line) => html`<p>${line}</p>`)}
</section>`;

/** What is paid at the property, beside the total. */
const dueThere = (charges: Booking['dueAtProperty'], currency: string): Html => html`<table>
  <caption>Paid at the property, not part of the total</caption>
  <tbody>${charges.map(
    ({ label, amount }) =>
      html`<tr><th scope="row">${label}</th><td>${formatMoney(amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;

/** A confirmed booking whose guest still has to pay. */
const toPay = (booking: Booking, chosen: NonNullable<Payment['chosen']>): Html =>
  html`<section aria-labelledby="pay"><h2 id="pay">Payment</h2>${chosenNote(booking, chosen)}</section>`;

/** Who comes: `2 adults, 1 child`. */
function guests({ adults, children }: Booking['party']): string {
  const one = adults === 1 ? '1 adult' : `${adults} adults`;
  if (children === 0) return one;
  return `${one}, ${children === 1 ? '1 child' : `${children} children`}`;
}

const unitsIn = (units: Booking['lines'][number]['units']) =>
  units.length === 0
    ? ''
    : html` <small>(${units.length === 1 ? 'unit' : 'units'} ${units.map(({ name }) => name).join(', ')})</small>`;

/** What the host's apps show the guest of a paid booking, such as a door code. */
function fieldsForGuests(fields: Booking['customFields']): Html | '' {
  if (fields.length === 0) return '';
  return html`<section class="for-guests"><h2>For your stay</h2>
<dl class="sheet">${fields.map(
    ({ key, type, value }) =>
      html`<div><dt>${words(key)}</dt><dd>${type === 'url' ? html`<a href="${value}" rel="noopener noreferrer">${value}</a>` : value}</dd></div>`,
  )}</dl></section>`;
}

/** `door_code` as shown to guests: "Door code". */
const words = (key: string) => {
  const text = key.replaceAll(/[._-]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function standing(
  { status, paymentStatus, holdExpiresAt, timeZone }: Booking,
  name: string,
  owes: boolean,
): Html {
  if (status === 'cancelled') return html`${name}, the host cancelled this booking.`;
  if (paymentStatus === 'paid') {
    return owes ? html`${name}, your stay is confirmed.` : html`${name}, your stay is paid and confirmed.`;
  }
  if (paymentStatus === 'released') {
    return html`${name}, this booking was not paid in time and has been released.`;
  }
  return html`${name}, these nights are held for you until <time datetime="${holdExpiresAt}">${longTime(holdExpiresAt, timeZone)}</time>.`;
}
