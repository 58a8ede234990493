import { html, raw } from 'hono/html';
import { LANGUAGES } from '#kit/language.ts';
import { currencyDigits } from '#kit/money.ts';
import { AMENITIES } from '#schema/amenities.ts';
import type { Html } from '../page/shell.ts';
import { versionsOf } from '../photos.ts';
import type { PageLookupFragment, PageStayFragment } from './generated.ts';
import { photosOf } from './photos.ts';
import type { ShownStay } from './shown-stay.ts';
import { pathFor, wishOf } from './stay-query.ts';
import { summaryOf } from './texts.ts';
import { inLanguage, linkTo, type Visit } from './visit.ts';

type Content = NonNullable<PageLookupFragment['offer']>['content'];

/** What describes a page to programs: its address in each language, a preview for messengers, and JSON-LD. */
export function stayHead(visit: Visit, shown: ShownStay): Html {
  const { storefront } = visit;
  const { stay } = shown;
  const path = `/stays/${stay.id}`;
  const image = imagesOf(visit, stay)[0] ?? null;
  return html`${previewHead(visit, path, { title: stay.name, description: summaryOf(visit, stay), image })}
    <script type="application/ld+json">${raw(dataBlock(lodgingData(visit, shown)))}</script>
    ${storefront.status === 'live' ? '' : html`<meta name="robots" content="noindex">`}`;
}

interface Preview {
  readonly title: string;
  readonly description: string;
  /** Its whole address. */
  readonly image: string | null;
}

/** The address of a page, in its other languages too, and its preview (Open Graph). */
export function previewHead(visit: Visit, path: string, { title, description, image }: Preview): Html {
  const { storefront, language } = visit;
  const url = (locale: Visit['chosen']) => storefront.baseUrl + inLanguage(path, locale);
  return html`<link rel="canonical" href="${storefront.baseUrl + linkTo(visit, path)}">
    ${LANGUAGES.map((other) => html`<link rel="alternate" hreflang="${other}" href="${url(other)}">`)}
    <link rel="alternate" hreflang="x-default" href="${url(null)}">
    <meta name="description" content="${description}">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${storefront.name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${storefront.baseUrl + linkTo(visit, path)}">
    <meta property="og:locale" content="${language === 'de' ? 'de_DE' : 'en_GB'}">
    ${image === null ? '' : html`<meta property="og:image" content="${image}">`}
    <meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`;
}

/** JSON inside a `script` element of data: nothing in it can end the element. */
const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const imagesOf = (visit: Visit, stay: PageStayFragment): readonly string[] =>
  photosOf(visit, stay).flatMap((photo) => {
    const largest = versionsOf(photo).at(-1);
    return largest ? visit.storefront.baseUrl + largest.path : [];
  });

const ROOM_KINDS: readonly unknown[] = ['hotel', 'aparthotel', 'hostel', 'guesthouse'];

/** A stay in the words of schema.org: a whole place is a `VacationRental`, a room is part of its `Hotel`. */
export function lodgingData(visit: Visit, shown: ShownStay): object {
  const { stay, lookup } = shown;
  const content = lookup?.content ?? null;
  const isRoom = content?.kind === 'room' && ROOM_KINDS.includes(content.place.kind);
  const unit = unitData(visit, shown, content, isRoom);
  const { storefront } = visit;
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': isRoom ? 'Hotel' : 'VacationRental',
    '@id': `${storefront.baseUrl}/stays/${stay.id}#lodging`,
    identifier: isRoom ? `property-${stay.property.id}` : `unit-type-${stay.id}`,
    name: isRoom ? stay.property.name : stay.name,
    description: summaryOf(visit, stay),
    url: storefront.baseUrl + linkTo(visit, `/stays/${stay.id}`),
    image: imagesOf(visit, stay),
    brand: { '@type': 'Brand', name: storefront.name },
    ...placeData(content),
    containsPlace: unit,
  });
}

function placeData(content: Content | null): object {
  if (content === null) return {};
  const { place } = content;
  const point = place.point ?? place.area;
  return {
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: place.street,
      postalCode: place.postalCode,
      addressLocality: place.locality,
      addressRegion: place.region,
      addressCountry: place.country,
    }),
    latitude: point?.lat ?? null,
    longitude: point?.lng ?? null,
    checkinTime: place.checkInFrom,
    checkoutTime: place.checkOutUntil,
    petsAllowed: place.houseRules?.pets ?? null,
  };
}

function unitData(
  visit: Visit,
  { stay, choice, quote }: ShownStay,
  content: Content | null,
  isRoom: boolean,
) {
  const wish = wishOf(choice);
  const { baseUrl } = visit.storefront;
  const keys = new Set([...stay.amenities, ...stay.property.amenities]);
  return withoutEmpty({
    '@type': isRoom ? 'HotelRoom' : 'Accommodation',
    additionalType:
      content?.kind === 'entire_place'
        ? 'EntirePlace'
        : content?.kind === 'shared_room'
          ? 'SharedRoom'
          : 'PrivateRoom',
    identifier: `unit-type-${stay.id}`,
    name: stay.name,
    occupancy: { '@type': 'QuantitativeValue', value: stay.maxGuests },
    amenityFeature: AMENITIES.filter(([key]) => keys.has(key)).map(([, , , name]) => ({
      '@type': 'LocationFeatureSpecification',
      name,
      value: true,
    })),
    bed: (content?.beds ?? []).map(({ type, count }) => ({
      '@type': 'BedDetails',
      numberOfBeds: count,
      typeOfBed: BEDS[type] ?? type,
    })),
    floorSize:
      content?.areaM2 == null
        ? null
        : { '@type': 'QuantitativeValue', value: content.areaM2, unitCode: 'MTK' },
    numberOfBathroomsTotal: content?.bathrooms ?? null,
    numberOfBedrooms: content?.bedrooms ?? null,
    offers:
      wish && quote && quote.problems.length === 0
        ? {
            '@type': 'Offer',
            identifier: quote.fingerprint,
            url: baseUrl + linkTo(visit, pathFor(`/stays/${stay.id}`, wish)),
            price: decimal(quote.total, quote.currency),
            priceCurrency: quote.currency,
            availability: 'https://schema.org/InStock',
            itemOffered: { '@type': 'Accommodation', identifier: `unit-type-${stay.id}` },
            checkinTime: quote.checkIn,
            checkoutTime: quote.checkOut,
          }
        : null,
  });
}

/** Beds as search engines know them. */
const BEDS: Readonly<Record<string, string>> = {
  single: 'Single',
  double: 'Double',
  queen: 'Queen',
  king: 'King',
  bunk: 'BunkBed',
  sofa: 'SofaBed',
  futon: 'Futon',
  cot: 'Crib',
};

/** An amount as schema.org writes it: a decimal point, no grouping. */
function decimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

type Members = Readonly<Record<string, unknown>>;

/** What the host did not say is absent. */
const withoutEmpty = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
