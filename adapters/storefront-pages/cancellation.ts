import { html } from 'hono/html';
import { cancellationText } from '#kit/cancellation-text.ts';
import { localTime } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageQuoteFragment } from './generated.ts';
import type { Visit } from './visit.ts';

/**
 * Returns cancellation terms for a quoted stay: the deadline for free cancellation in the property's time
 * zone, and the complete sentence.
 */
export function cancellationNote(visit: Visit, quote: PageQuoteFragment): Html | string {
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
