import { html } from 'hono/html';
import { countIn, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { HomePageQuery } from './generated.ts';
import { page } from './layout.ts';
import { photosOf, picture } from './photos.ts';
import { previewHead } from './structured-data.ts';
import { summaryOf } from './texts.ts';
import { linkTo, type Visit } from './visit.ts';

type UnitType = HomePageQuery['unitTypePages'][number];

/** The storefront's home page: what it sells, by property. */
export function homePage(visit: Visit, unitTypes: readonly UnitType[]): Html {
  const { storefront, words } = visit;
  const properties = Map.groupBy(unitTypes, ({ property }) => property.id);
  return page(
    visit,
    storefront.name,
    html`<h1>${storefront.name}</h1>
${unitTypes.length ? '' : html`<p class="quiet">${words.home.nothing}</p>`}
${[...properties.values()].map(
  (sold) => html`<section>
  <h2>${sold[0]?.property.name}</h2>
  <ul class="cards">${sold.map((unitType) => card(visit, unitType))}</ul>
</section>`,
)}
${agents(visit)}`,
    previewHead(visit, '/', {
      title: storefront.name,
      description: storefront.name,
      image: null,
    }),
  );
}

function card(visit: Visit, unitType: UnitType): Html {
  const { language, words } = visit;
  const { id, name, maxGuests, baseRate, property } = unitType;
  const [photo] = photosOf(visit, unitType);
  const guests = countIn(language, maxGuests, words.guests);
  return html`<li class="card">
  ${photo ? picture(photo, { sizes: '(min-width: 40rem) 19rem, 100vw' }) : ''}
  <h3><a href="${linkTo(visit, `/stays/${id}`)}">${name}</a></h3>
  <p>${summaryOf(visit, unitType)}</p>
  <p class="facts"><span>${words.home.upTo(guests)}</span> <span><strong>${moneyIn(language, baseRate, property.currency)}</strong> ${words.home.perNight}</span></p>
</li>`;
}

/** How to book with an agent, if agents can book. */
export function agents({ storefront, words }: Visit): Html | string {
  const { agentBookings, instantBooking, baseUrl } = storefront;
  if (!agentBookings) return '';
  return html`<aside>
  <h2>${words.agents.title}</h2>
  <p>${instantBooking ? words.agents.textInstant : words.agents.text}</p>
  <p><code>${baseUrl}/api/mcp</code></p>
</aside>`;
}
