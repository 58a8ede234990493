import type { Minor } from '#kit/money.ts';
import type { EpochDay } from '../../domain/calendar.ts';

/** Weekdays, Monday first. */
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

/** Nights that get a new rate, and the formula for the rate (docs/interface/catalog.md#rate-rules). */
export interface RateRule {
  readonly from: EpochDay;
  /** Inclusive. */
  readonly until: EpochDay;
  /** Null for every day. */
  readonly weekdays: readonly Weekday[] | null;
  readonly base: RateBase;
  /** In hundredths of a percent. */
  readonly percentBp: number;
  readonly amount: Minor;
  /** Rates are rounded to a multiple of this. */
  readonly roundTo: number;
  readonly rounding: 'nearest' | 'up' | 'down';
}

/** The base for a new rate. */
export type RateBase =
  | { readonly kind: 'fixed'; readonly rate: Minor }
  | { readonly kind: 'current' | 'usual' | 'last_year' }
  | { readonly kind: 'unit_type'; readonly unitTypeId: number };

/** A night with its current price. */
export interface PricedNight {
  readonly unitTypeId: number;
  readonly day: EpochDay;
  /** The night's own rate; null if it follows the unit type's rate. */
  readonly own: Minor | null;
  /** The unit type's rate. */
  readonly usual: Minor;
}

/** A night with a changed rate. `own` is its stored value: null if it follows the unit type's rate. */
export interface RateChange extends Pick<PricedNight, 'unitTypeId' | 'day' | 'own'> {
  readonly before: Minor;
  readonly after: Minor;
}

/** The rules' effect on nights. */
export interface RateChanges {
  readonly changes: readonly RateChange[];
  readonly unchanged: number;
  /** Nights without a rate to copy. */
  readonly skipped: number;
}

/** Planned changes with a fingerprint that identifies them exactly. */
export interface NamedRateChanges extends RateChanges {
  readonly fingerprint: string;
}

/** A unit type's rate on a night; undefined if there isn't one. */
export type KnownRate = (unitTypeId: number, day: EpochDay) => Minor | undefined;

/** Days back to the same weekday a year earlier. */
export const YEAR_DAYS = 364;

/**
 * The rules' changes, in night order. Each night follows the last rule that includes it; other nights stay
 * unchanged.
 */
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

/** True if a rule includes the night that begins on a day. */
export const names = ({ from, until, weekdays }: RateRule, day: EpochDay): boolean =>
  day >= from && day <= until && (weekdays === null || weekdays.includes(weekdayOf(day)));

/** A day's weekday: 1970-01-01 was a Thursday. */
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

/** True if the rule makes nights follow the unit type's rate again, including later changes to it. */
const followsUsual = ({ base, percentBp, amount, roundTo }: RateRule): boolean =>
  base.kind === 'usual' && percentBp === 0 && amount === 0 && roundTo === 1;

const WHOLE = 10_000n;

/**
 * A rule's rate for a base, rounded once, at the end. It may be negative or too large: the caller must refuse
 * that.
 */
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
