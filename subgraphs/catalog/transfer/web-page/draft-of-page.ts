import { FORMAT, FORMAT_VERSION, type PropertyDefinition } from '../definition.ts';
import { WrongFile } from '../wanted.ts';
import { amenitiesOf } from './amenities-of.ts';
import { currencyOfCountry, zoneOfCountry } from './country-defaults.ts';
import { isOf, isThing, listOf, numberOf, type Thing, textOf, thingsOf } from './json-ld.ts';
import { photosOf } from './photos-of.ts';
import { unitTypesOf } from './unit-types-of.ts';
import { withoutNothing } from './without-nothing.ts';

/** schema.org types for places to stay, with our kinds. */
const PLACES = new Map<string, PropertyDefinition['kind']>([
  ...([
    ['Hotel', 'hotel'],
    ['Resort', 'hotel'],
    ['Motel', 'hotel'],
    ['Hostel', 'hostel'],
  ] as const),
  ...([
    ['BedAndBreakfast', 'guesthouse'],
    ['Campground', 'campsite'],
    ['LodgingBusiness', undefined],
  ] as const),
  ...([
    ['VacationRental', undefined],
    ['House', 'house'],
    ['SingleFamilyResidence', 'house'],
  ] as const),
  ...([
    ['Apartment', 'apartment'],
    ['ApartmentComplex', 'apartment'],
  ] as const),
]);
const PLACE_TYPES = new Set(PLACES.keys());

/** The page's address, and the currency and zone of the storefront's other properties. */
export interface Around {
  readonly url: string;
  readonly currency: string | null;
  readonly timeZone: string | null;
}

/**
 * Drafts a property in the platform's own format from a page's schema.org data. Unit types are off sale until
 * the host has reviewed them. Throws `WrongFile` if the page has no place to stay.
 */
export function draftOfPage(html: string, around: Around) {
  const place = thingsOf(html).find((thing) => isOf(thing, PLACE_TYPES));
  if (!place)
    throw new WrongFile(
      'The page has no structured data about a place to stay. It needs schema.org JSON-LD for a VacationRental or a LodgingBusiness.',
    );
  return { format: FORMAT, version: FORMAT_VERSION, properties: [propertyOf(place, around)] };
}

function propertyOf(place: Thing, { url, currency, timeZone }: Around) {
  const { hostname, pathname } = new URL(url);
  const address = addressOf(place);
  const country = address?.country;
  const offered = [...listOf(place.makesOffer), ...listOf(place.offers)].filter(isThing);
  const sold =
    textOf(
      offered.map((offer) => offer.priceCurrency),
      3,
    ) ??
    textOf(place.currenciesAccepted, 3) ??
    currency ??
    currencyOfCountry(country);
  const name = textOf(place.name, 120) ?? hostname;
  const description = textOf(place.description, 10_000);
  return withoutNothing({
    externalId: textOf(place.identifier, 128) ?? `${hostname}${pathname}`.slice(0, 128),
    name,
    // The dry run names missing values: unknown values are never guessed.
    currency: sold?.toUpperCase() ?? '',
    timeZone: timeZone ?? zoneOfCountry(country) ?? '',
    kind: listOf(place['@type'])
      .map((type) => PLACES.get(`${type}`))
      .find(Boolean),
    address,
    geo: geoOf(place),
    checkInFrom: timeOf(place.checkinTime),
    checkOutUntil: timeOf(place.checkoutTime),
    descriptions: description ? [{ locale: languageOf(place), markdown: description }] : undefined,
    amenities: amenitiesOf(place),
    houseRules: typeof place.petsAllowed === 'boolean' ? { pets: place.petsAllowed } : undefined,
    contact: contactOf(place),
    media: photosOf(place, url),
    unitTypes: unitTypesOf(place, { name, url, currency: sold }),
  });
}

function addressOf({ address }: Thing) {
  const [given] = listOf(address).filter(isThing);
  if (!given) return undefined;
  const country = textOf(given.addressCountry, 2)?.toUpperCase();
  return withoutNothing({
    street: textOf(given.streetAddress, 200)?.replace(/\s+/g, ' '),
    locality: textOf(given.addressLocality, 100),
    region: textOf(given.addressRegion, 100),
    postalCode: textOf(given.postalCode, 20),
    country: isCode(given.addressCountry) ? country : undefined,
  });
}

/** True if a country is a code, given directly or as a `Country`'s name. */
const isCode = (value: unknown): boolean => /^[A-Za-z]{2}$/.test(textOf(value, 100) ?? '');

function geoOf(place: Thing) {
  const [geo] = [place.geo, place].filter(isThing);
  const [lat, lng] = [numberOf(geo?.latitude), numberOf(geo?.longitude)];
  if (lat === undefined || lng === undefined || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined;
  return { lat, lng, show: 'area' as const };
}

/** Converts `15:00:00+02:00`, or a date with a time, to `15:00`. */
function timeOf(value: unknown): string | undefined {
  const [, time] = /(?:^|T)((?:[01]\d|2[0-3]):[0-5]\d)/.exec(textOf(value, 40) ?? '') ?? [];
  return time;
}

function languageOf({ inLanguage }: Thing): string {
  const given = textOf(inLanguage, 35) ?? 'en';
  return /^[a-z]{2,3}(-[A-Z]{2})?$/.test(given) ? given : 'en';
}

function contactOf({ telephone, email }: Thing) {
  const contact = withoutNothing({
    phone: textOf(telephone, 40),
    email: textOf(email, 254)?.replace(/^mailto:/, ''),
  });
  return Object.keys(contact).length > 0 ? contact : undefined;
}
