import { html } from 'hono/html';
import { cancellationText } from '#kit/cancellation-text.ts';
import { countIn, localTime, moneyIn, partyIn, shortDay } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageProblemFragment, PageQuoteFragment } from './generated.ts';
import { paymentTerms } from './payment-terms.ts';
import { chargesTable, priceTable } from './price-table.ts';
import { pathFor, type Wish } from './stay-query.ts';
import { linkTo, type Visit } from './visit.ts';

/** Renders a stay's full price, with each payment and its due date, and cancellation costs by date. */
export const offerDetails = (visit: Visit, quote: PageQuoteFragment): Html =>
  html`${priceTable(visit, [...quote.entries, totalOf(visit, quote)], quote.currency)}
${quote.dueAtProperty.length > 0 ? chargesTable(visit, quote.dueAtProperty, quote.currency) : ''}
${paymentTerms(visit, quote)}
${cancellationNote(visit, quote)}`;

/**
 * Returns cancellation terms for a quoted stay: the deadline for free cancellation in the property's time
 * zone, and the complete sentence.
 */
function cancellationNote(visit: Visit, quote: PageQuoteFragment): Html | string {
  const [line] = quote.lines;
  if (!line?.cancellation) return '';
  const { language, words } = visit;
  const until = line.cancelling?.freeUntil ?? null;
  return html`<div class="terms">
${
  until === null
    ? ''
    : html`<p class="free">${words.offer.freeUntil(html`<time datetime="${until}">${localTime(language, until, quote.timeZone)}</time>`)}</p>`
}
<p>${cancellationText(line.cancellation, quote.currency, language)}</p>
</div>`;
}

const totalOf = ({ words }: Visit, { total }: PageQuoteFragment) => ({
  kind: 'total' as const,
  label: words.entries.total,
  amount: total,
});

/** Renders the guest's choice as one line: `Fri, 4 December 2026 – Mon, 7 December 2026, 3 nights, 2 adults`. */
export function wishLine(visit: Visit, wish: Wish): Html {
  const { language, words } = visit;
  const { checkIn, checkOut } = wish;
  const nights = Temporal.PlainDate.from(checkIn).until(checkOut).days;
  return html`<time datetime="${checkIn}">${shortDay(language, checkIn)}</time> – <time datetime="${checkOut}">${shortDay(language, checkOut)}</time>, ${countIn(language, nights, words.nights)}, ${partyAndUnits(visit, wish)}`;
}

/** Returns a choice's party, with its number of units if there are several: `4 adults, 2 units`. */
export function partyAndUnits(
  { language, words }: Visit,
  choice: Omit<Wish, 'checkIn' | 'checkOut'>,
): string {
  const party = partyIn(language, choice);
  return choice.units > 1 ? `${party}, ${countIn(language, choice.units, words.units)}` : party;
}

/** Explains why a stay can't be booked and lists the nearest bookable dates, each linked to its price. */
export const refusals = (visit: Visit, problems: readonly PageProblemFragment[], asked: Asked): Html =>
  html`<div class="refusal" role="alert">${whyNot(visit, problems, asked)}</div>`;

/** A refused choice: its page, and the time zone for its property's times; UTC if null. */
interface Asked {
  readonly wish: Wish;
  readonly path: string;
  readonly timeZone: string | null;
}

/** Renders the same explanation without a box around it. */
export function whyNot(
  visit: Visit,
  problems: readonly PageProblemFragment[],
  { wish, path, timeZone }: Asked,
): Html {
  const nearest = problems.flatMap((problem) => problem.nearest);
  const { words, language } = visit;
  const shown = [...new Map(nearest.map((dates) => [`${dates.checkIn} ${dates.checkOut}`, dates])).values()];
  return html`${problems.map((problem) => html`<p>${reasonOf(visit, problem, timeZone)}</p>`)}
${
  shown.length === 0
    ? ''
    : html`<p>${words.offer.nearest}</p><ul>${shown.map(
        (dates) =>
          html`<li><a href="${linkTo(visit, pathFor(path, { ...wish, ...dates }))}">${shortDay(language, dates.checkIn)} – ${shortDay(language, dates.checkOut)}</a></li>`,
      )}</ul>`
}`;
}

function reasonOf(
  { words, language }: Visit,
  { code, limit, held, until }: PageProblemFragment,
  timeZone: string | null,
): string {
  const { nights, guests, units, days, offer } = words;
  const forms = {
    min_stay: nights,
    max_stay: nights,
    min_advance: days,
    max_advance: days,
    capacity_exceeded: guests,
    out_of_stock: units,
  };
  const noun = code in forms ? forms[code as keyof typeof forms] : nights; // codes whose number is a count
  const why = code === 'out_of_stock' && held > 0 ? 'out_of_stock_held' : code;
  const end = until === null ? null : localTime(language, until, timeZone ?? 'UTC');
  return offer.reasons[why](countIn(language, limit ?? 0, noun), limit ?? 0, end);
}

/** Renders a stay's total as one line: `EUR 1,067.50 in total`. */
export const totalLine = ({ language, words }: Visit, { total, currency }: PageQuoteFragment): Html =>
  html`<p class="total-line"><strong>${moneyIn(language, total, currency)}</strong> ${words.offer.inTotal}</p>`;
