import { html } from 'hono/html';
import { countIn, localTime, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageCardFragment, PageFoundFragment } from './generated.ts';
import { whyNot, wishLine } from './offer.ts';
import { pathFor, type Wish } from './stay-query.ts';
import { linkTo, type Visit } from './visit.ts';

type Offer = PageFoundFragment['offers'][number];

/** A guest's search and its results. */
export interface Searched {
  readonly wish: Wish;
  readonly found: PageFoundFragment;
}

/** Summarizes the results in one line, with the requested stay. */
export function foundLine(visit: Visit, { wish, found }: Searched): Html {
  const { words, language } = visit;
  return html`<p class="found" role="status"><strong>${countIn(language, found.totalCount, words.home.stays)}</strong> ${wishLine(visit, wish)}</p>`;
}

/** Renders a bookable stay's full price and its deadline for free cancellation. */
export function offerFacts({ language, words }: Visit, offer: Offer, timeZone: string): Html {
  const { total, currency, dueAtProperty, cancelling } = offer;
  const freeUntil = cancelling?.freeUntil ?? null;
  return html`${
    total === null
      ? ''
      : html`<p class="total-line"><strong>${moneyIn(language, total, currency)}</strong> ${words.home.inTotal}${
          dueAtProperty ? ` ${words.home.atProperty(moneyIn(language, dueAtProperty, currency))}` : ''
        }</p>`
  }
${
  freeUntil === null
    ? ''
    : html`<p class="free">${words.offer.freeUntil(html`<time datetime="${freeUntil}">${localTime(language, freeUntil, timeZone)}</time>`)}</p>`
}`;
}

/**
 * Explains why the search found no offers, by unit type, starting with the nearest bookable dates, each as a
 * link.
 */
export function nothingFound(
  visit: Visit,
  { wish, found }: Searched,
  unitTypes: readonly PageCardFragment[],
): Html {
  const { words } = visit;
  const { reasons, refusal } = found;
  return html`<div class="refusal" role="alert">
<h2>${refusal ? words.home.notDates : words.home.notFree}</h2>
<p>${refusal ? words.offer.reasons.invalid() : wishLine(visit, wish)}</p>
${reasons.map(({ unitTypeId, problem }) => {
  const unitType = unitTypes.find(({ id }) => id === unitTypeId);
  if (!unitType || !problem) return '';
  const path = `/stays/${unitType.id}`;
  return html`<h3><a href="${linkTo(visit, pathFor(path, wish))}">${unitType.name}</a></h3>
${whyNot(visit, [problem], { wish, path, timeZone: unitType.property.timeZone })}`;
})}
<p><a href="${linkTo(visit, '/')}">${words.home.everything}</a></p>
</div>`;
}

/** Renders a link to more results. */
export const moreFound = (visit: Visit, { wish, found }: Searched): Html | string =>
  found.hasNextPage && found.endCursor !== null
    ? html`<p class="more"><a class="button" href="${linkTo(visit, `${pathFor('/', wish)}&after=${encodeURIComponent(found.endCursor)}`)}">${visit.words.home.more}</a></p>`
    : '';
