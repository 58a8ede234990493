import { countIn, partyIn, shortDay } from '#kit/language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#kit/languages.ts';
import type { PageTemplate } from '#theme/vocabulary.ts';
import { type Photo, versionsOf } from '../../photos.ts';
import type { BookingPageQuery, HomePricesQuery, PageCardFragment } from '../generated.ts';
import { photosOf } from '../photos.ts';
import { addressLine } from '../place.ts';
import type { ShownStay } from '../shown-stay.ts';
import { amenitiesOf, rulesOf, sizesOf } from '../stay-facts.ts';
import { pathFor, type Wish, wishOf } from '../stay-query.ts';
import { paragraphsOf, summaryOf } from '../texts.ts';
import { linkTo, switchTo, type Visit } from '../visit.ts';

/** Objects in templates: plain values, documented in docs/guides/build-a-theme.md. */
export type Objects = Readonly<Record<string, unknown>>;

/** Returns the objects of every page. */
export function commonObjects(visit: Visit, name: PageTemplate, title: string): Objects {
  const { storefront, language } = visit;
  const { look } = storefront;
  // The address of a booking is the guest's secret: a template could put it into a link to another site.
  const isSecret = /^\/(bookings|requests)\//.test(visit.path);
  const path = isSecret ? null : visit.path;
  return {
    page: { name, title, language, path },
    storefront: {
      name: storefront.name,
      url: linkTo(visit, '/'),
      language: storefront.locale,
      tagline: look?.tagline ?? null,
      about: look?.about ?? [],
      logo: mediaOf(look?.logo ?? null, storefront.name),
      hero: mediaOf(look?.hero ?? null, look?.hero?.alt ?? ''),
      phone: look?.phone ?? null,
      email: look?.email ?? null,
      social: look?.social.map(({ kind, url }) => ({ kind, url })) ?? [],
      instant_booking: storefront.instantBooking,
    },
    policies: storefront.policies.map(({ kind, title: words }) => ({
      kind,
      title: words,
      url: linkTo(visit, `/policies/${kind}`),
    })),
    languages: LANGUAGES.map((code) => ({
      code,
      name: LANGUAGE_NAMES[code],
      url: isSecret ? `?lang=${code}` : switchTo(code, visit),
      current: code === language,
    })),
  };
}

interface Described extends Photo {
  readonly alt?: string | null;
}

/** Returns a photo with its versions, for `image_url` and `image_srcset`. */
function mediaOf(photo: Described | null, alt: string) {
  if (photo === null) return null;
  const { width, height } = photo;
  return { alt, width, height, versions: versionsOf(photo).map((version) => ({ ...version })) };
}

/** Returns the objects of a home page or a search. */
export function homeObjects(
  visit: Visit,
  unitTypes: readonly PageCardFragment[],
  {
    wish,
    isLast,
    cheapestStays,
  }: {
    readonly wish: Wish | null;
    readonly isLast: boolean;
    readonly cheapestStays: HomePricesQuery['cheapestStays'];
  },
): Objects {
  const cheapest = new Map(cheapestStays.map((stay) => [stay.unitTypeId, stay]));
  const cards = unitTypes.map((unitType) => ({
    ...cardOf(visit, unitType, wish),
    cheapest: priceOf(visit, cheapest.get(unitType.id)),
  }));
  const properties = Map.groupBy(unitTypes, ({ property }) => property.id);
  return {
    searched: wish !== null,
    unit_types: cards,
    properties: [...properties].map(([id, own]) => ({
      id,
      name: own[0]?.property.name,
      unit_types: cards.filter((card) => own.some((unitType) => unitType.id === card.id)),
    })),
    more_url: isLast ? null : linkTo(visit, `/?after=${unitTypes.at(-1)?.id}`),
  };
}

/** Returns the full price of a unit type's cheapest stay; null if nothing can be booked. */
function priceOf({ language, words }: Visit, stay: HomePricesQuery['cheapestStays'][number] | undefined) {
  if (!stay || stay.total === null) return null;
  const { total, dueAtProperty, currency, nights } = stay;
  return {
    amount: total + (dueAtProperty ?? 0),
    currency,
    nights: countIn(language, nights ?? 1, words.nights),
  };
}

function cardOf(visit: Visit, unitType: PageCardFragment, wish: Wish | null) {
  const { id, name, maxGuests, baseRate, property } = unitType;
  const path = `/stays/${id}`;
  return {
    id,
    name,
    url: linkTo(visit, wish ? pathFor(path, wish) : path),
    summary: summaryOf(visit, unitType),
    max_guests: maxGuests,
    guests: countIn(visit.language, maxGuests, visit.words.guests),
    media: photosOf(visit, unitType).map((photo) => mediaOf(photo, photo.alt)),
    rates_from: { amount: baseRate, currency: property.currency },
    property: { id: property.id, name: property.name },
  };
}

/** Returns the objects of a unit type's page. */
export function stayObjects(visit: Visit, { stay, lookup, choice }: ShownStay): Objects {
  const content = lookup?.content ?? null;
  const wish = wishOf(choice);
  const card = cardOf(visit, stay, wish);
  const amenities = amenitiesOf(visit, stay);
  return {
    unit_type: {
      ...card,
      description: paragraphsOf(visit, stay),
      facts: content ? sizesOf(visit, stay, content) : [],
      rules: content ? rulesOf(visit, content).map(([name, value]) => ({ name, value })) : [],
      address: content ? addressLine(visit, content.place) : null,
      property: {
        ...card.property,
        description: paragraphsOf(visit, { description: '', descriptions: stay.property.descriptions }),
        licences: stay.property.licences.map(({ authority, number }) => ({ authority, number })),
      },
    },
    media: card.media,
    amenities,
    back_url: linkTo(visit, wish ? pathFor('/', wish) : '/'),
  };
}

/** Returns the objects of a policy's page; empty lines separate paragraphs. */
export const policyObjects = ({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string;
}): Objects => ({
  policy: {
    title,
    paragraphs: text.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []),
  },
});

/** Returns the objects of a booking's pages, without its address and the guest's contact details. */
export function bookingObjects(
  visit: Visit,
  booking: NonNullable<BookingPageQuery['bookingByPermalink']>,
): Objects {
  const { language, words } = visit;
  const { reference, status, paymentStatus, guestFirstName, checkIn, checkOut, party, lines, currency } =
    booking;
  const total = booking.totals.find(({ kind }) => kind === 'total');
  return {
    booking: {
      reference,
      status,
      payment_status: paymentStatus,
      heading: words.booking.heading,
      guest: guestFirstName,
      ...stayTexts(visit, { ...party, checkIn, checkOut }),
      stays: lines.map(({ title, quantity }) => ({
        name: title,
        units: countIn(language, quantity, words.units),
      })),
      total: total ? { amount: total.amount, currency } : null,
    },
  };
}

interface Dated {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
}

/** Returns a stay's dates, nights and party in the guest's language. */
const stayTexts = ({ language, words }: Visit, { checkIn, checkOut, ...party }: Dated) => ({
  check_in: shortDay(language, checkIn),
  check_out: shortDay(language, checkOut),
  nights: countIn(language, Temporal.PlainDate.from(checkIn).until(checkOut).days, words.nights),
  guests: partyIn(language, party),
});

type Pictured = Parameters<typeof photosOf>[1];

/** A stay while a guest books or requests it. */
interface RequestedStay {
  readonly step: 'book' | 'request' | 'progress';
  readonly heading: string;
  /** The unit type; for a request that was sent, only its name is known. */
  readonly unitType?: Pick<PageCardFragment, 'id' | 'name'> &
    Pictured & { readonly property: { readonly name: string } };
  readonly name?: string;
  readonly stay: Wish;
  readonly total: { readonly total: number; readonly currency: string } | null;
}

/** Returns the objects of the pages on which guests book or request a stay. */
export function requestObjects(
  visit: Visit,
  { step, heading, unitType, name, stay, total }: RequestedStay,
): Objects {
  const { checkIn, checkOut, adults, children, units } = stay;
  const backUrl = unitType ? linkTo(visit, pathFor(`/stays/${unitType.id}`, stay)) : null;
  return {
    request: {
      step,
      heading,
      name: name ?? unitType?.name ?? '',
      unit_type: unitType
        ? {
            id: unitType.id,
            name: unitType.name,
            url: backUrl,
            media: photosOf(visit, unitType).map((photo) => mediaOf(photo, photo.alt)),
            property: { name: unitType.property.name },
          }
        : null,
      ...stayTexts(visit, { checkIn, checkOut, adults, children }),
      units: countIn(visit.language, units, visit.words.units),
      total: total && { amount: total.total, currency: total.currency },
    },
    back_url: backUrl,
  };
}
