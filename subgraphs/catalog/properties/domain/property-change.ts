import { hasCardNumber } from '#kit/card-numbers.ts';
import { isTimeZone } from '#kit/dates.ts';
import { isCurrency } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { cardMistake, type EditMistake } from '../../domain/content-change.ts';

/** Maximum number of characters in a property's or unit type's name. */
const LONGEST_NAME = 120;
/** Maximum number of guests in a unit, and of units in a unit type. */
const MOST_GUESTS = 100;
const MOST_UNITS = 10_000;
const HIGHEST_RATE = 100_000_000_000;
const HIGHEST_SUPPLEMENT = 1_000_000_000;

/** A property's editable fields; null and omitted fields stay unchanged. */
export interface PropertyChange {
  readonly name?: string | null;
  readonly currency?: string | null;
  readonly timeZone?: string | null;
  readonly manualCheckIn?: boolean | null;
}

/** A unit type's editable fields; null and omitted fields stay unchanged. */
export interface UnitTypeChange {
  readonly name?: string | null;
  readonly units?: number | null;
  readonly baseRate?: number | null;
  readonly active?: boolean | null;
  readonly maxGuests?: number | null;
  readonly maxAdults?: number | null;
  readonly maxChildren?: number | null;
  readonly baseGuests?: number | null;
  readonly adultSupplement?: number | null;
  readonly childSupplement?: number | null;
  readonly bedrooms?: number | null;
  readonly bathrooms?: number | null;
  readonly areaM2?: number | null;
  readonly position?: number | null;
}

/** A unit type's current guest limits. */
export interface CurrentGuests {
  readonly maxGuests: number;
  readonly maxAdults: number | null;
  readonly maxChildren: number | null;
  readonly baseGuests: number;
}

/** Bounds for independent numbers, with the message for values outside them. */
const BOUNDS = [
  ['units', 1, MOST_UNITS, `A unit type must have 1 to ${MOST_UNITS} units.`],
  ['baseRate', 0, HIGHEST_RATE, `The rate must be 0 to ${HIGHEST_RATE} minor units.`],
  ['adultSupplement', 0, HIGHEST_SUPPLEMENT, `A supplement must be 0 to ${HIGHEST_SUPPLEMENT} minor units.`],
  ['childSupplement', 0, HIGHEST_SUPPLEMENT, `A supplement must be 0 to ${HIGHEST_SUPPLEMENT} minor units.`],
  ['bedrooms', 0, 50, 'The number of bedrooms must be 0 to 50.'],
  ['bathrooms', 0, 50, 'The number of bathrooms must be 0 to 50.'],
  ['areaM2', 1, 10_000, 'An area must be 1 to 10000 square metres.'],
  ['position', 0, 10_000, 'A position must be 0 to 10000.'],
] as const;

/** Values in the change that differ from the current ones, by field. */
export function changed<T extends object>(change: T, current: { readonly [K in keyof T]-?: unknown }) {
  const set = Object.entries(change).filter(
    ([field, value]) => value != null && value !== current[field as keyof T], // the keys of `change`
  );
  return Object.fromEntries(set) as { readonly [K in keyof T]?: NonNullable<T[K]> };
}

/** The change's given values. */
export const filled = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value != null)) as {
    readonly [K in keyof T]?: NonNullable<T[K]>; // null values are left out
  };

/** All errors in a property change itself, regardless of the property's current state. */
export function mistakesInProperty({ name, currency, timeZone }: PropertyChange): readonly EditMistake[] {
  return [
    ...nameMistake(name),
    ...mistakeIf(
      currency != null && !isCurrency(currency),
      'currency',
      'The currency must be an ISO 4217 code in upper case, for example EUR.',
    ),
    ...mistakeIf(
      timeZone != null && !isTimeZone(timeZone),
      'timeZone',
      'The time zone must be an IANA name, for example Europe/Zurich.',
    ),
  ];
}

/** All errors in a change to the `current` unit type, except objections from its nights. */
export function mistakesInUnitType(change: UnitTypeChange, current: CurrentGuests): readonly EditMistake[] {
  const maxGuests = change.maxGuests ?? current.maxGuests;
  const baseGuests = change.baseGuests ?? current.baseGuests;
  const wrongMost = outside(change.maxGuests, 1, MOST_GUESTS);
  const wrongBase = outside(change.baseGuests, 1, MOST_GUESTS);
  const touched = change.baseGuests == null ? 'maxGuests' : 'baseGuests';
  const moves = change.maxGuests != null || change.baseGuests != null;
  return [
    ...nameMistake(change.name),
    ...BOUNDS.flatMap(([field, least, most, message]) =>
      mistakeIf(outside(change[field], least, most), field, message),
    ),
    ...mistakeIf(wrongMost, 'maxGuests', `A unit must sleep 1 to ${MOST_GUESTS} guests.`),
    ...mistakeIf(wrongBase, 'baseGuests', `The rate must cover 1 to ${MOST_GUESTS} guests.`),
    ...mistakeIf(
      moves && !wrongMost && !wrongBase && baseGuests > maxGuests,
      touched,
      `The rate would cover ${baseGuests} guests, but a unit sleeps only ${maxGuests}. Cover at most ${maxGuests}.`,
    ),
    ...(wrongMost
      ? []
      : [
          ...partMistake('maxAdults', 1, change, { ...current, maxGuests }),
          ...partMistake('maxChildren', 0, change, { ...current, maxGuests }),
        ]),
  ];
}

/** The error in a limit on adults or children, if that limit or the total limit changes. */
function partMistake(
  field: 'maxAdults' | 'maxChildren',
  least: number,
  change: UnitTypeChange,
  current: CurrentGuests,
): readonly EditMistake[] {
  const most = change[field] ?? current[field];
  if (most === null || (change[field] == null && change.maxGuests == null)) return [];
  return mistakeIf(
    most < least || most > current.maxGuests,
    field,
    `Of a unit’s ${current.maxGuests} guests, ${least} to ${current.maxGuests} can be ${field === 'maxAdults' ? 'adults' : 'children'}.`,
  );
}

/**
 * The units for a night after its unit type changes from `before` to `after`: the night follows the change
 * unless the host gave it fewer units. Never more than the unit type has.
 */
export const unitsOfNight = (total: number, before: number, after: number): number =>
  total >= before ? after : Math.min(total, after);

function nameMistake(name: string | null | undefined): readonly EditMistake[] {
  if (name == null) return [];
  if (isName(name, LONGEST_NAME)) return hasCardNumber(name) ? [cardMistake('name')] : [];
  return [{ field: 'name', message: `The name must have 1 to ${LONGEST_NAME} visible characters.` }];
}

const mistakeIf = (wrong: boolean, field: string, message: string): readonly EditMistake[] =>
  wrong ? [{ field, message }] : [];

const outside = (value: number | null | undefined, least: number, most: number): boolean =>
  value != null && (value < least || value > most);
