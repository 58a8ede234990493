import { html } from 'hono/html';
import { countIn, dayThere, deadlineIn, moneyIn, numberIn, shortDay } from '#kit/language.ts';
import { MAX_CANCEL_REASON } from '#schema/limits.ts';
import type { Html } from '../page/shell.ts';
import type { BookedPlace } from './arrival.ts';
import { type BookedLine, lineChoice, lineName } from './booked-line.ts';
import type { LineCancelCostQuery } from './generated.ts';
import { page } from './layout.ts';
import type { BookedStay } from './permalink.ts';
import { bookingObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';
import { CANCEL_WORDS } from './words/cancel-words.ts';
import type { CancelWords } from './words/cancels-en.ts';
import { CHANGE_WORDS } from './words/change-words.ts';

/** The cancel page's other content. */
interface Shown {
  readonly permalinkId: string;
  /** Hidden field that proves that the form is the guest's own. */
  readonly token: Html;
  /** Place with the host's contact details; null if unknown. */
  readonly place: BookedPlace | null;
  readonly reason: string;
  readonly problem: 'refund_shrank' | keyof CancelWords['faults'] | null;
  /** The line that the guest chose, and the cost of cancelling it; null for the whole booking. */
  readonly chosen: { readonly line: BookedLine; readonly cost: LineCost | null } | null;
}

type LineCost = NonNullable<LineCancelCostQuery['guestLineCancelQuote']>;

/**
 * Describes the page on which guests cancel their booking: what they paid, what they get back now, and the next
 * deadline. If they can't cancel here, it shows the host's contact details.
 */
export function cancelPage(visit: Visit, booking: BookedStay, shown: Shown): ThemedPage {
  const words = CANCEL_WORDS[visit.language];
  const back = linkTo(visit, `/bookings/${shown.permalinkId}`);
  return {
    name: 'cancel',
    title: words.title,
    objects: bookingObjects(visit, booking),
    blocks: {
      booking_details: stayFacts(visit, booking),
      cancel_form: html`${shrunk(visit, booking, shown)}${cancelling(visit, booking, shown)}`,
      booking_link: html`<a href="${back}">${words.keep}</a>`,
    },
    head: NO_INDEX,
    plain: () => plainPage(visit, booking, shown),
  };
}

const NO_INDEX = html`<meta name="robots" content="noindex">`;

function plainPage(visit: Visit, booking: BookedStay, shown: Shown): Html {
  const { words: all, language } = visit;
  const words = CANCEL_WORDS[language];
  const back = linkTo(visit, `/bookings/${shown.permalinkId}`);
  return page(
    visit,
    words.title,
    html`<article>
<p class="crumb"><a href="${back}">${all.booking.back}</a></p>
<h1>${words.title} <span class="reference">${booking.reference}</span></h1>
${shrunk(visit, booking, shown)}
${stayFacts(visit, booking)}
${cancelling(visit, booking, shown)}
<p><a href="${back}">${words.keep}</a></p>
</article>`,
    NO_INDEX,
  );
}

const quoteOf = ({ storefront }: Visit, { guestCancelQuote }: BookedStay, { chosen }: Shown) => {
  if (!storefront.guestCancellation) return null;
  return chosen ? chosen.cost : guestCancelQuote;
};

/** Explains that the refund is smaller than the amount that the guest confirmed. */
const shrunk = (visit: Visit, booking: BookedStay, shown: Shown): Html | '' =>
  shown.problem === 'refund_shrank' && quoteOf(visit, booking, shown)
    ? html`<p class="notice warn" role="alert">${CANCEL_WORDS[visit.language].shrank}</p>`
    : '';

function cancelling(visit: Visit, booking: BookedStay, shown: Shown): Html {
  const quote = quoteOf(visit, booking, shown);
  if (!quote) return contactHost(visit, shown.place);
  const { language, storefront } = visit;
  const { choose: title, whole } = CANCEL_WORDS[language].line;
  const path = `/bookings/${shown.permalinkId}/cancel`;
  const current = shown.chosen?.line ?? null;
  const choice =
    storefront.guestCancellation && booking.status === 'confirmed'
      ? lineChoice(visit, booking, { path, title, whole, current })
      : '';
  return html`${choice}${shown.chosen?.cost ? lineForm(visit, booking, { ...shown.chosen, cost: shown.chosen.cost }, shown) : cancelForm(visit, booking, quote, shown)}`;
}

/** Renders what cancelling one line costs, and the button that cancels it. */
function lineForm(
  visit: Visit,
  booking: BookedStay,
  { line, cost }: { readonly line: BookedLine; readonly cost: LineCost },
  { permalinkId, token }: Shown,
): Html {
  const { language } = visit;
  const words = CANCEL_WORDS[language];
  const name = lineName(visit, booking, line);
  const row = amountRow(visit, booking);
  return html`<p>${words.line.lead(name)}</p>
<dl class="sheet">
  ${row(words.paid, booking.payment.paid)}
  ${row(words.fee, cost.fee)}
  ${row(CHANGE_WORDS[language].newTotal, cost.total)}
  ${cost.refund > 0 ? row(words.refund, cost.refund) : ''}
  ${cost.owed > 0 ? row(CHANGE_WORDS[language].toPay, cost.owed) : ''}
</dl>
${cost.until ? deadline(visit, booking, cost.until) : ''}
<form method="post" action="${linkTo(visit, `/bookings/${permalinkId}/cancel`)}" class="asking">
${token}
<input type="hidden" name="line" value="${line.id}">
<input type="hidden" name="refund" value="${cost.refund}">
<input type="hidden" name="fingerprint" value="${cost.fingerprint}">
<button type="submit" class="primary">${words.line.submit(name)}</button>
</form>`;
}

const stayFacts = (
  { language, words }: Visit,
  { checkIn, checkOut, lines }: BookedStay,
): Html => html`<dl class="sheet">
  ${lines.map(({ title, quantity }) => html`<div><dt>${countIn(language, quantity, words.units)}</dt><dd>${title}</dd></div>`)}
  <div><dt>${words.checkIn}</dt><dd><time datetime="${checkIn}">${shortDay(language, checkIn)}</time></dd></div>
  <div><dt>${words.checkOut}</dt><dd><time datetime="${checkOut}">${shortDay(language, checkOut)}</time></dd></div>
</dl>`;

type Quote = NonNullable<BookedStay['guestCancelQuote']>;

function cancelForm(visit: Visit, booking: BookedStay, quote: Quote, shown: Shown): Html {
  const { language } = visit;
  const words = CANCEL_WORDS[language];
  const { permalinkId, token, reason, problem } = shown;
  const fault = problem === null || problem === 'refund_shrank' ? null : faultText(visit, problem);
  return html`${amounts(visit, booking, quote)}
<form method="post" action="${linkTo(visit, `/bookings/${permalinkId}/cancel`)}" class="asking">
${token}
<input type="hidden" name="refund" value="${quote.refund}">
<p class="field"><label for="reason">${words.reason}</label>
<textarea id="reason" name="reason" rows="3" maxlength="${MAX_CANCEL_REASON}"${fault === null ? '' : html` aria-invalid="true" aria-describedby="fault-reason"`}>${reason}</textarea>
${fault === null ? '' : html`<small class="fault" id="fault-reason" role="alert">${fault}</small>`}</p>
<button type="submit" class="primary">${words.submit}</button>
</form>`;
}

function faultText({ language }: Visit, problem: keyof CancelWords['faults']): string {
  const { faults } = CANCEL_WORDS[language];
  return problem === 'reason_too_long'
    ? faults.reason_too_long(numberIn(language, MAX_CANCEL_REASON))
    : faults.card_number;
}

/** Renders what was paid, the fee and the refund, and until when they apply. */
function amounts(visit: Visit, booking: BookedStay, quote: Quote): Html {
  const words = CANCEL_WORDS[visit.language];
  const { payment, status } = booking;
  if (payment.paid === 0 && quote.fee === 0)
    return html`<p>${words.unpaid}</p>${quote.until ? deadline(visit, booking, quote.until) : ''}`;
  const row = amountRow(visit, booking);
  return html`<dl class="sheet">
  ${row(words.paid, payment.paid)}
  ${row(words.fee, quote.fee)}
  ${quote.refund > 0 ? row(words.refund, quote.refund) : html`<div><dt>${words.refund}</dt><dd>${words.nothing}</dd></div>`}
  ${quote.owed > 0 ? row(words.owed, quote.owed) : ''}
</dl>
${quote.until && status === 'confirmed' ? deadline(visit, booking, quote.until) : ''}`;
}

const amountRow =
  ({ language }: Visit, { currency }: BookedStay) =>
  (label: string, amount: number): Html =>
    html`<div><dt>${label}</dt><dd>${moneyIn(language, amount, currency)}</dd></div>`;

/** Renders the time until which the amounts apply. */
function deadline({ language }: Visit, { timeZone }: BookedStay, until: string): Html {
  const day = deadlineIn(language, until, timeZone);
  const shown = html`<time datetime="${until}">${day}</time>`;
  return html`<p>${CANCEL_WORDS[language].until(shown, day)}</p>`;
}

/** Renders the host's contact details for a guest who can't cancel here. */
function contactHost({ language, storefront, words }: Visit, place: BookedPlace | null): Html {
  const ways = [place?.contact?.phone, place?.contact?.email].filter((way) => way != null);
  return html`<p>${CANCEL_WORDS[language].contact(storefront.name)}</p>
${ways.length > 0 ? html`<dl class="sheet">${ways.map((way) => html`<div><dt>${words.booking.reach}</dt><dd>${way}</dd></div>`)}</dl>` : ''}`;
}

/** Renders the link to the page on which guests cancel; empty if they can't. */
export const cancelLink = (visit: Visit, { guestCancelQuote }: BookedStay, permalinkId: string): Html | '' =>
  guestCancelQuote === null || !visit.storefront.guestCancellation
    ? ''
    : html`<a class="button" href="${linkTo(visit, `/bookings/${permalinkId}/cancel`)}">${CANCEL_WORDS[visit.language].link}</a>`;

/** Returns the sentence that says who cancelled a booking, and when. */
export function cancelledBy(
  { language }: Visit,
  { guestFirstName: name, cancellation, timeZone }: BookedStay,
): string {
  const { by } = CANCEL_WORDS[language];
  const kind = cancellation?.by?.kind;
  const day = dayThere(language, cancellation?.at ?? '', timeZone);
  return kind === 'guest' || kind === 'host' ? by[kind](name, day) : by.other(name, day);
}

/** Returns a sentence for each refund that was made, was requested or is due. */
export const refundSentences = (visit: Visit, booking: BookedStay): readonly string[] =>
  refundClauses(visit, booking).map((clause) => sentenceOf(visit, [clause]));

/** Returns one sentence about a cancelled booking's money; null if the folio can't be read. */
export function moneySentence(visit: Visit, booking: BookedStay): string | null {
  const { folio, currency } = booking;
  if (!folio) return null;
  const words = CANCEL_WORDS[visit.language];
  const shown = (amount: number) => moneyIn(visit.language, amount, currency);
  if (folio.paid === 0 && folio.balance === 0) return sentenceOf(visit, [words.nothingOwed]);
  const refunds = refundClauses(visit, booking);
  const none = folio.paid > 0 ? words.noRefund(shown(folio.paid)) : words.nothingPaid;
  const owed = folio.balance > 0 ? [words.stillOwed(shown(folio.balance))] : [];
  return sentenceOf(visit, [...(refunds.length > 0 ? refunds : [none]), ...owed]);
}

/** Returns a clause for each refund. The latest failed one is mentioned only while an amount is due. */
function refundClauses(
  { language, storefront }: Visit,
  { folio, currency, timeZone }: BookedStay,
): readonly string[] {
  const words = CANCEL_WORDS[language];
  const refunds = folio?.refunds ?? [];
  const of = (status: (typeof refunds)[number]['status']) => refunds.filter((one) => one.status === status);
  const due = of('due');
  const failed = due.length > 0 ? of('failed').slice(-1) : [];
  const shown = ({ amount }: { readonly amount: number }) => moneyIn(language, amount, currency);
  const day = ({ updatedAt }: { readonly updatedAt: string }) => dayThere(language, updatedAt, timeZone);
  return [
    ...of('refunded').map((refund) => words.wasRefunded(shown(refund), day(refund))),
    ...of('requested').map((refund) => words.wasRequested(shown(refund), day(refund))),
    ...failed.map((refund) => words.hasFailed(shown(refund), day(refund))),
    ...due.map((refund) => words.isDue(shown(refund), storefront.name)),
  ];
}

/** Joins clauses to one sentence. */
function sentenceOf({ language }: Visit, clauses: readonly string[]): string {
  const text = clauses.join(language === 'fr' ? '\u00a0; ' : '; ');
  return `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}.`;
}
