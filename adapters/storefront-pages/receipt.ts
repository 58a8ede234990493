import { html } from 'hono/html';
import { countIn, localTime, moneyIn, partyIn, shortDay } from '#kit/language.ts';
import { issuerLines } from '#kit/receipt.ts';
import type { Html } from '../page/shell.ts';
import type { BookedPlace } from './arrival.ts';
import type { BookingPageQuery, BookingReceiptQuery } from './generated.ts';
import { lineLabel, paymentRows, taxRows } from './invoice/shown-invoice.ts';
import { moneyTable } from './payment-terms.ts';
import { addressLine } from './place.ts';
import { chargesTable, nightList, priceTable } from './price-table.ts';
import type { OwnPage } from './theme/personal.ts';
import { linkTo, type Visit } from './visit.ts';
import { INVOICE_WORDS } from './words/invoice-words.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
/** Issuer, charges, taxes and payments. */
export type Receipt = NonNullable<NonNullable<BookingReceiptQuery['bookingByPermalink']>['receipt']>;

/** Renders a printable receipt: what was booked, by whom and for how much. Only for a confirmed booking. */
export function receiptPage(
  visit: Visit,
  booking: Booking,
  property: BookedPlace | null,
  receipt: Receipt | null,
  permalinkId: string,
): OwnPage {
  const { language, words, storefront } = visit;
  const { reference, checkIn, checkOut, currency, createdAt, timeZone, dueAtProperty } = booking;
  const owes = booking.payment.balance > 0;
  return {
    title: words.booking.receiptFor(reference),
    main: html`<p class="crumb"><a href="${linkTo(visit, `/bookings/${permalinkId}`)}">${words.booking.back}</a></p>
<h1>${words.booking.receiptFor(reference)}</h1>
${receipt ? issuerOf(visit, receipt) : ''}
<p><strong>${storefront.name}</strong>${
      property
        ? html`<br>${property.name}${property.address ? html`<br>${addressLine(visit, property.address)}` : ''}`
        : ''
    }</p>
<dl class="sheet">
  <div><dt>${words.booking.guest}</dt><dd>${booking.guestFirstName} ${booking.guestLastName}</dd></div>
  <div><dt>${words.booking.bookedOn}</dt><dd>${localTime(language, createdAt, timeZone)}</dd></div>
  <div><dt>${words.checkIn}</dt><dd>${shortDay(language, checkIn)}</dd></div>
  <div><dt>${words.checkOut}</dt><dd>${shortDay(language, checkOut)}</dd></div>
  <div><dt>${words.guestsLabel}</dt><dd>${partyIn(language, booking.party)}</dd></div>
  ${booking.lines.map(({ title, quantity }) => html`<div><dt>${countIn(language, quantity, words.units)}</dt><dd>${title}</dd></div>`)}
</dl>
${booking.test ? html`<p class="notice">${words.booking.test}</p>` : ''}
${receipt ? charges(visit, receipt, currency) : priceTable(visit, booking.totals, currency)}
${nightList(visit, booking.lines, { currency, open: true })}
${dueAtProperty.length > 0 ? chargesTable(visit, dueAtProperty, currency) : ''}
${receipt ? moneyOf(visit, receipt, currency) : ''}
${moneyTable(visit, booking)}
<p><strong>${owes ? words.booking.receiptDue : words.booking.receiptPaid}</strong></p>`,
  };
}

/** Renders the issuer's legal name, address and tax id. */
const issuerOf = ({ language }: Visit, { issuer }: Receipt): Html => {
  const [name = '', ...details] = issuerLines(language, issuer);
  return html`<address><strong>${name}</strong>${details.map((line) => html`<br>${line}`)}</address>`;
};

/** Renders the folio's charges, including those that changes and the host added to the price. */
const charges = ({ language, words }: Visit, { lines }: Receipt, currency: string): Html => html`<table>
  <caption>${words.price}</caption>
  <tbody>${lines.map((line) => html`<tr><th scope="row">${lineLabel(language, line)}</th><td>${moneyIn(language, line.amount, currency)}</td></tr>`)}
  <tr class="total"><th scope="row">${words.entries.total}</th><td>${moneyIn(
    language,
    lines.reduce((sum, { amount }) => sum + amount, 0),
    currency,
  )}</td></tr></tbody>
</table>`;

/** Renders the taxes contained in the price, by rate, and each payment with its date and method. */
function moneyOf({ language }: Visit, { taxes, payments }: Receipt, currency: string): Html {
  const words = INVOICE_WORDS[language];
  return html`${
    taxes.length === 0
      ? ''
      : html`<table class="sums">
  <caption>${words.taxes} (${currency})</caption>
  <thead><tr><th scope="col">${words.rate}</th><td>${words.net}</td><td>${words.tax}</td></tr></thead>
  <tbody>${taxRows(language, taxes, currency).map(([name = '', ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table>`
  }
${
  payments.length === 0
    ? ''
    : html`<table class="sums">
  <caption>${words.payments} (${currency})</caption>
  <tbody>${paymentRows(language, payments, currency).map(([label, amount]) => html`<tr><th scope="row">${label}</th><td>${amount}</td></tr>`)}</tbody>
</table>`
}`;
}
