import { foldName } from '#kit/text.ts';
import { FARTHEST_KM, MAX_FILTER_ENTRIES, NEAREST_KM } from '#schema/limits.ts';
import { isAmenity } from '../../domain/amenities.ts';
import type { StayContent, StayFilterInput, StayNearInput } from '../../generated.ts';
import { FREE_CANCELLATION, RULE_TAGS, suggestedTags } from './tag-suggestions.ts';

/** A content filter: its name and its predicate. Price filters are separate. */
export interface ContentFilter {
  readonly name: 'categories' | 'amenities' | 'near';
  readonly fits: (content: Filtered) => boolean;
}

/** Content that filters check. */
type Filtered = Pick<StayContent, 'categories' | 'tags' | 'place'>;

/** The first error in the filters, by the argument's path; null if they're valid. */
export function refuseFilters({ categories, amenities, near, ...amounts }: StayFilterInput) {
  for (const [name, entries] of Object.entries({ categories, amenities })) {
    if (entries && entries.length > MAX_FILTER_ENTRIES)
      return { argument: `filters.${name}`, reason: `Give at most ${MAX_FILTER_ENTRIES} entries.` };
  }
  if (near && !isCircle(near)) {
    return {
      argument: 'filters.near',
      reason: `lat must be -90 to 90, lng -180 to 180, km ${NEAREST_KM} to ${FARTHEST_KM}.`,
    };
  }
  for (const name of ['price', 'total'] as const) {
    const { min, max } = boundsOf(name, amounts);
    if (min > max) return { argument: `filters.${name}`, reason: 'min must not be above max.' };
  }
  return null;
}

const isCircle = ({ lat, lng, km }: StayNearInput) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && km >= NEAREST_KM && km <= FARTHEST_KM;

/** Content filters in use; a filter without a known entry is skipped. */
export function contentFilters({ categories, amenities, near }: StayFilterInput): readonly ContentFilter[] {
  const filters: ContentFilter[] = [];
  if (categories?.length) {
    const wanted = new Set(categories.map(foldName));
    filters.push({
      name: 'categories',
      fits: (content) => content.categories.some((one) => wanted.has(foldName(one))),
    });
  }
  // An unknown amenity doesn't match any stay: ignoring it would widen the search.
  const wantedTags = (amenities ?? []).filter((key) => key !== FREE_CANCELLATION);
  if (wantedTags.length > 0) {
    filters.push({ name: 'amenities', fits: ({ tags }) => wantedTags.every((key) => tags.includes(key)) });
  }
  if (near) {
    const metres = near.km * 1_000;
    filters.push({
      name: 'near',
      fits: (content) => (distanceTo(content, near) ?? Number.POSITIVE_INFINITY) <= metres,
    });
  }
  return filters;
}

/** Amounts that a filter can bound: the accommodation, or the checkout total. */
export type BoundedAmount = 'price' | 'total';

/** An amount's bounds, in minor units, both inclusive; infinite if the filter sets none. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The filters' bounds on an amount. */
export function boundsOf(amount: BoundedAmount, filters: StayFilterInput): Bounds {
  return {
    min: filters[`${amount}Min`] ?? Number.NEGATIVE_INFINITY,
    max: filters[`${amount}Max`] ?? Number.POSITIVE_INFINITY,
  };
}

/** True if filters bound an amount at all. */
export const isBounded = (amount: BoundedAmount, filters: StayFilterInput): boolean =>
  filters[`${amount}Min`] != null || filters[`${amount}Max`] != null;

/** The distance of an amount from the bounds; 0 if it's inside. */
export const distanceFrom = ({ min, max }: Bounds, amount: number): number =>
  Math.max(min - amount, amount - max, 0);

/** True if the filter or the tag allows only stays with free cancellation. */
export const asksFreeCancellation = ({ freeCancellation, amenities }: StayFilterInput): boolean =>
  freeCancellation === true || (amenities ?? []).includes(FREE_CANCELLATION);

/** Unknown keys, each with the tags that were probably meant, first the tags in `offered`. */
export const unknownTags = (keys: readonly string[], offered: ReadonlySet<string>) =>
  keys
    .filter((key) => !RULE_TAGS.has(key) && !isAmenity(key))
    .map((key) => ({ key, meant: suggestedTags(key, offered) }));

const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Distance in metres over the ground from a point to a stay's shown location; null if the location is
 * unknown.
 */
export function distanceTo(
  { place }: Pick<Filtered, 'place'>,
  from: Pick<StayNearInput, 'lat' | 'lng'>,
): number | null {
  const to = place.point ?? place.area;
  if (!to) return null;
  const [north, east] = [radians(to.lat - from.lat), radians(to.lng - from.lng)];
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(east / 2) ** 2;
  return Math.round(2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord))));
}
