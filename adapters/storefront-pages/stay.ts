import { html } from 'hono/html';
import { countIn, moneyIn, shortDay } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageLookupFragment, PageStayFragment } from './generated.ts';
import { agents } from './home.ts';
import type { Injected } from './injections/injected.ts';
import { page } from './layout.ts';
import { regionMap } from './map/map.ts';
import { offerDetails, partyAndUnits, refusals, totalLine, wishLine } from './offer.ts';
import { gallery, photosOf } from './photos.ts';
import { addressLine, coordinates, mapLink } from './place.ts';
import type { ShownStay } from './shown-stay.ts';
import { stayCalendar } from './stay-calendar.ts';
import { amenities, houseRules, sizes } from './stay-facts.ts';
import { stayForm } from './stay-form.ts';
import { pathFor, wishOf } from './stay-query.ts';
import { stayHead } from './structured-data.ts';
import { langOf, paragraphsOf, untranslatedNote } from './texts.ts';
import { stayObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';

type Content = NonNullable<PageLookupFragment['offer']>['content'];

/** Renders a unit type's page, which a product's `url` links to (docs/interface/storefronts.md#pages). */
function stayPage(visit: Visit, shown: ShownStay, injected: Injected): Html {
  const { storefront } = visit;
  const { stay, lookup } = shown;
  const { property } = stay;
  const place = lookup?.content.place ?? null;
  const wish = wishOf(shown.choice);
  return page(
    visit,
    stay.name,
    html`<p class="crumb"><a href="${linkTo(visit, wish ? pathFor('/', wish) : '/')}">${storefront.name}</a> / ${property.name}</p>
<h1>${stay.name}</h1>
<p class="where">${[property.name, place && addressLine(visit, place)].filter(Boolean).join(' · ')}</p>
${gallery(visit, photosOf(visit, stay))}
<div class="stay">
<div class="about">
${lookup ? sizes(visit, stay, lookup.content) : ''}
${untranslatedNote(visit, stay)}${paragraphsOf(visit, stay).map((text) => html`<p class="prose"${langOf(visit, stay)}>${text}</p>`)}${injected.at('stay.after_description')}
${stayCalendar(visit, shown)}
${amenities(visit, stay)}
${lookup ? houseRules(visit, lookup.content) : ''}
${lookup ? whereabouts(visit, stay, lookup.content) : ''}
</div>
${priceBox(visit, shown, injected.at('stay.after_price'))}
</div>
${agents(visit)}${injected.at('stay.bottom')}
${phoneBar(visit, shown)}`,
    stayHead(visit, shown),
    injected,
  );
}

/** Describes a unit type's page to a theme. */
export function themedStay(visit: Visit, shown: ShownStay, injected: Injected): ThemedPage {
  const { stay, lookup } = shown;
  return {
    name: 'stay',
    title: stay.name,
    objects: stayObjects(visit, shown),
    blocks: {
      stay_form: priceBox(visit, shown, ''),
      stay_bar: phoneBar(visit, shown),
      availability: stayCalendar(visit, shown),
      location: lookup ? whereabouts(visit, stay, lookup.content) : '',
      agents: agents(visit),
      'slot:stay.after_description': injected.at('stay.after_description'),
      'slot:stay.after_price': injected.at('stay.after_price'),
      'slot:stay.bottom': injected.at('stay.bottom'),
    },
    head: stayHead(visit, shown),
    injected,
    plain: () => stayPage(visit, shown, injected),
  };
}

function whereabouts(visit: Visit, { property }: PageStayFragment, { place }: Content): Html {
  const { words } = visit;
  const point = place.point ?? place.area;
  return html`<section aria-labelledby="place"><h2 id="place">${words.place.title}</h2>
<p><strong>${property.name}</strong><br>${addressLine(visit, place)}</p>
${paragraphsOf(visit, { description: '', descriptions: property.descriptions }).map((text) => html`<p class="prose"${langOf(visit, property)}>${text}</p>`)}
${
  point === null
    ? ''
    : html`${regionMap(visit, { name: place.locality ?? property.name, point, isExact: place.point !== null })}<p>${mapLink(visit, point, place.point !== null)}${
        place.point === null
          ? html` <span class="quiet">${words.place.approximate}</span>`
          : html` <span class="quiet">${coordinates(visit, place.point)}</span>`
      }</p>`
}
${property.licences.map(
  ({ authority, number }) => html`<p class="quiet">${words.place.licence}: ${authority} ${number}</p>`,
)}</section>`;
}

/** Renders the full price of the cheapest stay before dates are chosen; null if nothing can be booked. */
function fromLine(visit: Visit, { stay, choice, calendar }: ShownStay): Html | null {
  const { language, words } = visit;
  const cheapest = calendar?.cheapest;
  if (!cheapest?.checkIn || !cheapest.checkOut || cheapest.total === null) return null;
  const { checkIn, checkOut, total, dueAtProperty, currency, adults, nights } = cheapest;
  const wish = { ...choice, checkIn, checkOut, adults: adults ?? choice.adults };
  const amount = moneyIn(language, total + (dueAtProperty ?? 0), currency);
  return html`<p class="rate">${words.stay.from(amount, countIn(language, nights ?? 1, words.nights))}</p>
<p class="quiet">${words.stay.allIn} <a href="${linkTo(visit, pathFor(`/stays/${stay.id}`, wish))}" rel="nofollow">${shortDay(language, checkIn)} – ${shortDay(language, checkOut)}, ${partyAndUnits(visit, wish)}</a></p>`;
}

/** Renders a bar for phones that stays in view, with the price and the button for the next step. */
function phoneBar(visit: Visit, shown: ShownStay): Html | string {
  const { language, words, storefront } = visit;
  const { stay, quote, calendar } = shown;
  const wish = wishOf(shown.choice);
  const path = `/stays/${stay.id}`;
  if (quote && wish && quote.problems.length === 0 && storefront.status === 'live') {
    const next = storefront.instantBooking ? 'book' : 'request';
    return html`<div class="phone-bar"><strong>${moneyIn(language, quote.total, quote.currency)}</strong> <a class="button primary" href="${linkTo(visit, pathFor(`${path}/${next}`, wish))}">${words.offer[next]}</a></div>`;
  }
  const cheapest = calendar?.cheapest;
  if (cheapest?.total == null) return '';
  const amount = moneyIn(language, cheapest.total + (cheapest.dueAtProperty ?? 0), cheapest.currency);
  return html`<div class="phone-bar"><strong>${words.stay.from(amount, countIn(language, cheapest.nights ?? 1, words.nights))}</strong> <a class="button primary" href="#calendar">${words.stay.chooseDates}</a></div>`;
}

/** Renders the form and, once it's filled in, the price with its button and details. */
function priceBox(visit: Visit, shown: ShownStay, after: Html | ''): Html {
  const { language, words, storefront } = visit;
  const { stay, choice, quote, days } = shown;
  const path = `/stays/${stay.id}`;
  const wish = wishOf(choice);
  const rate = moneyIn(language, stay.baseRate, stay.property.currency);
  const bounds = { ...days, units: stay.units };
  return html`<section class="offer" id="price" aria-label="${words.price}">
${
  quote === null
    ? (fromLine(visit, shown) ??
      html`<p class="rate">${
        stay.baseGuests < stay.maxGuests
          ? words.stay.rateFor(rate, countIn(language, stay.baseGuests, words.guests))
          : words.stay.ratePerNight(rate)
      }</p><p class="quiet">${words.stay.varies}</p>`)
    : ''
}
${quote && wish && quote.problems.length === 0 ? totalLine(visit, quote) : ''}
${stayForm(visit, choice, bounds, path)}
${
  quote === null || wish === null
    ? ''
    : quote.problems.length > 0
      ? refusals(visit, quote.problems, { wish, path, timeZone: quote.timeZone })
      : html`<p class="wish">${wishLine(visit, wish)}</p>
${offerDetails(visit, quote)}
${
  storefront.status !== 'live'
    ? html`<p class="notice">${words.offer.notOpen}</p>`
    : storefront.instantBooking
      ? html`<a class="button primary" href="${linkTo(visit, pathFor(`${path}/book`, wish))}">${words.offer.book}</a>
<p class="quiet">${words.offer.notYet}</p>`
      : html`<a class="button primary" href="${linkTo(visit, pathFor(`${path}/request`, wish))}">${words.offer.request}</a>
<p class="quiet">${words.offer.requestNote}</p>`
}`
}${after}
</section>`;
}
