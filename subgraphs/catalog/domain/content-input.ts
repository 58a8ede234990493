import { isTimeOfDay } from '#kit/dates.ts';
import { isEmail } from '#kit/email.ts';
import { isName, isVisible } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import {
  MAX_DESCRIPTION,
  MAX_DESCRIPTION_LANGUAGES,
  MAX_EXTERNAL_ID,
  MAX_LICENCES,
  MAX_PHONE,
} from '#schema/limits.ts';
import { unknownAmenities, withoutRepeats } from './amenities.ts';
import type { HouseRules, Licence, PropertyContact } from './content.ts';
import { type Address, BED_TYPES, type Bed, type Description, type Geo } from './content.ts';
import { isCountry, isLocale } from './places.ts';

/** A value as stored, or the reason it's invalid. */
export type ReadValue<T> = { readonly value: T } | { readonly mistake: string };

const LONGEST_STREET = 200;
const LONGEST_PLACE = 100;
const LONGEST_POSTAL_CODE = 20;
const LONGEST_LICENCE = 120;
const MOST_BED_KINDS = 50;
const MOST_BEDS = 50;
const OLDEST_GUEST = 99;

type Loose<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Optional text: empty is null. */
const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** An address; null if it's empty. */
export function readAddress(given: Loose<Address>): ReadValue<Address | null> {
  const address = {
    street: textOrNull(given.street),
    locality: textOrNull(given.locality),
    region: textOrNull(given.region),
    postalCode: textOrNull(given.postalCode),
    country: textOrNull(given.country),
  };
  const fits = (text: string | null, longest: number) => text === null || isName(text, longest);
  if (!fits(address.street, LONGEST_STREET))
    return mistake(`A street can have at most ${LONGEST_STREET} visible characters.`);
  if (!fits(address.locality, LONGEST_PLACE) || !fits(address.region, LONGEST_PLACE))
    return mistake(`A locality or region can have at most ${LONGEST_PLACE} visible characters.`);
  if (!fits(address.postalCode, LONGEST_POSTAL_CODE))
    return mistake(`A postal code can have at most ${LONGEST_POSTAL_CODE} visible characters.`);
  if (address.country !== null && !isCountry(address.country))
    return mistake('A country must be an ISO 3166-1 code in upper case, for example CH.');
  return { value: Object.values(address).every((text) => text === null) ? null : address };
}

/** A point on the map, in degrees. */
export function readGeo({
  lat,
  lng,
  show,
}: {
  lat: number;
  lng: number;
  show?: Geo['show'] | null | undefined;
}): ReadValue<Geo> {
  if (Math.abs(lat) > 90) return mistake('A latitude must be -90 to 90 degrees.');
  if (Math.abs(lng) > 180) return mistake('A longitude must be -180 to 180 degrees.');
  return { value: { lat, lng, show: show ?? 'area' } };
}

/** A time of day; null for an empty string. */
export function readTime(text: string): ReadValue<string | null> {
  const time = textOrNull(text);
  if (time === null || isTimeOfDay(time)) return { value: time };
  return mistake('A time must be HH:MM, from 00:00 to 23:59.');
}

/** Texts in several languages, each language once. */
export function readDescriptions(given: readonly Description[]): ReadValue<readonly Description[]> {
  if (given.length > MAX_DESCRIPTION_LANGUAGES)
    return mistake(`A description can have at most ${MAX_DESCRIPTION_LANGUAGES} languages.`);
  const locales = given.map(({ locale }) => locale);
  const unknown = locales.find((locale) => !isLocale(locale));
  if (unknown !== undefined)
    return mistake('A language must be a BCP 47 tag in its usual spelling, for example en or de-CH.');
  if (new Set(locales).size < locales.length) return mistake('Give only one description per language.');
  if (!given.every(({ markdown }) => isMarkdown(markdown)))
    return mistake(`A description must have 1 to ${MAX_DESCRIPTION} visible characters.`);
  return { value: given.map(({ locale, markdown }) => ({ locale, markdown: markdown.trim() })) };
}

const isMarkdown = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= MAX_DESCRIPTION &&
  isStorable(text) &&
  isVisible(text.replace(/[\t\n\r]/g, ' '));

/** Amenity keys, in list order. */
export function readAmenities(keys: readonly string[]): ReadValue<readonly string[]> {
  const [unknown] = unknownAmenities(keys);
  if (unknown === undefined) return { value: withoutRepeats(keys) };
  const { key, meant } = unknown;
  return mistake(
    `There is no amenity “${key.slice(0, 60)}”.${meant === null ? '' : ` Did you mean “${meant}”?`}`,
  );
}

/** House rules; null if none is given. */
export function readHouseRules(given: Loose<HouseRules>): ReadValue<HouseRules | null> {
  const { pets = null, smoking = null, parties = null, minAge = null, selfCheckIn = null } = given;
  const quietFrom = readTime(given.quietFrom ?? '');
  const quietUntil = readTime(given.quietUntil ?? '');
  if ('mistake' in quietFrom) return quietFrom;
  if ('mistake' in quietUntil) return quietUntil;
  if (minAge !== null && (minAge < 0 || minAge > OLDEST_GUEST))
    return mistake(`An age must be 0 to ${OLDEST_GUEST} years.`);
  const rules = {
    pets,
    smoking,
    parties,
    quietFrom: quietFrom.value,
    quietUntil: quietUntil.value,
    minAge,
    selfCheckIn,
  };
  return { value: Object.values(rules).every((rule) => rule === null) ? null : rules };
}

/** Registrations with authorities. */
export function readLicences(given: readonly Licence[]): ReadValue<readonly Licence[]> {
  if (given.length > MAX_LICENCES) return mistake(`A property can have at most ${MAX_LICENCES} licences.`);
  const isWhole = ({ authority, number }: Licence) =>
    isName(authority, LONGEST_LICENCE) && isName(number, LONGEST_LICENCE);
  if (!given.every(isWhole))
    return mistake(`The authority and the number must each have 1 to ${LONGEST_LICENCE} visible characters.`);
  return {
    value: given.map(({ authority, number }) => ({ authority: authority.trim(), number: number.trim() })),
  };
}

/** Guest contact for a property; null if it's empty. */
export function readContact(given: Loose<PropertyContact>): ReadValue<PropertyContact | null> {
  const [phone, email] = [textOrNull(given.phone), textOrNull(given.email)];
  if (phone !== null && !isName(phone, MAX_PHONE))
    return mistake(`A phone number can have at most ${MAX_PHONE} characters.`);
  if (email !== null && !isEmail(email)) return mistake('This isn’t a valid email address.');
  return { value: phone === null && email === null ? null : { phone, email } };
}

/** Beds by kind and bedroom. */
export function readBeds(given: readonly Loose<Bed>[]): ReadValue<readonly Bed[]> {
  if (given.length > MOST_BED_KINDS) return mistake(`Give at most ${MOST_BED_KINDS} entries.`);
  const beds = given.map(({ type, count, bedroom }) => ({
    type: type ?? '',
    count: count ?? 0,
    bedroom: bedroom ?? null,
  }));
  if (!beds.every(({ type }) => (BED_TYPES as readonly string[]).includes(type)))
    return mistake(`A bed must be one of ${BED_TYPES.join(', ')}.`);
  if (!beds.every(({ count }) => count >= 1 && count <= MOST_BEDS))
    return mistake(`The number of beds must be 1 to ${MOST_BEDS}.`);
  if (!beds.every(({ bedroom }) => bedroom === null || (bedroom >= 1 && bedroom <= 50)))
    return mistake('Number bedrooms from 1 to 50.');
  return { value: beds };
}

/** Another system's id; null for an empty string. */
export function readExternalId(text: string): ReadValue<string | null> {
  const id = textOrNull(text);
  if (id === null || isName(id, MAX_EXTERNAL_ID)) return { value: id };
  return mistake(`An external id must have 1 to ${MAX_EXTERNAL_ID} visible characters.`);
}

const mistake = (text: string) => ({ mistake: text });
