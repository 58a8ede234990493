import { closest } from '#kit/did-you-mean.ts';
import { AMENITIES } from '#schema/amenities.ts';

const KEYS = AMENITIES.map(([key]) => key);
const PLACES = new Map<string, number>(KEYS.map((key, place) => [key, place]));

/** True if a key belongs to an amenity. */
export const isAmenity = (key: string): boolean => PLACES.has(key);

/** Unknown keys, each with the key that was probably meant. */
export const unknownAmenities = (keys: readonly string[]) =>
  keys.filter((key) => !isAmenity(key)).map((key) => ({ key, meant: closest(key, KEYS) }));

/** Known keys, each once, in list order. */
export const withoutRepeats = (keys: readonly string[]): readonly string[] =>
  [...new Set(keys)].sort((a, b) => (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0));

const NAMES = new Map<string, string>(AMENITIES.map(([key, name]) => [key, name]));

/** The amenities' English names. */
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

/** Every amenity, in list order. */
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
