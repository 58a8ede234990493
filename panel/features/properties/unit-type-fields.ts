import { t } from '@lingui/core/macro';
import { minorUnits, plainAmount } from '../../format/money.ts';
import type { EditedUnitTypeFragment, UnitTypeKind, UnitTypeUpdateInput } from './generated.ts';

/**
 * A unit type's whole-number fields, each with its minimum and maximum; only the fields in `OPTIONAL` can be
 * unknown.
 */
const NUMBERS = {
  units: [1, 10_000],
  position: [0, 10_000],
  maxGuests: [1, 100],
  baseGuests: [1, 100],
  maxAdults: [1, 100],
  maxChildren: [0, 100],
  bedrooms: [0, 50],
  bathrooms: [0, 50],
  areaM2: [1, 10_000],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>;
const OPTIONAL: readonly string[] = ['maxAdults', 'maxChildren', 'bedrooms', 'bathrooms', 'areaM2'];
const AMOUNTS = ['baseRate', 'adultSupplement', 'childSupplement'] as const;

export type NumberField = keyof typeof NUMBERS;
export type AmountField = (typeof AMOUNTS)[number];

/** Beds as typed. */
export interface TypedBed {
  readonly type: string;
  readonly count: string;
  readonly bedroom: string;
}

/** A unit's capacity for children in an age range, as typed. */
export interface TypedAgeBand {
  readonly from: string;
  readonly to: string;
  readonly limit: string;
}

/** A unit type's form values, as typed text. */
export interface UnitTypeFields extends Readonly<Record<NumberField | AmountField, string>> {
  readonly name: string;
  readonly kind: UnitTypeKind | '';
  readonly externalId: string;
  readonly active: boolean;
  readonly beds: readonly TypedBed[];
  readonly childAgeBands: readonly TypedAgeBand[];
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
  readonly amenities: readonly string[];
}

/** Props for the form's parts. */
export interface UnitTypePartProps {
  readonly fields: UnitTypeFields;
  readonly set: (change: Partial<UnitTypeFields>) => void;
  /** Errors by field, from typing or from the API. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly currency: string;
}

/** Returns a form's initial values. */
export function fieldsOfUnitType(unitType: EditedUnitTypeFragment, currency: string): UnitTypeFields {
  const { name, kind, externalId, active, beds, childAgeBands, descriptions, amenities } = unitType;
  const numbers = Object.keys(NUMBERS).map((field) => [field, `${unitType[field as NumberField] ?? ''}`]);
  const amounts = AMOUNTS.map((field) => [field, plainAmount(unitType[field], currency)]);
  return {
    ...(Object.fromEntries([...numbers, ...amounts]) as Record<NumberField | AmountField, string>), // one of each
    name,
    active,
    descriptions,
    amenities,
    kind: kind ?? '',
    externalId: externalId ?? '',
    beds: beds.map(({ type, count, bedroom }) => ({ type, count: `${count}`, bedroom: `${bedroom ?? ''}` })),
    childAgeBands: childAgeBands.map(({ from, to, limit }) => ({
      from: `${from}`,
      to: `${to}`,
      limit: `${limit}`,
    })),
  };
}

const OLDEST_CHILD = 17;

const isWhole = (text: string) => /^\d{1,5}$/.test(text.trim());

/** Finds invalid input that prevents fields from being sent, by field; the API checks the rest. */
export function mistakesInUnitType(
  fields: UnitTypeFields,
  currency: string,
): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  if (fields.name.trim() === '') wrong.name = t`Enter a name.`;
  for (const field of Object.keys(NUMBERS) as NumberField[]) {
    const [least, most] = NUMBERS[field];
    const text = fields[field].trim();
    const fits = isWhole(text) && Number(text) >= least && Number(text) <= most;
    if (!fits && !(text === '' && OPTIONAL.includes(field)))
      wrong[field] = t`Enter a number from ${least} to ${most}.`;
  }
  for (const field of AMOUNTS)
    if (minorUnits(fields[field], currency) === null) wrong[field] = t`Enter an amount.`;
  const bad = fields.beds.some(
    ({ count, bedroom }) => !isWhole(count) || (bedroom.trim() !== '' && !isWhole(bedroom)),
  );
  if (bad) wrong.beds = t`Enter the number of beds. The number of their bedroom is optional.`;
  if (!fields.childAgeBands.every(isAgeBand))
    wrong.childAgeBands = t`Enter ages from 0 to 17, the first no higher than the last, and the number of children.`;
  return wrong;
}

const isAgeBand = ({ from, to, limit }: TypedAgeBand) =>
  [from, to, limit].every(isWhole) && Number(from) <= Number(to) && Number(to) <= OLDEST_CHILD;

/** Parses a number; null if the field is empty. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Converts the changed fields to the API's input. */
export function changeOfUnitType(
  id: string,
  fields: UnitTypeFields,
  changed: readonly (keyof UnitTypeFields)[],
  currency: string,
): UnitTypeUpdateInput {
  const numbers = Object.keys(NUMBERS).map((field) => [field, numberOf(fields[field as NumberField])]);
  const amounts = AMOUNTS.map((field) => [field, minorUnits(fields[field], currency)]);
  const { name, kind, externalId, active, beds, childAgeBands, descriptions, amenities } = fields;
  const all = {
    ...Object.fromEntries([...numbers, ...amounts]),
    name: name.trim(),
    kind: kind === '' ? null : kind,
    externalId: externalId.trim(),
    active,
    descriptions,
    amenities,
    beds: beds.map(({ type, count, bedroom }) => ({
      type,
      count: Number(count),
      bedroom: numberOf(bedroom),
    })),
    childAgeBands: childAgeBands.map(({ from, to, limit }) => ({
      from: Number(from),
      to: Number(to),
      limit: Number(limit),
    })),
  };
  return { id, ...Object.fromEntries(changed.map((field) => [field, all[field]])) };
}
