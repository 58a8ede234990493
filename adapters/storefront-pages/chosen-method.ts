import { html } from 'hono/html';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import { longTime } from './dates.ts';
import type { BookingPageQuery } from './generated.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
type Chosen = NonNullable<NonNullable<Booking['paymentMethods']>['chosen']>;

/** How the guest pays with the method they chose: the host's words, where a transfer goes, and until when the nights are held. */
export function chosenNote(booking: Booking, chosen: Chosen): Html {
  const { kind, instructions, bankAccount } = chosen;
  return html`<div class="chosen" data-method="${kind}">
<p class="notice" role="status">${leadOf(booking, chosen)}</p>
${bankAccount ? account(booking, bankAccount) : ''}
${instructions ? html`<p class="instructions">${instructions}</p>` : ''}
</div>`;
}

function leadOf({ status, currency, holdExpiresAt, timeZone }: Booking, { kind, amount }: Chosen): Html {
  const sum = html`<strong>${formatMoney(amount, currency)}</strong>`;
  const end = html`<time datetime="${holdExpiresAt}">${longTime(holdExpiresAt, timeZone)}</time>`;
  if (kind === 'bank_transfer') {
    return status === 'held'
      ? html`Please transfer ${sum}. Your nights are held until ${end}; the host confirms your booking once the money is there.`
      : html`Please transfer ${sum} before your stay.`;
  }
  return status === 'held'
    ? html`You chose to pay at the property. Your nights are held until ${end}; the host confirms your booking.`
    : html`You pay ${sum} at the property.`;
}

const account = (
  { reference }: Booking,
  { holder, iban, bic }: NonNullable<Chosen['bankAccount']>,
): Html => html`<dl class="sheet">
  <div><dt>Account holder</dt><dd>${holder}</dd></div>
  <div><dt>IBAN</dt><dd>${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</dd></div>
  ${bic ? html`<div><dt>BIC</dt><dd>${bic}</dd></div>` : ''}
  <div><dt>Reference</dt><dd class="reference">${reference}</dd></div>
</dl>`;
