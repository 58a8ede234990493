import { isDeepStrictEqual } from 'node:util';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { readChildAgeBands } from './child-ages.ts';
import type { Licence } from './content.ts';
import {
  type ReadValue,
  readAddress,
  readAmenities,
  readBeds,
  readContact,
  readDescriptions,
  readExternalId,
  readGeo,
  readHouseRules,
  readLicences,
  readTime,
} from './content-input.ts';

/** A field that cannot be set, and why. */
export interface EditMistake {
  readonly field: string;
  readonly message: string;
  /** Default: `INVALID`. */
  readonly code?: 'CARD_DATA';
}

/** What is given of some fields: as it is kept, and what is wrong with the rest. */
export interface ReadContent<Content> {
  readonly content: Partial<Content>;
  readonly mistakes: readonly EditMistake[];
}

/** How each field of a property's content is read. A kind is any that the schema knows. */
const PROPERTY_READERS = {
  kind: kept,
  address: readAddress,
  geo: readGeo,
  checkInFrom: readTime,
  checkInUntil: readTime,
  checkOutUntil: readTime,
  descriptions: readDescriptions,
  amenities: readAmenities,
  houseRules: readHouseRules,
  licences: readLicences,
  contact: readContact,
  externalId: readExternalId,
} as const;

/** How each field of a unit type's content is read. Numbers are bound where they are compared (`property-change.ts`). */
const UNIT_TYPE_READERS = {
  kind: kept,
  beds: readBeds,
  childAgeBands: readChildAgeBands,
  amenities: readAmenities,
  descriptions: readDescriptions,
  externalId: readExternalId,
} as const;

/** Reads what is given of a property's content; null and what is left out are no part of it. */
export const readPropertyContent = (given: object): ReadContent<PropertyContent> =>
  readContent(given, PROPERTY_READERS) as ReadContent<PropertyContent>; // each reader returns its field's value

/** Reads what is given of a unit type's content; null and what is left out are no part of it. */
export const readUnitTypeContent = (given: object): ReadContent<UnitTypeContent> =>
  readContent(given, UNIT_TYPE_READERS) as ReadContent<UnitTypeContent>; // each reader returns its field's value

type ValueOf<Reader> = Reader extends (given: never) => ReadValue<infer T> ? T : never;
type ContentOf<Readers> = { readonly [K in keyof Readers]: ValueOf<Readers[K]> };
type PropertyContent = Omit<ContentOf<typeof PROPERTY_READERS>, 'kind'>;
type UnitTypeContent = Omit<ContentOf<typeof UNIT_TYPE_READERS>, 'kind'>;

function readContent(
  given: object,
  readers: Readonly<Record<string, (value: never) => ReadValue<unknown>>>,
): ReadContent<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  const mistakes: EditMistake[] = [];
  for (const [field, value] of Object.entries(given)) {
    const read = readers[field];
    if (read === undefined || value == null) continue;
    const result = read(value as never); // the schema has checked the type of what a reader is given
    if ('mistake' in result) mistakes.push({ field, message: result.mistake });
    else if (freeTextsOf(field, value).some(hasCardNumber)) mistakes.push(cardMistake(field));
    else content[field] = result.value;
  }
  return { content, mistakes };
}

/** Content that is free text. */
const TEXTS: ReadonlySet<string> = new Set(['address', 'descriptions']);

/** Free texts of a field. Phone numbers, licence numbers and external ids have digits of their own. */
function freeTextsOf(field: string, value: unknown): readonly string[] {
  if (field !== 'licences') return TEXTS.has(field) ? textsOf(value) : [];
  const licences = value as readonly Licence[]; // the schema has checked the type
  return licences.map(({ authority }) => authority);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Refuses a text that contains a card number. */
export const cardMistake = (field: string): EditMistake => ({
  field,
  message: CARD_REFUSAL,
  code: 'CARD_DATA',
});

function kept<T>(value: T): ReadValue<T> {
  return { value };
}

/** Content of a property that null clears; an empty text or list clears the rest. */
const CLEARABLE_OF_PROPERTY = ['kind', 'address', 'geo', 'houseRules', 'contact'] as const;

/** Content of a unit type that null clears. */
const CLEARABLE_OF_UNIT_TYPE = [
  'kind',
  'bedrooms',
  'bathrooms',
  'areaM2',
  'maxAdults',
  'maxChildren',
] as const;

/** The fields of a property that a change clears, each as null. */
export const clearedOfProperty = (change: object) => cleared(change, CLEARABLE_OF_PROPERTY);

/** The fields of a unit type that a change clears, each as null. */
export const clearedOfUnitType = (change: object) => cleared(change, CLEARABLE_OF_UNIT_TYPE);

function cleared<Field extends string>(change: object, clearable: readonly Field[]) {
  const given = change as Readonly<Record<string, unknown>>; // an input, by its fields
  const fields = clearable.filter((field) => given[field] === null);
  return Object.fromEntries(fields.map((field) => [field, null])) as { readonly [K in Field]?: null };
}

/** What of some content is another than there is now, by field. */
export function differing<Content extends object>(content: Content, current: object): Partial<Content> {
  const now = current as Readonly<Record<string, unknown>>; // a row has every field of its content
  const set = Object.entries(content).filter(
    ([field, value]) => !isDeepStrictEqual(value, now[field] ?? null),
  );
  return Object.fromEntries(set) as Partial<Content>; // some of its own fields
}
