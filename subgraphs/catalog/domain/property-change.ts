import { isTimeZone } from '#kit/dates.ts';
import { isCurrency } from '#kit/money.ts';
import { isName } from '#kit/names.ts';

/** Characters of the name of a property or a unit type. */
const LONGEST_NAME = 120;
/** What one unit takes, and unit types have, at most. */
const MOST_GUESTS = 100;
const MOST_UNITS = 10_000;
const HIGHEST_RATE = 100_000_000_000;

/** A field that cannot be set, and why. */
export interface EditMistake {
  readonly field: string;
  readonly message: string;
}

/** What may be changed of a property; null and what is left out stay. */
export interface PropertyChange {
  readonly name?: string | null;
  readonly currency?: string | null;
  readonly timeZone?: string | null;
}

/** What may be changed of a unit type; null and what is left out stay. */
export interface UnitTypeChange {
  readonly name?: string | null;
  readonly units?: number | null;
  readonly baseRate?: number | null;
  readonly active?: boolean | null;
  readonly maxGuests?: number | null;
  readonly baseGuests?: number | null;
}

/** What a change sets to another value than there is, by field. */
export function changed<T extends object>(change: T, current: { readonly [K in keyof T]-?: unknown }) {
  const set = Object.entries(change).filter(
    ([field, value]) => value != null && value !== current[field as keyof T], // the keys of `change`
  );
  return Object.fromEntries(set) as { readonly [K in keyof T]?: NonNullable<T[K]> };
}

/** Everything that is wrong with a change of a property, whatever it is now. */
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

/** Everything that is wrong with a change of a unit type that is `current` now, but for what its nights have against it. */
export function mistakesInUnitType(
  change: UnitTypeChange,
  current: { readonly maxGuests: number; readonly baseGuests: number },
): readonly EditMistake[] {
  const { name, units, baseRate } = change;
  const maxGuests = change.maxGuests ?? current.maxGuests;
  const baseGuests = change.baseGuests ?? current.baseGuests;
  const wrongMost = outside(change.maxGuests, 1, MOST_GUESTS);
  const wrongBase = outside(change.baseGuests, 1, MOST_GUESTS);
  const touched = change.baseGuests == null ? 'maxGuests' : 'baseGuests';
  const moves = change.maxGuests != null || change.baseGuests != null;
  return [
    ...nameMistake(name),
    ...mistakeIf(outside(units, 1, MOST_UNITS), 'units', `A unit type must have 1 to ${MOST_UNITS} units.`),
    ...mistakeIf(
      outside(baseRate, 0, HIGHEST_RATE),
      'baseRate',
      `The rate must be 0 to ${HIGHEST_RATE} minor units.`,
    ),
    ...mistakeIf(wrongMost, 'maxGuests', `A unit must sleep 1 to ${MOST_GUESTS} guests.`),
    ...mistakeIf(wrongBase, 'baseGuests', `The rate must cover 1 to ${MOST_GUESTS} guests.`),
    ...mistakeIf(
      moves && !wrongMost && !wrongBase && baseGuests > maxGuests,
      touched,
      `The rate would cover ${baseGuests} guests, but a unit sleeps ${maxGuests}: cover at most ${maxGuests}.`,
    ),
  ];
}

/**
 * How many units a night has when its unit type goes from `before` to `after`: it follows, unless the host gave it fewer. None
 * has more than exist.
 */
export const unitsOfNight = (total: number, before: number, after: number): number =>
  total >= before ? after : Math.min(total, after);

const nameMistake = (name: string | null | undefined): readonly EditMistake[] =>
  mistakeIf(
    name != null && !isName(name, LONGEST_NAME),
    'name',
    `The name must have 1 to ${LONGEST_NAME} visible characters.`,
  );

const mistakeIf = (wrong: boolean, field: string, message: string): readonly EditMistake[] =>
  wrong ? [{ field, message }] : [];

const outside = (value: number | null | undefined, least: number, most: number): boolean =>
  value != null && (value < least || value > most);
