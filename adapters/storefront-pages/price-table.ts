import { html } from 'hono/html';
import { moneyIn, shortDay } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery, CheckoutTotalKind } from './generated.ts';
import type { Visit } from './visit.ts';

/** A price entry; fees and taxes keep the host's names. */
interface Entry {
  readonly kind: CheckoutTotalKind | null;
  readonly label: string;
  readonly amount: Minor;
}

/** Renders a price with all its entries; the last entry is the total. */
export const priceTable = (
  { language, words }: Visit,
  entries: readonly Entry[],
  currency: string,
  caption = words.price,
): Html => html`<table>
  <caption>${caption}</caption>
  <tbody>${entries.map(
    ({ kind, label, amount }, place) =>
      html`<tr${place === entries.length - 1 ? html` class="total"` : ''}><th scope="row">${
        kind === null || kind === 'fee' || kind === 'tax' ? label : words.entries[kind]
      }</th><td>${moneyIn(language, amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;

/** Renders amounts paid at the property, in addition to the total. */
export const chargesTable = (
  { language, words }: Visit,
  charges: readonly Pick<Entry, 'label' | 'amount'>[],
  currency: string,
): Html => html`<table>
  <caption>${words.booking.dueAtProperty}</caption>
  <tbody>${charges.map(
    ({ label, amount }) =>
      html`<tr><th scope="row">${label}</th><td>${moneyIn(language, amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;

type Lines = NonNullable<BookingPageQuery['bookingByPermalink']>['lines'];

/**
 * Renders each booked night's price before discounts, by booked item: in an expandable section, or `open` on
 * paper. Empty for bookings without recorded night prices.
 */
export function nightList(
  { language, words }: Visit,
  lines: Lines,
  { currency, open = false }: { readonly currency: string; readonly open?: boolean },
): Html | string {
  const known = lines.filter(({ nightly }) => nightly.length > 0);
  if (known.length === 0) return '';
  return html`<details class="nights"${open ? html` open` : ''}><summary>${words.booking.nightly}</summary>
${known.map(
  ({ title, nightly }) =>
    html`${known.length > 1 ? html`<strong>${title}</strong>` : ''}<ul>${nightly.map(
      ({ date, amount }) =>
        html`<li><time datetime="${date}">${shortDay(language, date)}</time> <span>${moneyIn(language, amount, currency)}</span></li>`,
    )}</ul>`,
)}</details>`;
}
