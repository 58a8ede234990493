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
export const imagesOf = (visit: Visit, stay: PageStayFragment): readonly string[] =>
  photosOf(visit, stay).flatMap((photo) => {
    const largest = versionsOf(photo).at(-1);
    return largest ? visit.storefront.baseUrl + largest.path : [];
  });

const ROOM_KINDS: readonly unknown[] = ['hotel', 'aparthotel', 'hostel', 'guesthouse'];

/** Vacation rental types by property type; the generic type for all others. */
const RENTAL_KINDS: Readonly<Record<string, string>> = {
  apartment: 'Apartment',
  aparthotel: 'Apartment',
  house: 'House',
};

/**
 * Describes a stay in schema.org terms with fields required by search engines
 * (docs/interface/storefronts.md#structured-data): a whole place is a `VacationRental`, a room is part of its
 * `Hotel`.
 */
export function lodgingData(visit: Visit, shown: ShownStay): object {
  const { stay, lookup } = shown;
  const content = lookup?.content ?? null;
  const isRoom = content?.kind === 'room' && ROOM_KINDS.includes(content.place.kind);
  const offer = offerData(visit, shown);
  const { storefront } = visit;
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': isRoom ? 'Hotel' : 'VacationRental',
    '@id': `${storefront.baseUrl}/stays/${stay.id}#lodging`,
    additionalType: isRoom ? null : (RENTAL_KINDS[content?.place.kind ?? ''] ?? null),
    identifier: isRoom ? `property-${stay.property.id}` : `unit-type-${stay.id}`,
    name: isRoom ? stay.property.name : stay.name,
    description: summaryOf(visit, stay),
    url: storefront.baseUrl + linkTo(visit, `/stays/${stay.id}`),
    image: imagesOf(visit, stay),
    brand: { '@type': 'Brand', name: storefront.name },
    ...placeData(content),
    containsPlace: unitData(stay, content, isRoom, offer),
    makesOffer: isRoom ? offer : null,
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

function unitData(stay: PageStayFragment, content: Content | null, isRoom: boolean, offer: object | null) {
  const rules = content?.place.houseRules;
  return withoutEmpty({
    '@type': typeOfUnit(isRoom, offer !== null),
    additionalType: UNIT_KINDS[content?.kind ?? ''] ?? 'PrivateRoom',
    identifier: `unit-type-${stay.id}`,
    name: stay.name,
    occupancy: { '@type': 'QuantitativeValue', value: stay.maxGuests },
    amenityFeature: featuresOf(stay),
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
    petsAllowed: rules?.pets ?? null,
    smokingAllowed: rules?.smoking ?? null,
    offers: offer,
  });
}

/** Only products have offers; without one, a product is incomplete. */
function typeOfUnit(isRoom: boolean, isOffered: boolean): string | readonly string[] {
  if (!isRoom) return 'Accommodation';
  return isOffered ? ['HotelRoom', 'Product'] : 'HotelRoom';
}

const UNIT_KINDS: Readonly<Record<string, string>> = {
  entire_place: 'EntirePlace',
  shared_room: 'SharedRoom',
};

/** Returns amenities in the spelling that search engines know, and licences that must be shown. */
function featuresOf({ amenities, property }: PageStayFragment): readonly object[] {
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
