import { html } from 'hono/html';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import type { HomePageQuery } from './generated.ts';
import { page } from './layout.ts';
import { photosOf, picture } from './photos.ts';

type UnitType = HomePageQuery['unitTypePages'][number];

/** The storefront's home page: what it sells, by property. */
export function homePage(storefront: Storefront, unitTypes: readonly UnitType[]): Html {
  const properties = Map.groupBy(unitTypes, ({ property }) => property.id);
  return page(
    storefront,
    storefront.name,
    html`<h1>${storefront.name}</h1>
${unitTypes.length ? '' : html`<p class="quiet">Nothing is for sale here at the moment.</p>`}
${[...properties.values()].map(
  (sold) => html`<section>
  <h2>${sold[0]?.property.name}</h2>
  <ul class="cards">${sold.map(card)}</ul>
</section>`,
)}
${agents(storefront)}`,
  );
}

function card(unitType: UnitType): Html {
  const { id, name, description, maxGuests, baseRate, property } = unitType;
  const [photo] = photosOf(unitType);
  return html`<li class="card">
  ${photo ? picture(photo, { sizes: '(min-width: 40rem) 19rem, 100vw' }) : ''}
  <h3><a href="/stays/${id}">${name}</a></h3>
  <p>${description}</p>
  <p class="facts"><span>Up to ${guests(maxGuests)}</span> <span><strong>${formatMoney(baseRate, property.currency)}</strong> per night</span></p>
</li>`;
}

/** `1 guest`, `4 guests`. */
export const guests = (count: number): string => (count === 1 ? '1 guest' : `${count} guests`);

/** How to book with an agent, if agents can book. */
export function agents({ agentBookings, instantBooking, baseUrl }: Storefront): Html | string {
  if (!agentBookings) return '';
  return html`<aside>
  <h2>Book with your assistant</h2>
  <p>Give your AI assistant this address. It finds and prices stays${
    instantBooking ? ' and places the booking; you pay here, on the link it gives you' : ''
  }.</p>
  <p><code>${baseUrl}/api/mcp</code></p>
</aside>`;
}
