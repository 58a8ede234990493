import { minorUnits, plainAmount } from '../../format/money.ts';
import type { EditedUnitTypeFragment, UnitTypeKind, UnitTypeUpdateInput } from './generated.ts';

/** Whole numbers of a unit type: smallest and largest. */
const NUMBERS = {
  ...{ units: [1, 10_000], position: [0, 10_000], maxGuests: [1, 100], baseGuests: [1, 100] },
  ...{ maxAdults: [1, 100], maxChildren: [0, 100] },
  ...{ bedrooms: [0, 50], bathrooms: [0, 50], areaM2: [1, 10_000] },
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>;
const AMOUNTS = ['baseRate', 'adultSupplement', 'childSupplement'] as const;

export type NumberField = keyof typeof NUMBERS;
export type AmountField = (typeof AMOUNTS)[number];

/** Beds as they are typed. */
export interface TypedBed {
  readonly type: string;
  readonly count: string;
  readonly bedroom: string;
}

/** A unit type as its form has it: texts as they are typed. */
export interface UnitTypeFields extends Readonly<Record<NumberField | AmountField, string>> {
  readonly name: string;
  readonly kind: UnitTypeKind | '';
  readonly externalId: string;
  readonly active: boolean;
  readonly beds: readonly TypedBed[];
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
  readonly amenities: readonly string[];
}

/** What the parts of the form are given. */
export interface UnitTypePartProps {
  readonly fields: UnitTypeFields;
  readonly set: (change: Partial<UnitTypeFields>) => void;
  /** What is wrong, by field: as it was typed, or by the API's answer. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly currency: string;
}

/** What a form begins with. */
export function fieldsOfUnitType(unitType: EditedUnitTypeFragment, currency: string): UnitTypeFields {
  const { name, kind, externalId, active, beds, descriptions, amenities } = unitType;
  const numbers = Object.keys(NUMBERS).map((field) => [field, `${unitType[field as NumberField] ?? ''}`]);
  const amounts = AMOUNTS.map((field) => [field, plainAmount(unitType[field], currency)]);
  return {
    ...(Object.fromEntries([...numbers, ...amounts]) as Record<NumberField | AmountField, string>), // one of each
    ...{ name, active, descriptions, amenities, kind: kind ?? '', externalId: externalId ?? '' },
    beds: beds.map(({ type, count, bedroom }) => ({ type, count: `${count}`, bedroom: `${bedroom ?? ''}` })),
  };
}

const isWhole = (text: string) => /^\d{1,5}$/.test(text.trim());

/** What keeps some fields from being sent, by field; the API checks all else. */
export function mistakesInUnitType(
  fields: UnitTypeFields,
  unitType: EditedUnitTypeFragment,
  currency: string,
): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  if (fields.name.trim() === '') wrong.name = 'A unit type has a name.';
  for (const field of Object.keys(NUMBERS) as NumberField[]) {
    const [least, most] = NUMBERS[field];
    const text = fields[field].trim();
    const isEmptied = text === '' && unitType[field] != null;
    const fits = isWhole(text) && Number(text) >= least && Number(text) <= most;
    if (isEmptied || (text !== '' && !fits)) wrong[field] = `Enter a number from ${least} to ${most}.`;
  }
  for (const field of AMOUNTS)
    if (minorUnits(fields[field], currency) === null) wrong[field] = 'Enter an amount.';
  const bad = fields.beds.some(
    ({ count, bedroom }) => !isWhole(count) || (bedroom.trim() !== '' && !isWhole(bedroom)),
  );
  if (bad) wrong.beds = 'Enter how many beds there are, and the number of their bedroom or nothing.';
  return wrong;
}

/** The fields that changed, as the API takes them. */
export function changeOfUnitType(
  id: string,
  fields: UnitTypeFields,
  changed: readonly (keyof UnitTypeFields)[],
  currency: string,
): UnitTypeUpdateInput {
  const numbers = Object.keys(NUMBERS).map((field) => [field, Number(fields[field as NumberField])]);
  const amounts = AMOUNTS.map((field) => [field, minorUnits(fields[field], currency)]);
  const { name, kind, externalId, active, beds, descriptions, amenities } = fields;
  const all = {
    ...Object.fromEntries([...numbers, ...amounts]),
    ...{ name: name.trim(), kind: kind === '' ? null : kind, externalId: externalId.trim(), active },
    ...{ descriptions, amenities },
    beds: beds.map(({ type, count, bedroom }) => ({
      ...{ type, count: Number(count), bedroom: bedroom.trim() === '' ? null : Number(bedroom) },
    })),
  };
  return { id, ...Object.fromEntries(changed.map((field) => [field, all[field]])) };
}
