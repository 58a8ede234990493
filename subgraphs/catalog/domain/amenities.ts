import { closest } from '#kit/did-you-mean.ts';
import { AMENITIES } from '#schema/amenities.ts';

const KEYS = AMENITIES.map(([key]) => key);
const PLACES = new Map<string, number>(KEYS.map((key, place) => [key, place]));

/** Whether a key is an amenity's. */
export const isAmenity = (key: string): boolean => PLACES.has(key);

/** Keys of no amenity, each with the key that was probably meant. */
export const unknownAmenities = (keys: readonly string[]) =>
  keys.filter((key) => !isAmenity(key)).map((key) => ({ key, meant: closest(key, KEYS) }));

/** Known keys, each once, in the order of the list. */
export const withoutRepeats = (keys: readonly string[]): readonly string[] =>
  [...new Set(keys)].sort((a, b) => (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0));

const NAMES = new Map<string, string>(AMENITIES.map(([key, name]) => [key, name]));

/** English names of amenities. */
export const amenityNames = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => NAMES.get(key) ?? []);

/** An amenity as the API shows it. */
export interface ListedAmenity {
  readonly key: string;
  readonly name: string;
  readonly group: string;
  readonly schemaOrgName: string;
  readonly hotelAmenityCode: number | null;
  readonly roomAmenityType: number | null;
}

/** Every amenity, in the order of the list. */
export const LISTED_AMENITIES: readonly ListedAmenity[] = AMENITIES.map(
  ([key, name, group, schemaOrgName, hotelAmenityCode, roomAmenityType]) => ({
    key,
    name,
    group,
    schemaOrgName,
    hotelAmenityCode,
    roomAmenityType,
  }),
);
