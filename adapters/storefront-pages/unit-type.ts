import { html } from 'hono/html';
import { countIn, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { UnitTypePageQuery } from './generated.ts';
import { agents } from './home.ts';
import { page } from './layout.ts';
import { gallery, photosOf } from './photos.ts';
import { summaryOf } from './texts.ts';
import { linkTo, type Visit } from './visit.ts';

type UnitType = NonNullable<UnitTypePageQuery['unitTypePage']>;

/** The page of a unit type, which a product's `url` links to. */
export function unitTypePage(visit: Visit, unitType: UnitType): Html {
  const { storefront, language, words } = visit;
  const { name, maxGuests, baseGuests, units, baseRate, property } = unitType;
  const rate = moneyIn(language, baseRate, property.currency);
  return page(
    visit,
    name,
    html`<p class="crumb"><a href="${linkTo(visit, '/')}">${storefront.name}</a> / ${property.name}</p>
<h1>${name}</h1>
${gallery(visit, photosOf(visit, unitType))}
<p class="lead">${summaryOf(visit, unitType)}</p>
<dl class="sheet">
  <div><dt>${words.stay.rate}</dt><dd>${
    baseGuests < maxGuests
      ? words.stay.rateFor(rate, countIn(language, baseGuests, words.guests))
      : words.stay.ratePerNight(rate)
  }</dd></div>
  <div><dt>${words.guestsLabel}</dt><dd>${words.home.upTo(countIn(language, maxGuests, words.guests))}</dd></div>
  <div><dt>${words.stay.unitsLabel}</dt><dd>${units}</dd></div>
  <div><dt>${words.stay.property}</dt><dd>${property.name}</dd></div>
</dl>
<p class="quiet">${words.stay.varies}</p>
${agents(visit)}`,
  );
}
