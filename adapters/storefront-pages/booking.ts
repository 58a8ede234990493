import { html } from 'hono/html';
import { nightsBetween } from '#kit/dates.ts';
import { countIn, localTime, moneyIn, partyIn, shortDay } from '#kit/language.ts';
import type { PageNeeds } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import { arrival, type BookedPlace, progress } from './arrival.ts';
import { cancelLink, cancelledBy, moneySentence, refundSentences } from './cancel.ts';
import { chosenNote } from './chosen-method.ts';
import { extrasSection, type RefusedExtras } from './extras.ts';
import type { BookingPageQuery } from './generated.ts';
import type { Injected } from './injections/injected.ts';
import { page, STYLES } from './layout.ts';
import { openRequest } from './open-request.ts';
import { type Payment, type PaymentShown, paymentSection } from './payment.ts';
import { moneyTable } from './payment-terms.ts';
import { chargesTable, nightList, priceTable } from './price-table.ts';
import { bookingObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { THREAD_WORDS, type ThreadShown, threadSection } from './thread.ts';
import { linkTo, type Visit } from './visit.ts';
import { CANCEL_WORDS } from './words/cancel-words.ts';
import { CHANGE_WORDS } from './words/change-words.ts';
import { INVOICE_WORDS } from './words/invoice-words.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;

/** The form's response redirects to the payment app's page. */
export const PAYMENT: PageNeeds = {
  formAction: "'self' https: http://localhost:* http://127.0.0.1:*",
  photos: true,
  styles: STYLES.source,
};

/** A booking page's other content. */
interface Around {
  readonly permalinkId: string;
  /** Hidden field that proves that a form is the guest's own. */
  readonly token: Html;
  /** The booked place; null until the booking is confirmed. */
  readonly place: BookedPlace | null;
  /** Explains a failed payment choice. */
  readonly notice?: string | null;
  /** True while the payment of a guest who returned from paying isn't confirmed. */
  readonly isWaiting?: boolean;
  /** Extras that couldn't be added; null for a new form. */
  readonly refusedExtras?: RefusedExtras | null;
  readonly injected: Injected;
  /** Conversation between guest and host; null if it isn't shown. */
  readonly thread: ThreadShown | null;
}

/**
 * Renders the guest's page behind `permalink_url`: the booking, its price and status, and payment options
 * while payment is due.
 */
function bookingPage(
  visit: Visit,
  booking: Booking,
  payment: Payment | null,
  {
    permalinkId,
    token,
    place,
    notice = null,
    isWaiting = false,
    refusedExtras = null,
    injected,
    thread,
  }: Around,
): Html {
  const { words } = visit;
  const { reference, status, paymentStatus, cancellation, customFields } = booking;
  return page(
    visit,
    words.booking.title(reference),
    html`<article data-payment-status="${paymentStatus}">
${badge(visit, booking)}
<h1>${words.booking.heading} <span class="reference">${reference}</span></h1>
${state(visit, booking)}
<div class="stay booking">
<div class="about">
${paying(visit, booking, payment, { permalinkId, notice, isWaiting })}
${extrasSection(visit, booking, { permalinkId, token }, refusedExtras)}
${openRequest(visit, booking, { permalinkId, token })}
${paymentStatus === 'paid' ? fieldsForGuests(visit, customFields) : ''}
${
  status === 'confirmed'
    ? html`${place ? arrival(visit, place) : ''}
${actions(visit, booking, permalinkId)}`
    : actions(visit, booking, permalinkId)
}
${thread ? threadSection(visit, thread) : ''}
${cancellation?.text ? cancellationTerms(visit, cancellation.text) : ''}
</div>
${summary(visit, booking)}
</div>${injected.at('booking.after')}
</article>`,
    null,
    injected,
  );
}

/** Describes a booking's page to a theme. */
export function themedBooking(
  visit: Visit,
  booking: Booking,
  payment: Payment | null,
  around: Around,
): ThemedPage {
  const { permalinkId, token, place, notice = null, isWaiting = false } = around;
  const { refusedExtras = null, injected, thread } = around;
  const { reference, paymentStatus, cancellation, customFields } = booking;
  return {
    name: 'booking',
    title: visit.words.booking.title(reference),
    objects: bookingObjects(visit, booking),
    blocks: {
      booking_status: html`${badge(visit, booking)}${state(visit, booking)}`,
      payment_form: html`<div data-payment-status="${paymentStatus}">${paying(visit, booking, payment, { permalinkId, notice, isWaiting })}</div>`,
      booking_details: summary(visit, booking),
      booking_actions: html`${extrasSection(visit, booking, { permalinkId, token }, refusedExtras)}${openRequest(visit, booking, { permalinkId, token })}${actions(visit, booking, permalinkId)}`,
      arrival: html`${paymentStatus === 'paid' ? fieldsForGuests(visit, customFields) : ''}${place ? arrival(visit, place) : ''}`,
      cancellation_terms: cancellation?.text ? cancellationTerms(visit, cancellation.text) : '',
      message_form: thread ? threadSection(visit, thread) : '',
      'slot:booking.after': injected.at('booking.after'),
    },
    injected,
    needs: PAYMENT,
    plain: () => bookingPage(visit, booking, payment, around),
  };
}

const badge = ({ words, language }: Visit, booking: Booking): Html => {
  const { status, paymentStatus } = booking;
  const isConfirmed = paymentStatus === 'paid' && isUnpaid(booking);
  return html`<p class="badge ${paymentStatus}">${status === 'cancelled' ? CANCEL_WORDS[language].state : words.booking.state[isConfirmed ? 'confirmed' : paymentStatus]}</p>`;
};

/** Explains the booking's state, and the guest's refunds, also for a part of the stay. */
const state = (visit: Visit, booking: Booking): Html => html`<p class="lead">${standing(visit, booking)}</p>
${booking.status === 'cancelled' && booking.folio ? html`<p>${moneySentence(visit, booking)}</p>` : ''}
${booking.status === 'cancelled' ? '' : refundSentences(visit, booking).map((sentence) => html`<p>${sentence}</p>`)}
${progress(visit, booking)}
${booking.test ? html`<p class="notice">${visit.words.booking.test}</p>` : ''}`;

/** Renders what the guest has to pay, and how. */
function paying(visit: Visit, booking: Booking, payment: Payment | null, shown: PaymentShown): Html {
  const chosen = payment?.chosen ?? null;
  const paysHere = isPayable(booking, payment);
  return html`${paysHere ? paymentSection(visit, booking, payment, shown) : ''}
${booking.paymentStatus === 'paid' && chosen && !paysHere ? toPay(visit, booking, chosen) : ''}`;
}

/** Renders links to the booking's files and pages. */
function actions(visit: Visit, booking: Booking, permalinkId: string): Html | '' {
  return html`${steps(visit, booking, permalinkId)}${invoiceLinks(visit, booking, permalinkId)}`;
}

/** Renders links to the booking's invoices and credit notes, oldest first; empty if there are none. */
function invoiceLinks({ language }: Visit, { invoices }: Booking, permalinkId: string): Html | '' {
  const words = INVOICE_WORDS[language];
  if (!invoices?.length) return '';
  return html`<ul class="invoices">${invoices.toReversed().map(({ number, creditNoteOf }) => {
    const address = `/bookings/${permalinkId}/invoices/${number}`;
    const name = creditNoteOf ? words.creditNoteNumber(number) : words.invoiceNumber(number);
    return html`<li><a href="${address}">${name}</a> (<a href="${address}.pdf" aria-label="${name}, PDF">PDF</a>)</li>`;
  })}</ul>`;
}

/** Renders links to the calendar file and the receipt, and to the pages on which guests change or cancel the booking. */
function steps(visit: Visit, booking: Booking, permalinkId: string): Html | '' {
  const { words } = visit;
  if (booking.status === 'held')
    return html`<p class="actions">${cancelLink(visit, booking, permalinkId)}</p>`;
  if (booking.status !== 'confirmed') return '';
  return html`<p class="actions"><a class="button" href="${linkTo(visit, `/bookings/${permalinkId}/stay.ics`)}">${words.booking.calendar}</a> <a class="button" href="${linkTo(visit, `/bookings/${permalinkId}/receipt`)}">${words.booking.receipt}</a>${changeLink(visit, booking, permalinkId)} ${cancelLink(visit, booking, permalinkId)}</p>`;
}

/** Describes the page with a booking's messages to a theme. Without one, they're on the booking's page. */
export function themedMessages(
  visit: Visit,
  booking: Booking,
  permalinkId: string,
  thread: ThreadShown,
): ThemedPage {
  const { title } = THREAD_WORDS[visit.language];
  const back = bookingLink(visit, permalinkId);
  const messages = threadSection(visit, thread);
  return {
    name: 'messages',
    title,
    objects: bookingObjects(visit, booking),
    blocks: {
      message_form: messages,
      booking_link: back,
    },
    plain: () => page(visit, title, html`<p class="crumb">${back}</p>${messages}`),
  };
}

/** Renders the link back to a booking's page. */
export const bookingLink = (visit: Visit, permalinkId: string): Html =>
  html`<a href="${linkTo(visit, `/bookings/${permalinkId}`)}">${visit.words.booking.back}</a>`;

/** Renders the link to the page on which guests change their stay; empty if they can't. */
function changeLink(visit: Visit, { isChangeable }: Booking, permalinkId: string): Html | '' {
  if (!isChangeable || visit.storefront.guestChanges === 'off') return '';
  return html` <a class="button" href="${linkTo(visit, `/bookings/${permalinkId}/change`)}">${CHANGE_WORDS[visit.language].link}</a>`;
}

/** True for a confirmed booking that isn't paid in full: an amount is still due, or the stay is free. */
const isUnpaid = ({ payment, totals }: Booking): boolean =>
  payment.balance > 0 || totals.every(({ kind, amount }) => kind !== 'total' || amount === 0);

/**
 * True if the page requests a payment. A balance is paid on the page; an amount promised at the property
 * isn't.
 */
export const isPayable = ({ paymentStatus }: Booking, payment: Payment | null): payment is Payment =>
  payment !== null && (paymentStatus === 'awaiting_payment' || payment.methods.length > 0);

/** Summarizes the booking and its price, next to the actions required from the guest. */
function summary(visit: Visit, booking: Booking): Html {
  const { language, words } = visit;
  const { checkIn, checkOut, arrivalTime, currency, lines, totals, dueAtProperty, pincode } = booking;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  return html`<section class="offer" aria-label="${words.price}">
<dl class="sheet">
  <div><dt>${words.checkIn}</dt><dd><time datetime="${checkIn}">${shortDay(language, checkIn)}</time></dd></div>
  <div><dt>${words.checkOut}</dt><dd><time datetime="${checkOut}">${shortDay(language, checkOut)}</time></dd></div>
  <div><dt>${words.nightsLabel}</dt><dd>${nights}</dd></div>
  <div><dt>${words.guestsLabel}</dt><dd>${partyIn(language, booking.party)}</dd></div>
  ${arrivalTime === null ? '' : html`<div><dt>${words.arrivalTime.title}</dt><dd>${arrivalTime}</dd></div>`}
  ${pincode === null ? '' : html`<div><dt>${words.booking.pincode}</dt><dd>${pincode}</dd></div>`}
  ${lines.map(({ title, quantity, units }) => html`<div><dt>${countIn(language, quantity, words.units)}</dt><dd>${title}${unitsIn(visit, units)}</dd></div>`)}
</dl>
${priceTable(visit, totals, currency)}
${nightList(visit, lines, { currency })}
${droppedNights(visit, booking)}
${dueAtProperty.length > 0 ? chargesTable(visit, dueAtProperty, currency) : ''}
${moneyTable(visit, booking)}
</section>`;
}

/** Renders the charge for nights that a change dropped, with the folio's total; empty if there is none. */
function droppedNights({ language, words }: Visit, { status, folio, currency }: Booking): Html | '' {
  const charges = folio?.charges.filter(({ kind }) => kind === 'cancellation') ?? [];
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0);
  if (!folio || charged === 0 || status !== 'confirmed') return '';
  const { booking, cancelledNights } = CHANGE_WORDS[language];
  return html`<table>
  <caption>${booking}</caption>
  <tbody><tr><th scope="row">${cancelledNights}</th><td>${moneyIn(language, charged, currency)}</td></tr>
  <tr class="total"><th scope="row">${words.entries.total}</th><td>${moneyIn(language, folio.total, currency)}</td></tr></tbody>
</table>`;
}

/** Renders the cancellation terms that the guest accepted. */
const cancellationTerms = (
  visit: Visit,
  text: string,
): Html => html`<section class="terms" aria-labelledby="cancellation">
<h2 id="cancellation">${visit.words.booking.cancellation}</h2>
${text.split('\n').map((line) => html`<p>${line}</p>`)}
</section>`;

/** Renders the payment part for a confirmed booking that the guest still has to pay for. */
const toPay = (visit: Visit, booking: Booking, chosen: NonNullable<Payment['chosen']>): Html =>
  html`<section aria-labelledby="pay"><h2 id="pay">${visit.words.payment.title}</h2>${chosenNote(visit, booking, chosen)}</section>`;

const unitsIn = ({ words }: Visit, units: Booking['lines'][number]['units']) =>
  units.length === 0
    ? ''
    : html` <small>(${units.length === 1 ? words.units.one : words.units.other} ${units.map(({ name }) => name).join(', ')})</small>`;

/** Renders fields that the host's apps show to the guest of a paid booking, such as a door code. */
function fieldsForGuests({ words }: Visit, fields: Booking['customFields']): Html | '' {
  if (fields.length === 0) return '';
  return html`<section class="for-guests"><h2>${words.booking.forYourStay}</h2>
<dl class="sheet">${fields.map(
    ({ key, type, value }) =>
      html`<div><dt>${spoken(key)}</dt><dd>${type === 'url' ? html`<a href="${value}" rel="noopener noreferrer">${value}</a>` : value}</dd></div>`,
  )}</dl></section>`;
}

/** Formats a key for guests: `door_code` is "Door code". */
const spoken = (key: string) => {
  const text = key.replaceAll(/[._-]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function standing(visit: Visit, booking: Booking): Html | string {
  const { language, words } = visit;
  const { guestFirstName: name, status, paymentStatus, holdExpiresAt, timeZone } = booking;
  const { confirmed, paid, released, held } = words.booking;
  if (status === 'cancelled') return cancelledBy(visit, booking);
  if (paymentStatus === 'paid') return isUnpaid(booking) ? confirmed(name) : paid(name);
  if (paymentStatus === 'released') return released(name);
  const until = localTime(language, holdExpiresAt, timeZone);
  return held(name, html`<time datetime="${holdExpiresAt}">${until}</time>`);
}
