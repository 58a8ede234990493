import { html } from 'hono/html';
import { localTime, moneyIn, partyIn, shortDay } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { BookedStay } from './permalink.ts';
import { linkTo, type Visit } from './visit.ts';
import { CHANGE_WORDS } from './words/change-words.ts';

/** Renders the guest's pending request on the booking's page, and the button that withdraws it; empty without one. */
export function openRequest(
  visit: Visit,
  { openChangeRequest: request, currency, timeZone }: BookedStay,
  { permalinkId, token }: { readonly permalinkId: string; readonly token: Html },
): Html | '' {
  if (!request) return '';
  const { language, words: all } = visit;
  const { request: words, difference, newTotal } = CHANGE_WORDS[language];
  const { checkIn, checkOut, party, arrivalTime, expiresAt } = request;
  const row = (label: string, value: Html | string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const day = (date: string) => html`<time datetime="${date}">${shortDay(language, date)}</time>`;
  const until = html`<time datetime="${expiresAt}">${localTime(language, expiresAt, timeZone)}</time>`;
  return html`<section aria-labelledby="asked">
<h2 id="asked">${words.title}</h2>
<p>${words.pending(visit.storefront.name, until)}</p>
<dl class="sheet">
  ${row(all.checkIn, day(checkIn))}
  ${row(all.checkOut, day(checkOut))}
  ${row(all.guestsLabel, partyIn(language, party))}
  ${arrivalTime === null ? '' : row(all.arrivalTime.title, arrivalTime)}
  ${row(newTotal, moneyIn(language, request.total, currency))}
  ${row(difference, moneyIn(language, request.difference, currency))}
</dl>
<form method="post" action="${linkTo(visit, `/bookings/${permalinkId}/change/withdraw`)}">
${token}
<button type="submit">${words.withdraw}</button>
</form>
</section>`;
}
