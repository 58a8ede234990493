import type { OfferDetailsFragment, OfferFragment } from '../tools/generated.ts';
import { withoutNulls } from './arrange.ts';

type Content = OfferFragment['content'];
type Details = OfferDetailsFragment['content'];
type Rules = NonNullable<Content['place']['houseRules']>;
type Point = NonNullable<Content['place']['area']>;

/** Where the schema of `metadata.lodging` is published, below a storefront. */
export const LODGING_SCHEMA = '/schemas/lodging-metadata/1.json';

/** `metadata.lodging` of a product (docs/interface/catalog.md#lodging-metadata): what the host did not say is absent. */
export function toLodging(offer: OfferFragment | OfferDetailsFragment, { baseUrl, instantBooking }: Selling) {
  const { content, distance, maxGuests } = offer;
  const { place, maxAdults, maxChildren } = content;
  const shown = hasDetails(content) ? content.place : null;
  return withoutNulls({
    schema: `${baseUrl}${LODGING_SCHEMA}`,
    property: {
      id: place.id,
      name: place.name,
      kind: place.kind,
      address: unlessEmpty({
        street: shown?.street ?? null,
        postal_code: shown?.postalCode ?? null,
        locality: place.locality,
        region: place.region,
        country: place.country,
      }),
      geo: toGeo(shown?.point ?? null, place.area),
      time_zone: place.timeZone,
    },
    unit: unlessEmpty({
      kind: content.kind,
      bedrooms: content.bedrooms,
      beds: content.beds.length > 0 ? content.beds.map(({ type, count }) => ({ type, count })) : null,
      bathrooms: content.bathrooms,
      area_m2: content.areaM2,
    }),
    occupancy: { max_guests: maxGuests, max_adults: maxAdults, max_children: maxChildren },
    check_in: unlessEmpty({ from: place.checkInFrom, until: place.checkInUntil }),
    check_out: unlessEmpty({ until: place.checkOutUntil }),
    house_rules: place.houseRules ? unlessEmpty(toRules(place.houseRules)) : null,
    booking_mode: instantBooking ? 'instant' : 'request',
    distance_m: distance,
  });
}

interface Selling {
  readonly baseUrl: string;
  readonly instantBooking: boolean;
}

const hasDetails = (content: Content | Details): content is Details => 'markdown' in content;

function toGeo(point: Point | null, area: Point | null) {
  if (point) return { ...point, precision: 'exact' };
  return area ? { ...area, precision: 'area' } : null;
}

const toRules = (rules: Rules) => ({
  pets: rules.pets,
  smoking: rules.smoking,
  parties: rules.parties,
  quiet_from: rules.quietFrom,
  quiet_until: rules.quietUntil,
  min_age: rules.minAge,
  self_check_in: rules.selfCheckIn,
});

type Members = Readonly<Record<string, unknown>>;

/** Null where nothing is known. */
const unlessEmpty = (members: Members): Members | null =>
  Object.values(members).some((value) => value !== null) ? members : null;
