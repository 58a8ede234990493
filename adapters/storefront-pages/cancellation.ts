import { html } from 'hono/html';
import { type CancellationTerms, freeUntil } from '#kit/cancellation.ts';
import { cancellationText } from '#kit/cancellation-text.ts';
import { nightsBetween } from '#kit/dates.ts';
import { localTime } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageQuoteFragment } from './generated.ts';
import type { Visit } from './visit.ts';

/** When cancelling a quoted stay costs nothing until: an instant, ISO 8601; null where there is none left. */
export function freeUntilOf(
  { lines, checkIn, checkOut, timeZone, total }: PageQuoteFragment,
  now: Date,
): string | null {
  const terms = lines[0]?.cancellation;
  if (!terms || checkIn === null || checkOut === null) return null;
  const nights = nightsBetween(Temporal.PlainDate.from(checkIn), Temporal.PlainDate.from(checkOut));
  const until = freeUntil(terms, { checkIn, timeZone, total, nights, nightly: [] });
  if (until === null || until.epochMilliseconds <= now.getTime()) return null;
  return until.toString({ smallestUnit: 'second' });
}

/** The cancellation terms of a quoted stay: until when it is free, by the clock of the property, and the whole sentence. */
export function cancellationNote(visit: Visit, quote: PageQuoteFragment, now: Date): Html | string {
  const terms: CancellationTerms | null = quote.lines[0]?.cancellation ?? null;
  if (terms === null) return '';
  const { language, words } = visit;
  const until = freeUntilOf(quote, now);
  return html`<div class="terms">
${
  until === null
    ? ''
    : html`<p class="free">${words.offer.freeUntil(html`<time datetime="${until}">${localTime(language, until, quote.timeZone)}</time>`)}</p>`
}
<p>${cancellationText(terms, quote.currency, language)}</p>
</div>`;
}
