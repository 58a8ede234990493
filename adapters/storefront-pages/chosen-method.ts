import { html } from 'hono/html';
import { localTime, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery } from './generated.ts';
import type { Visit } from './visit.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
type Chosen = NonNullable<NonNullable<Booking['paymentMethods']>['chosen']>;

/**
 * Explains how to pay with the chosen method: the host's instructions, transfer details, and the time until
 * which the nights are held.
 */
export function chosenNote(visit: Visit, booking: Booking, chosen: Chosen): Html {
  const { kind, instructions, bankAccount } = chosen;
  return html`<div class="chosen" data-method="${kind}">
<p class="notice" role="status">${leadOf(visit, booking, chosen)}</p>
${bankAccount ? account(visit, booking, bankAccount) : ''}
${instructions ? html`<p class="instructions">${instructions}</p>` : ''}
</div>`;
}

function leadOf(
  { language, words }: Visit,
  { status, currency, holdExpiresAt, timeZone }: Booking,
  { kind, amount }: Chosen,
): Html {
  const sum = html`<strong>${moneyIn(language, amount, currency)}</strong>`;
  const end = html`<time datetime="${holdExpiresAt}">${localTime(language, holdExpiresAt, timeZone)}</time>`;
  const isHeld = status === 'held';
  const { transferHeld, transferDue, atPropertyHeld, atPropertyDue } = words.payment;
  if (kind === 'bank_transfer') return isHeld ? transferHeld(sum, end) : transferDue(sum);
  return isHeld ? atPropertyHeld(end) : atPropertyDue(sum);
}

const account = (
  { words }: Visit,
  { reference }: Booking,
  { holder, iban, bic }: NonNullable<Chosen['bankAccount']>,
): Html => html`<dl class="sheet">
  <div><dt>${words.payment.holder}</dt><dd>${holder}</dd></div>
  <div><dt>IBAN</dt><dd>${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd></div>
  ${bic ? html`<div><dt>BIC</dt><dd>${bic}</dd></div>` : ''}
  <div><dt>${words.payment.reference}</dt><dd class="reference">${reference}</dd></div>
</dl>`;
