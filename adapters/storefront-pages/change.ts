import { html } from 'hono/html';
import { countIn, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import { lineChoice } from './booked-line.ts';
import { CHANGE_FIELDS, type ChangeFaults, type ChangeField, type ChangeForm } from './change-form.ts';
import type { ChangeBookedStayMutation } from './generated.ts';
import { page } from './layout.ts';
import type { BookedStay } from './permalink.ts';
import { chargesTable, priceTable } from './price-table.ts';
import { bookingObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';
import { CHANGE_WORDS } from './words/change-words.ts';

type Quote = NonNullable<ChangeBookedStayMutation['bookingStayChange']['quote']>;

/** The page's other content. */
interface Shown {
  readonly permalinkId: string;
  /** Hidden field that proves that the form is the guest's own. */
  readonly token: Html;
  readonly form: ChangeForm;
  readonly faults: ChangeFaults;
  /** The change's price, to confirm; null before the guest asked for one. */
  readonly quote: Quote | null;
  /** True if the guest confirmed a price that no longer applies. */
  readonly isStale: boolean;
}

/** Describes the page on which guests change their stay: a form, then the price to confirm. */
export function changePage(visit: Visit, booking: BookedStay, shown: Shown): ThemedPage {
  const { words: all, language } = visit;
  const { title } = CHANGE_WORDS[language];
  const back = html`<a href="${linkTo(visit, `/bookings/${shown.permalinkId}`)}">${all.booking.back}</a>`;
  const main = changing(visit, booking, shown);
  return {
    name: 'change',
    title,
    objects: bookingObjects(visit, booking),
    blocks: { change_form: main, booking_link: back },
    head: NO_INDEX,
    plain: () =>
      page(
        visit,
        title,
        html`<article>
<p class="crumb">${back}</p>
<h1>${title} <span class="reference">${booking.reference}</span></h1>
${main}
</article>`,
        NO_INDEX,
      ),
  };
}

const NO_INDEX = html`<meta name="robots" content="noindex">`;

function changing(visit: Visit, booking: BookedStay, shown: Shown): Html {
  const words = CHANGE_WORDS[visit.language];
  const { permalinkId, faults, quote, isStale } = shown;
  const action = linkTo(visit, `/bookings/${permalinkId}/change`);
  const problem = booking.isChangeable ? faults.get(null) : words.faults.closed;
  const { choose: title } = words.line;
  const path = `/bookings/${permalinkId}/change`;
  const choice = booking.isChangeable
    ? lineChoice(visit, booking, { path, title, current: shown.form.line ?? null })
    : '';
  return html`${problem ? html`<p class="notice warn" role="alert">${problem}</p>` : ''}
${isStale && quote ? html`<p class="notice warn" role="alert">${words.stale}</p>` : ''}
${choice}
<div class="stay">
<div class="about">${booking.isChangeable ? changeForm(visit, booking, action, shown) : ''}</div>
${quote ? confirmation(visit, action, shown, quote) : ''}
</div>`;
}

const TYPES = {
  check_in: 'date',
  check_out: 'date',
  adults: 'number',
  children: 'number',
  arrival_time: 'time',
} as const satisfies Readonly<Record<ChangeField, string>>;
const LEAST = { adults: 1, children: 0 } as const;

function changeForm(
  visit: Visit,
  { lines }: BookedStay,
  action: string,
  { form, faults, token, quote }: Shown,
): Html {
  const { words: all, language } = visit;
  const words = CHANGE_WORDS[language];
  const labels: Readonly<Record<ChangeField, string>> = {
    check_in: all.checkIn,
    check_out: all.checkOut,
    adults: all.stayForm.adults,
    children: all.stayForm.children,
    arrival_time: all.arrivalTime.label,
  };
  return html`<form class="guest" method="post" action="${action}">
${token}
${lineField(form)}
<p>${visit.storefront.guestChanges === 'request' ? words.request.lead : words.lead}${lines.length > 1 ? ` ${words.line.dates}` : ''}</p>
${CHANGE_FIELDS.map((name) => {
  const fault = faults.get(name);
  const isCount = name === 'adults' || name === 'children';
  return html`<label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" type="${TYPES[name]}" value="${form.values[name]}"${isCount ? html` min="${LEAST[name]}" inputmode="numeric"` : ''}${
    name === 'arrival_time' ? '' : html` required`
  }${fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : ''}>
${fault ? html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>` : ''}`;
})}
<button type="submit"${quote ? '' : html` class="primary"`}>${words.show}</button>
</form>`;
}

const lineField = ({ line }: ChangeForm): Html | '' =>
  line ? html`<input type="hidden" name="line" value="${line.id}">` : '';

/** Renders the price of the change, and the button that confirms it. */
function confirmation(visit: Visit, action: string, { form, token }: Shown, quote: Quote): Html {
  const words = CHANGE_WORDS[visit.language];
  const { currency, totals, dueAtProperty } = quote;
  return html`<section class="offer" aria-labelledby="figures">
<h2 id="figures">${words.figures}</h2>
${priceTable(visit, totals, currency, words.price)}
${dueAtProperty.length > 0 ? chargesTable(visit, dueAtProperty, currency) : ''}
${figuresTable(visit, quote)}
${visit.storefront.guestChanges === 'request' ? html`<p>${words.request.terms}</p>` : ''}
<form method="post" action="${action}">
${token}
${lineField(form)}
${CHANGE_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="${form.values[name]}">`)}
<input type="hidden" name="fingerprint" value="${quote.fingerprint}">
<button type="submit" class="primary">${visit.storefront.guestChanges === 'request' ? words.request.send : words.confirm}</button>
</form>
</section>`;
}

/** Renders the folio's totals before and after the change, and what the guest still pays. */
function figuresTable({ language }: Visit, quote: Quote): Html {
  const words = CHANGE_WORDS[language];
  const { currency, droppedNights, dropped, oldTotal, total, difference, paid } = quote;
  const toPay = total - paid;
  const rows: readonly (readonly [label: string, amount: number, isTotal?: boolean])[] = [
    ...(droppedNights > 0 ? [[countIn(language, droppedNights, words.dropped), dropped] as const] : []),
    [words.newTotal, total, true],
    [words.oldTotal, oldTotal],
    [words.difference, difference],
    [words.paid, paid],
    toPay < 0 ? [words.overpaid, -toPay, true] : [words.toPay, toPay, true],
  ];
  return html`<table class="money">
  <caption>${words.booking}</caption>
  <tbody>${rows.map(
    ([label, amount, isTotal]) =>
      html`<tr${isTotal ? html` class="total"` : ''}><th scope="row">${label}</th><td>${moneyIn(language, amount, currency)}</td></tr>`,
  )}</tbody>
</table>`;
}
