import type { Minor } from '#kit/money.ts';
import type { EpochDay } from '../../domain/calendar.ts';

/** Days of the week, Monday first. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Which nights have a new rate, and how it is made (docs/interface/catalog.md#rates-by-rules). */
export interface RateRule {
  readonly from: EpochDay;
  /** Inclusive. */
  readonly until: EpochDay;
  /** Null for every day. */
  readonly weekdays: readonly Weekday[] | null;
  readonly base: RateBase;
  /** 1/100 of a percent. */
  readonly percentBp: number;
  readonly amount: Minor;
  /** The rate is a multiple of it. */
  readonly roundTo: number;
  readonly rounding: 'nearest' | 'up' | 'down';
}

/** What a rate is made from. */
export type RateBase =
  | { readonly kind: 'fixed'; readonly rate: Minor }
  | { readonly kind: 'current' | 'usual' | 'last_year' }
  | { readonly kind: 'unit_type'; readonly unitTypeId: number };

/** A night as it is priced now. */
export interface PricedNight {
  readonly unitTypeId: number;
  readonly day: EpochDay;
  /** Its own rate; null if it follows the unit type's. */
  readonly own: Minor | null;
  /** The unit type's. */
  readonly usual: Minor;
}

/** A night with another rate. `own` is what it stores: null where it follows the unit type's. */
export interface RateChange extends Pick<PricedNight, 'unitTypeId' | 'day' | 'own'> {
  readonly before: Minor;
  readonly after: Minor;
}

/** What rules do to nights. */
export interface RateChanges {
  readonly changes: readonly RateChange[];
  readonly unchanged: number;
  /** Nights without a rate to copy. */
  readonly skipped: number;
}

/** A plan and what names exactly its changes. */
export interface NamedRateChanges extends RateChanges {
  readonly fingerprint: string;
}

/** The rate of a unit type in a night, where it has one. */
export type KnownRate = (unitTypeId: number, day: EpochDay) => Minor | undefined;

/** The same weekday of the year before. */
export const YEAR_DAYS = 364;

/** What rules change, in the order of the nights. Each night follows the last rule that names it; others are not touched. */
export function planRates(
  rules: readonly RateRule[],
  nights: readonly PricedNight[],
  known: KnownRate,
): RateChanges {
  const changes: RateChange[] = [];
  let unchanged = 0;
  let skipped = 0;
  for (const night of nights) {
    const rule = rules.findLast((one) => names(one, night.day));
    if (!rule) continue;
    const base = baseOf(rule, night, known);
    if (base === undefined) {
      skipped += 1;
      continue;
    }
    const before = night.own ?? night.usual;
    const after = rateBy(rule, base);
    const own = followsUsual(rule) ? null : after;
    if (own === null ? night.own === null : after === before) unchanged += 1;
    else changes.push({ unitTypeId: night.unitTypeId, day: night.day, before, after, own });
  }
  return { changes, unchanged, skipped };
}

/** Whether a rule names the night that begins on a day. */
export const names = ({ from, until, weekdays }: RateRule, day: EpochDay): boolean =>
  day >= from && day <= until && (weekdays === null || weekdays.includes(weekdayOf(day)));

/** The weekday of a day: 1970-01-01 was a Thursday. */
function weekdayOf(day: EpochDay): Weekday {
  const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7];
  if (!weekday) throw new RangeError(`${day} is not a whole day.`);
  return weekday;
}

function baseOf({ base }: RateRule, night: PricedNight, known: KnownRate): Minor | undefined {
  switch (base.kind) {
    case 'fixed':
      return base.rate;
    case 'current':
      return night.own ?? night.usual;
    case 'usual':
      return night.usual;
    case 'unit_type':
      return known(base.unitTypeId, night.day);
    case 'last_year':
      return known(night.unitTypeId, night.day - YEAR_DAYS);
  }
}

/** Whether nights go back to the unit type's rate, whatever it becomes. */
const followsUsual = ({ base, percentBp, amount, roundTo }: RateRule): boolean =>
  base.kind === 'usual' && percentBp === 0 && amount === 0 && roundTo === 1;

const WHOLE = 10_000n;

/** The rate that a rule makes of a base, rounded once, at the end. May be negative or too large: that is for the caller to refuse. */
export function rateBy({ percentBp, amount, roundTo, rounding }: Omit<RateRule, 'base'>, base: Minor): Minor {
  const exact = BigInt(base) * (WHOLE + BigInt(percentBp)) + BigInt(amount) * WHOLE;
  const step = BigInt(roundTo) * WHOLE;
  const offset = { down: 0n, nearest: step / 2n, up: step - 1n }[rounding];
  return Number(floorDivide(exact + offset, step) * BigInt(roundTo));
}

const floorDivide = (n: bigint, d: bigint): bigint => {
  const quotient = n / d;
  return n % d < 0n ? quotient - 1n : quotient;
};
