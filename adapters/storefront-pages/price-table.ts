import { html } from 'hono/html';
import { moneyIn } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import type { CheckoutTotalKind } from './generated.ts';
import type { Visit } from './visit.ts';

/** One entry of a price; fees and taxes have the names that the host gave them. */
interface Entry {
  readonly kind: CheckoutTotalKind | null;
  readonly label: string;
  readonly amount: Minor;
}

/** A price with all that it consists of; its last entry is the total. */
export const priceTable = (
  { language, words }: Visit,
  entries: readonly Entry[],
  currency: string,
): Html => html`<table>
  <caption>${words.price}</caption>
  <tbody>${entries.map(
    ({ kind, label, amount }, place) =>
      html`<tr${place === entries.length - 1 ? html` class="total"` : ''}><th scope="row">${
        kind === null || kind === 'fee' || kind === 'tax' ? label : words.entries[kind]
      }</th><td>${moneyIn(language, amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;

/** What is paid at the property, beside the total. */
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
