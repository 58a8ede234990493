import { html } from 'hono/html';
import { cancellationText } from '#kit/cancellation-text.ts';
import { localTime } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageQuoteFragment } from './generated.ts';
import type { Visit } from './visit.ts';

/** The cancellation terms of a quoted stay: until when it is free, by the clock of the property, and the whole sentence. */
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
