import { FARTHEST_KM, MAX_FILTER_ENTRIES, NEAREST_KM } from '#schema/limits.ts';
import type { StayContent, StayFilterInput, StayNearInput } from '../generated.ts';
import { unknownAmenities } from './amenities.ts';
import { foldName } from './name-match.ts';

/** One filter: what it is called, and which content fits it. Filters on price are not among them. */
export interface ContentFilter {
  readonly name: 'categories' | 'amenities' | 'near';
  readonly fits: (content: Filtered) => boolean;
}

/** What filters look at. */
type Filtered = Pick<StayContent, 'categories' | 'tags' | 'place'>;

/** What is wrong with filters, by the argument's path; null if they can be used. */
export function refuseFilters({ categories, amenities, near, priceMin, priceMax }: StayFilterInput) {
  for (const [name, entries] of Object.entries({ categories, amenities })) {
    if (entries && entries.length > MAX_FILTER_ENTRIES)
      return { argument: `filters.${name}`, reason: `At most ${MAX_FILTER_ENTRIES} entries are taken.` };
  }
  if (near && !isCircle(near)) {
    return {
      argument: 'filters.near',
      reason: `lat must be -90 to 90, lng -180 to 180, km ${NEAREST_KM} to ${FARTHEST_KM}.`,
    };
  }
  if (priceMin != null && priceMax != null && priceMin > priceMax) {
    return { argument: 'filters.price', reason: 'min must not be above max.' };
  }
  return null;
}

const isCircle = ({ lat, lng, km }: StayNearInput) =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && km >= NEAREST_KM && km <= FARTHEST_KM;

/** The filters on content that are set; those without an entry that is known are not. */
export function contentFilters({ categories, amenities, near }: StayFilterInput): readonly ContentFilter[] {
  const filters: ContentFilter[] = [];
  if (categories?.length) {
    const wanted = new Set(categories.map(foldName));
    filters.push({
      name: 'categories',
      fits: (content) => content.categories.some((one) => wanted.has(foldName(one))),
    });
  }
  const unknown = new Set(unknownTags(amenities ?? []).map(({ key }) => key));
  const known = (amenities ?? []).filter((key) => key !== FREE_CANCELLATION && !unknown.has(key));
  if (known.length > 0) {
    filters.push({ name: 'amenities', fits: ({ tags }) => known.every((key) => tags.includes(key)) });
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

/** Whether a price fits; null where no filter asks for that. */
export function priceFilter({ priceMin, priceMax }: StayFilterInput): ((price: number) => boolean) | null {
  if (priceMin == null && priceMax == null) return null;
  const lowest = priceMin ?? Number.NEGATIVE_INFINITY;
  const highest = priceMax ?? Number.POSITIVE_INFINITY;
  return (price) => price >= lowest && price <= highest;
}

/** The tag of stays that can be cancelled for free: it depends on their dates, so no content has it. */
export const FREE_CANCELLATION = 'free_cancellation';

/** Tags that are no amenities, and can be asked for like them. */
const RULE_TAGS = new Set(['pets_allowed', 'non_smoking', 'self_check_in', FREE_CANCELLATION]);

/** Whether only stays that can be cancelled for free fit, by the filter or by the tag. */
export const asksFreeCancellation = ({ freeCancellation, amenities }: StayFilterInput): boolean =>
  freeCancellation === true || (amenities ?? []).includes(FREE_CANCELLATION);

/** Keys of nothing, each with the key that was probably meant. */
export const unknownTags = (keys: readonly string[]) =>
  unknownAmenities(keys.filter((key) => !RULE_TAGS.has(key)));

const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres from a point to where a stay is shown, over the ground; null where it is not known where that is. */
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
