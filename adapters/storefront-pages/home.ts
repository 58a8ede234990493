import { html } from 'hono/html';
import { countIn, moneyIn } from '#kit/language.ts';
import type { LookSection } from '../generated.ts';
import type { Html } from '../page/shell.ts';
import { photoOf } from '../photos.ts';
import type { HomePageQuery, HomePricesQuery, PageCardFragment, PageFoundFragment } from './generated.ts';
import type { Injected } from './injections/injected.ts';
import { page } from './layout.ts';
import { imagesOf } from './lodging-data.ts';
import { aboutSection, contactSection, front, sectionsOf } from './look/sections.ts';
import { partyAndUnits } from './offer.ts';
import { photosOf, picture } from './photos.ts';
import { foundLine, moreFound, nothingFound, offerFacts, type Searched } from './search.ts';
import { stayForm } from './stay-form.ts';
import { type Choice, pathFor, type Wish } from './stay-query.ts';
import { previewHead } from './structured-data.ts';
import { hostLang, langOf, summaryOf } from './texts.ts';
import { homeObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';

/** Home page content other than offers. */
interface Shown {
  readonly choice: Choice;
  /** Days on which a stay can begin at one of the properties. */
  readonly days: { readonly today: string; readonly last: string };
  /** The search; null if the guest didn't search. */
  readonly searched: Searched | null;
  /** The cheapest stays, for prices before dates are known; empty for a search. */
  readonly cheapestStays: HomePricesQuery['cheapestStays'];
  readonly injected: Injected;
}

/**
 * Renders the storefront's home page: its unit types by property or, if dates are given, the unit types
 * available for booking, with the full price.
 */
function homePage(visit: Visit, sold: HomePageQuery['unitTypePages'], shown: Shown): Html {
  const { storefront } = visit;
  const { choice, searched, cheapestStays, injected } = shown;
  const cheapest = new Map(cheapestStays.map((stay) => [stay.unitTypeId, stay]));
  const { nodes: unitTypes } = sold;
  const render: Readonly<Record<LookSection, () => Html | string>> = {
    search: () => searchForm(visit, sold, shown),
    stays: () =>
      searched === null
        ? html`${byProperty(
            visit,
            unitTypes.map((unitType) => ({
              unitType,
              offer: null,
              from: fromFacts(visit, unitType, { choice, stay: cheapest.get(unitType.id) }),
            })),
          )}
${moreSold(visit, sold)}`
        : results(visit, unitTypes, searched),
    about: () => aboutSection(visit),
    contact: () => contactSection(visit),
    agents: () => agents(visit),
  };
  return page(
    visit,
    storefront.name,
    html`${front(visit, searched !== null)}${injected.at('home.top')}
${sectionsOf(storefront.look, searched !== null).map(
  (section) => html`${render[section]()}
`,
)}${injected.at('home.bottom')}`,
    homeHead(visit, unitTypes),
    injected,
  );
}

/** Returns the tagline if it's in the page's language. */
const taglineFor = (visit: Visit): string | null =>
  hostLang(visit) === '' ? (visit.storefront.look?.tagline ?? null) : null;

const searchForm = (
  visit: Visit,
  { mostUnits: units }: HomePageQuery['unitTypePages'],
  { choice, days }: Shown,
): Html =>
  units === 0
    ? html`<p class="quiet">${visit.words.home.nothing}</p>`
    : html`<search class="offer">${stayForm(visit, choice, { ...days, units }, '/', { submit: visit.words.home.search, isFirst: true })}</search>`;

const homeHead = (visit: Visit, unitTypes: readonly PageCardFragment[]): Html => {
  const { storefront } = visit;
  return previewHead(visit, '/', {
    title: storefront.name,
    description: taglineFor(visit) ?? (offersIn(unitTypes) || storefront.name),
    image: storefront.look?.hero
      ? storefront.baseUrl + photoOf(storefront.look.hero, 1_600).path
      : (unitTypes.flatMap((unitType) => imagesOf(visit, unitType))[0] ?? null),
  });
};

/** Describes the home page to a theme. */
export function themedHome(visit: Visit, sold: HomePageQuery['unitTypePages'], shown: Shown): ThemedPage {
  const { searched, cheapestStays, injected } = shown;
  const { nodes: unitTypes, hasNextPage } = sold;
  return {
    name: 'home',
    title: visit.storefront.name,
    objects: homeObjects(visit, unitTypes, {
      wish: searched?.wish ?? null,
      isLast: !hasNextPage,
      cheapestStays,
    }),
    blocks: {
      stay_form: searchForm(visit, sold, shown),
      search_results: searched ? results(visit, unitTypes, searched) : '',
      agents: agents(visit),
      'slot:home.top': injected.at('home.top'),
      'slot:home.bottom': injected.at('home.bottom'),
    },
    head: homeHead(visit, unitTypes),
    injected,
    plain: () => homePage(visit, sold, shown),
  };
}

/** Maximum length of a description that search engines show. */
const LONGEST_DESCRIPTION = 160;

/** Describes a page to search engines: `Seehof: Lake View Double, Garden Twin. Mill House: Loft`. */
function offersIn(unitTypes: readonly PageCardFragment[]): string {
  const properties = Map.groupBy(unitTypes, ({ property }) => property.id);
  const texts = [...properties.values()].map(
    (sold) => `${sold[0]?.property.name}: ${sold.map(({ name }) => name).join(', ')}`,
  );
  const text = texts.join('. ');
  return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
}

/** Renders a link to more offers. */
const moreSold = (visit: Visit, { nodes, hasNextPage }: HomePageQuery['unitTypePages']): Html | string =>
  hasNextPage
    ? html`<p class="more"><a class="button" href="${linkTo(visit, `/?after=${nodes.at(-1)?.id}`)}">${visit.words.home.more}</a></p>`
    : '';

/** A unit type on offer. */
interface Sold {
  readonly unitType: PageCardFragment;
  /** Its price for a search. */
  readonly offer: PageFoundFragment['offers'][number] | null;
  /** Its price before dates are known; null if it has none or for a search. */
  readonly from: Html | null;
}

interface Cheapest {
  readonly choice: Choice;
  readonly stay: HomePricesQuery['cheapestStays'][number] | undefined;
}

/** Renders a unit type's size and its cheapest stay's full price; null if nothing can be booked. */
function fromFacts(visit: Visit, { maxGuests }: PageCardFragment, { choice, stay }: Cheapest): Html | null {
  if (stay?.total == null) return null;
  const { language, words } = visit;
  const { total, dueAtProperty, currency, nights, adults } = stay;
  const amount = moneyIn(language, total + (dueAtProperty ?? 0), currency);
  const guests = countIn(language, maxGuests, words.guests);
  const party = partyAndUnits(visit, { ...choice, adults: adults ?? choice.adults });
  return html`<p class="total-line"><span class="quiet">${words.home.upTo(guests)}</span> <strong>${words.stay.from(amount, countIn(language, nights ?? 1, words.nights))}</strong> ${party}, ${words.home.allIn}</p>`;
}

function results(visit: Visit, unitTypes: readonly PageCardFragment[], searched: Searched): Html {
  const { found, wish } = searched;
  if (found.offers.length === 0) return nothingFound(visit, searched, unitTypes);
  const sold = found.offers.flatMap((offer) => {
    const unitType = unitTypes.find(({ id }) => id === offer.unitTypeId);
    return unitType ? [{ unitType, offer, from: null }] : [];
  });
  return html`${foundLine(visit, searched)}
${byProperty(visit, sold, wish)}
${moreFound(visit, searched)}`;
}

function byProperty(visit: Visit, all: readonly Sold[], wish: Wish | null = null): Html {
  const properties = Map.groupBy(all, ({ unitType }) => unitType.property.id);
  return html`${[...properties.values()].map(
    (sold) => html`<section>
  <h2>${sold[0]?.unitType.property.name}</h2>
  <ul class="cards">${sold.map((one) => card(visit, one, wish))}</ul>
</section>`,
  )}`;
}

function card(visit: Visit, { unitType, offer, from }: Sold, wish: Wish | null): Html {
  const { language, words } = visit;
  const { id, name, maxGuests, baseRate, property } = unitType;
  const [photo] = photosOf(visit, unitType);
  const path = `/stays/${id}`;
  const guests = countIn(language, maxGuests, words.guests);
  return html`<li class="card">
  ${photo ? picture(photo, { sizes: '(min-width: 40rem) 19rem, 100vw' }) : ''}
  <h3><a href="${linkTo(visit, wish ? pathFor(path, wish) : path)}">${name}</a></h3>
  <p${langOf(visit, unitType)}>${summaryOf(visit, unitType)}</p>
  ${
    offer
      ? offerFacts(visit, offer, property.timeZone)
      : (from ??
        html`<p class="facts"><span>${words.home.upTo(guests)}</span> <span><strong>${moneyIn(language, baseRate, property.currency)}</strong> ${words.home.perNight}</span></p>`)
  }
</li>`;
}

/** Explains how to book with an agent, if agents can book. */
export function agents({ storefront, words }: Visit): Html | string {
  const { agentBookings, instantBooking, baseUrl } = storefront;
  if (!agentBookings) return '';
  return html`<aside>
  <h2>${words.agents.title}</h2>
  <p>${instantBooking ? words.agents.textInstant : words.agents.text}</p>
  <p><code>${baseUrl}/api/mcp</code></p>
</aside>`;
}
