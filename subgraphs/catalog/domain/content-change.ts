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

/** An invalid field with the reason. */
export interface EditMistake {
  readonly field: string;
  readonly message: string;
  /** Default: `INVALID`. */
  readonly code?: 'CARD_DATA';
}

/** The given fields as stored, and the errors in the invalid ones. */
export interface ReadContent<Content> {
  readonly content: Partial<Content>;
  readonly mistakes: readonly EditMistake[];
}

/** Readers for a property's content, by field. The schema checks each kind. */
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
  taxCancellationFees: kept<boolean>,
  autoAssignUnits: kept<boolean>,
} as const;

/**
 * Readers for a unit type's content, by field. Numeric limits are checked where the values are compared
 * (`property-change.ts`).
 */
const UNIT_TYPE_READERS = {
  kind: kept,
  beds: readBeds,
  childAgeBands: readChildAgeBands,
  amenities: readAmenities,
  descriptions: readDescriptions,
  externalId: readExternalId,
} as const;

/** Reads a property's given content; null and omitted fields are skipped. */
export const readPropertyContent = (given: object): ReadContent<PropertyContent> =>
  readContent(given, PROPERTY_READERS) as ReadContent<PropertyContent>; // each reader returns its field's value

/** Reads a unit type's given content; null and omitted fields are skipped. */
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
    const result = read(value as never); // the schema has checked the value's type
    if ('mistake' in result) mistakes.push({ field, message: result.mistake });
    else if (freeTextsOf(field, value).some(hasCardNumber)) mistakes.push(cardMistake(field));
    else content[field] = result.value;
  }
  return { content, mistakes };
}

/** Free-text content. */
const TEXTS: ReadonlySet<string> = new Set(['address', 'descriptions']);

/** A field's free text. Phone numbers, licence numbers and external ids legitimately contain digits. */
function freeTextsOf(field: string, value: unknown): readonly string[] {
  if (field !== 'licences') return TEXTS.has(field) ? textsOf(value) : [];
  const licences = value as readonly Licence[]; // the schema has checked the type
  return licences.map(({ authority }) => authority);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Refuses text that contains a card number. */
export const cardMistake = (field: string): EditMistake => ({
  field,
  message: CARD_REFUSAL,
  code: 'CARD_DATA',
});

function kept<T>(value: T): ReadValue<T> {
  return { value };
}

/** Property content cleared by null; an empty string or list clears the rest. */
const CLEARABLE_OF_PROPERTY = ['kind', 'address', 'geo', 'houseRules', 'contact'] as const;

/** Unit type content cleared by null. */
const CLEARABLE_OF_UNIT_TYPE = [
  'kind',
  'bedrooms',
  'bathrooms',
  'areaM2',
  'maxAdults',
  'maxChildren',
] as const;

/** A property's cleared fields, each as null. */
export const clearedOfProperty = (change: object) => cleared(change, CLEARABLE_OF_PROPERTY);

/** A unit type's cleared fields, each as null. */
export const clearedOfUnitType = (change: object) => cleared(change, CLEARABLE_OF_UNIT_TYPE);

function cleared<Field extends string>(change: object, clearable: readonly Field[]) {
  const given = change as Readonly<Record<string, unknown>>; // an input, by its fields
  const fields = clearable.filter((field) => given[field] === null);
  return Object.fromEntries(fields.map((field) => [field, null])) as { readonly [K in Field]?: null };
}

/** Fields whose content differs from the current values. */
export function differing<Content extends object>(content: Content, current: object): Partial<Content> {
  const now = current as Readonly<Record<string, unknown>>; // a row has every field of its content
  const set = Object.entries(content).filter(
    ([field, value]) => !isDeepStrictEqual(value, now[field] ?? null),
  );
  return Object.fromEntries(set) as Partial<Content>; // a subset of its fields
}
