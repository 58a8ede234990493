import { html } from 'hono/html';
import { moneyIn, shortDay } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery, PageQuoteFragment } from './generated.ts';
import type { Visit } from './visit.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;

/** Renders payment terms next to a stay's price; empty if the full price is due immediately. */
export function paymentTerms(visit: Visit, { payment, total, currency }: PageQuoteFragment): Html | string {
  const { language, words } = visit;
  const { mode, dueNow, balanceDueOn } = payment;
  if (balanceDueOn === null) return '';
  if (mode === 'at_property') return html`<p class="terms">${words.offer.atProperty}</p>`;
  const shown = (amount: number) => html`<strong>${moneyIn(language, amount, currency)}</strong>`;
  return html`<p class="terms">${words.offer.deposit(shown(dueNow), shown(total - dueNow), day(visit, balanceDueOn))}</p>`;
}

/** Renders a booking's paid amount, amount due now and amount due later; empty if there is no balance. */
export function moneyTable(visit: Visit, { payment, currency }: Booking): Html | string {
  const { language, words } = visit;
  const { mode, paid, dueNow, balance, balanceDueOn, isOverdue } = payment;
  if (balance === 0 || balanceDueOn === null) return '';
  const { paidSoFar, dueNow: now, atProperty, dueBy, overdue } = words.payment.money;
  const left = mode === 'at_property' ? atProperty : (isOverdue ? overdue : dueBy)(day(visit, balanceDueOn));
  const rows = [
    ...(paid > 0 ? [[paidSoFar, paid] as const] : []),
    ...(dueNow > 0 ? [[now, dueNow] as const] : []),
    [left, balance] as const,
  ];
  return html`<table class="money">
  <caption>${words.payment.title}</caption>
  <tbody>${rows.map(
    ([label, amount]) =>
      html`<tr><th scope="row">${label}</th><td>${moneyIn(language, amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;
}

const day = ({ language }: Visit, date: string): Html =>
  html`<time datetime="${date}">${shortDay(language, date)}</time>`;
