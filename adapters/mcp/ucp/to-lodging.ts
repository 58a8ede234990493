import type { DescribedFragment, DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { withoutNulls } from './arrange.ts';

type Content = DescribedFragment['content'];
type Details = DetailsFragment['content'];
type Cost = NonNullable<Details['cancellation']>['afterLast'];
type Rules = NonNullable<Content['place']['houseRules']>;
type Point = NonNullable<Content['place']['area']>;

/** Path to the `metadata.lodging` schema on a storefront. */
export const LODGING_SCHEMA = '/schemas/lodging-metadata/1.json';

/** A product's `metadata.lodging`, except fields that depend on the stay. */
export type Lodging = Readonly<Record<string, unknown>>;

/**
 * Returns known facts about a unit type and its location (docs/interface/catalog.md#lodging-metadata); facts
 * that the host didn't enter are absent. A list of products omits facts that don't affect a guest's choice.
 */
export function lodgingOf(
  { content, maxGuests }: DescribedFragment | DetailsFragment,
  { baseUrl, instantBooking }: Selling,
): Lodging {
  const { place, maxAdults, maxChildren } = content;
  const details = hasDetails(content) ? content : null;
  const shown = details?.place ?? null;
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
      time_zone: shown?.timeZone ?? null,
    },
    unit: unlessEmpty({
      kind: content.kind,
      bedrooms: content.bedrooms,
      beds: content.beds.length > 0 ? content.beds.map(({ type, count }) => ({ type, count })) : null,
      bathrooms: content.bathrooms,
      area_m2: content.areaM2,
    }),
    occupancy: {
      max_guests: maxGuests,
      max_adults: maxAdults,
      max_children: maxChildren,
      child_age_bands: content.childAgeBands.length > 0 ? content.childAgeBands : null,
    },
    check_in: unlessEmpty({ from: place.checkInFrom, until: place.checkInUntil }),
    check_out: unlessEmpty({ until: place.checkOutUntil }),
    amenities: details?.amenities.length ? details.amenities : null,
    house_rules: place.houseRules ? unlessEmpty(toRules(place.houseRules, details !== null)) : null,
    meal_plan: content.mealPlan,
    payment: content.payment && {
      mode: content.payment.mode,
      deposit_percent: content.payment.depositPercent,
      balance_days_before: content.payment.balanceDaysBefore,
    },
    cancellation: unlessEmpty(toCancellation(content)),
    booking_mode: instantBooking ? 'instant' : 'request',
  }) as Lodging; // an object is still an object
}

/** Builds a product's `metadata.lodging` with fields that depend on the stay. */
export function toLodging(lodging: Lodging, { cancelling, distance, extras }: PricedFragment): Lodging {
  const freeUntil = cancelling?.freeUntil ?? null;
  return {
    ...lodging,
    ...(freeUntil === null
      ? {}
      : { cancellation: { ...(lodging.cancellation as object), free_until: freeUntil } }),
    ...(extras.length === 0
      ? {}
      : { extras: extras.map(({ id, name, price, max }) => ({ id, title: name, price, max })) }),
    ...(distance === null ? {} : { distance_m: distance }),
  };
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

function toCancellation(content: Content | Details): Members {
  if (!hasDetails(content) || content.cancellation === null) return { summary: content.cancellationSummary };
  const { tiers, afterLast, timeOfDay } = content.cancellation;
  return {
    summary: content.cancellationSummary,
    tiers: tiers.map(({ hoursBefore, ...cost }) => ({ hours_before: hoursBefore, ...toCost(cost) })),
    after_last: toCost(afterLast),
    time_of_day: timeOfDay,
  };
}

const toCost = ({ refundPercent, feeNights, feeAmount }: Cost): Members => ({
  refund_percent: refundPercent,
  fee_nights: feeNights,
  fee_amount: feeAmount,
});

const toRules = (rules: Rules, all: boolean) => ({
  pets: rules.pets,
  smoking: rules.smoking,
  parties: all ? rules.parties : null,
  quiet_from: all ? rules.quietFrom : null,
  quiet_until: all ? rules.quietUntil : null,
  min_age: rules.minAge,
  self_check_in: rules.selfCheckIn,
});

type Members = Readonly<Record<string, unknown>>;

/** Returns null if all members are unknown. */
const unlessEmpty = (members: Members): Members | null =>
  Object.values(members).some((value) => value !== null) ? members : null;
