import { AMENITIES } from '#schema/amenities.ts';
import { versionsOf } from '../photos.ts';
import type { PageLookupFragment, PageStayFragment } from './generated.ts';
import { offerData } from './offer-data.ts';
import { photosOf } from './photos.ts';
import type { ShownStay } from './shown-stay.ts';
import { summaryOf } from './texts.ts';
import { linkTo, type Visit } from './visit.ts';

type Content = NonNullable<PageLookupFragment['offer']>['content'];

/** Returns a stay's photos, each as the full address of its largest version. */
export const imagesOf = (visit: Visit, stay: PhotographedStay): readonly string[] =>
  addressesOf(visit, photosOf(visit, stay));

type PhotographedStay = Parameters<typeof photosOf>[1];

const addressesOf = ({ storefront }: Visit, photos: ReturnType<typeof photosOf>): readonly string[] =>
  photos.flatMap((photo) => {
    const largest = versionsOf(photo).at(-1);
    return largest ? storefront.baseUrl + largest.path : [];
  });

/** Vacation rental types by property type; the generic type for all others. */
const RENTAL_KINDS: Readonly<Record<string, string>> = {
  apartment: 'Apartment',
  aparthotel: 'Apartment',
  house: 'House',
};

/**
 * Describes a stay in schema.org terms with fields required by search engines
 * (docs/interface/storefronts.md#structured-data): a room is part of its `Hotel`, any other stay is a
 * `VacationRental`. A stay that lacks one of these fields is only an `Accommodation`, which claims nothing.
 */
export function lodgingData(visit: Visit, shown: ShownStay): object {
  const { stay, lookup } = shown;
  const { kind, missing } = stay.searchListing;
  const content = lookup?.content ?? null;
  const offer = offerData(visit, shown);
  if (missing.length > 0 || content === null) {
    return { '@context': CONTEXT, ...unitData(visit, shown, { type: 'Accommodation', offer }) };
  }
  return kind === 'hotel_room' ? hotelData(visit, shown, offer) : rentalData(visit, shown, offer);
}

const CONTEXT = 'https://schema.org';

/** A hotel is the same on each of its rooms' pages, under one `@id`. */
function hotelData(visit: Visit, shown: ShownStay, offer: object | null): object {
  const { baseUrl, name } = visit.storefront;
  const { property } = shown.stay;
  return withoutEmpty({
    '@context': CONTEXT,
    '@type': 'Hotel',
    '@id': `${baseUrl}/#property-${property.id}`,
    identifier: `property-${property.id}`,
    name: property.name,
    url: `${baseUrl}/`,
    image: addressesOf(visit, photosOf(visit, { ...property, property })),
    brand: { '@type': 'Brand', name },
    ...placeData(shown.lookup?.content ?? null),
    amenityFeature: featuresOf({ amenities: [], property }),
    containsPlace: unitData(visit, shown, {
      // Only products have offers; without one, a product is incomplete.
      type: offer === null ? 'HotelRoom' : ['HotelRoom', 'Product'],
      offer,
    }),
    makesOffer: offer,
  });
}

function rentalData(visit: Visit, shown: ShownStay, offer: object | null): object {
  const { stay, lookup } = shown;
  const { storefront } = visit;
  return withoutEmpty({
    '@context': CONTEXT,
    '@type': 'VacationRental',
    '@id': addressOf(visit, stay),
    additionalType: RENTAL_KINDS[lookup?.content.place.kind ?? ''] ?? null,
    identifier: `unit-type-${stay.id}`,
    name: stay.name,
    description: summaryOf(visit, stay),
    url: storefront.baseUrl + linkTo(visit, `/stays/${stay.id}`),
    image: imagesOf(visit, stay),
    brand: { '@type': 'Brand', name: storefront.name },
    ...placeData(lookup?.content ?? null),
    containsPlace: unitData(visit, shown, { type: 'Accommodation', offer }),
  });
}

const addressOf = ({ storefront }: Visit, { id }: PageStayFragment): string =>
  `${storefront.baseUrl}/stays/${id}#lodging`;

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
    latitude: point && degrees(point.lat),
    longitude: point && degrees(point.lng),
    checkinTime: place.checkInFrom,
    checkoutTime: place.checkOutUntil,
    petsAllowed: place.houseRules?.pets ?? null,
  };
}

/** Decimals that search engines require for a point, even if it's rounded for privacy. */
const DECIMALS = 5;

// in Node, but not yet in TypeScript's types
const { rawJSON } = JSON as JSON & { readonly rawJSON: (text: string) => object };

const degrees = (angle: number) => {
  const short = angle.toFixed(DECIMALS);
  return String(angle).length > short.length ? angle : rawJSON(short);
};

interface Described {
  readonly type: string | readonly string[];
  readonly offer: object | null;
}

/** Describes the unit itself; includes its page's address and photos if it stands alone or is in a hotel. */
function unitData(visit: Visit, { stay, lookup }: ShownStay, { type, offer }: Described): object {
  const content = lookup?.content ?? null;
  const rules = content?.place.houseRules;
  const isInRental = stay.searchListing.kind === 'vacation_rental' && stay.searchListing.missing.length === 0;
  return withoutEmpty({
    '@type': type,
    ...(isInRental
      ? {}
      : {
          '@id': addressOf(visit, stay),
          url: visit.storefront.baseUrl + linkTo(visit, `/stays/${stay.id}`),
          description: summaryOf(visit, stay),
          image: imagesOf(visit, stay),
        }),
    additionalType: UNIT_KINDS[content?.kind ?? ''] ?? 'PrivateRoom',
    identifier: `unit-type-${stay.id}`,
    name: stay.name,
    occupancy: { '@type': 'QuantitativeValue', value: stay.maxGuests },
    amenityFeature: featuresOf(stay),
    bed: (content?.beds ?? []).map(({ type: bed, count }) => ({
      '@type': 'BedDetails',
      numberOfBeds: count,
      typeOfBed: BEDS[bed] ?? bed,
    })),
    floorSize:
      content?.areaM2 == null
        ? null
        : { '@type': 'QuantitativeValue', value: content.areaM2, unitCode: 'MTK' },
    numberOfBathroomsTotal: content?.bathrooms ?? null,
    numberOfBedrooms: content?.bedrooms ?? null,
    petsAllowed: rules?.pets ?? null,
    smokingAllowed: rules?.smoking ?? null,
    offers: offer,
  });
}

const UNIT_KINDS: Readonly<Record<string, string>> = {
  entire_place: 'EntirePlace',
  shared_room: 'SharedRoom',
};

/** Returns amenities in the spelling that search engines know, and licences that must be shown. */
function featuresOf({
  amenities,
  property,
}: Pick<PageStayFragment, 'amenities' | 'property'>): readonly object[] {
  const keys = new Set([...amenities, ...property.amenities]);
  const names = new Set(AMENITIES.filter(([key]) => keys.has(key)).map(([, , , name]) => name));
  const feature = (name: string, value: true | string) => ({
    '@type': 'LocationFeatureSpecification',
    name,
    value,
  });
  return [
    ...[...names].map((name) => feature(name, true)),
    ...property.licences.map(({ authority, number }) => feature('licenseNum', `${authority}: ${number}`)),
  ];
}

/** Search engines' names for beds. */
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

type Members = Readonly<Record<string, unknown>>;

/** Omits fields that the host didn't fill in. */
const withoutEmpty = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
