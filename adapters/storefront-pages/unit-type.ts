import { html } from 'hono/html';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import type { UnitTypePageQuery } from './generated.ts';
import { agents, guests } from './home.ts';
import { page } from './layout.ts';
import { gallery, photosOf } from './photos.ts';

type UnitType = NonNullable<UnitTypePageQuery['unitTypePage']>;

/** The page of a unit type, which a product's `url` links to. */
export function unitTypePage(storefront: Storefront, unitType: UnitType): Html {
  const { name, description, maxGuests, baseGuests, units, baseRate, property } = unitType;
  return page(
    storefront,
    name,
    html`<p class="crumb"><a href="/">${storefront.name}</a> / ${property.name}</p>
<h1>${name}</h1>
${gallery(photosOf(unitType))}
<p class="lead">${description}</p>
<dl class="sheet">
  <div><dt>Rate</dt><dd>${formatMoney(baseRate, property.currency)} per night${
    baseGuests < maxGuests ? `, for ${guests(baseGuests)}` : ''
  }</dd></div>
  <div><dt>Guests</dt><dd>Up to ${maxGuests}</dd></div>
  <div><dt>Units</dt><dd>${units}</dd></div>
  <div><dt>Property</dt><dd>${property.name}</dd></div>
</dl>
<p class="quiet">The rate varies with the dates; taxes and fees are itemized when you book.</p>
${agents(storefront)}`,
  );
}
