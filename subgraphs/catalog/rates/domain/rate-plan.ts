import { basisPointsOf, type Minor } from '#kit/money.ts';
import type { EpochDay, NightCalendar } from '../../domain/calendar.ts';

/** Meals included in a price. */
export const MEAL_PLANS = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const;
export type MealPlan = (typeof MEAL_PLANS)[number];

/** Payment times for a stay (docs/interface/catalog.md#payment-of-a-stay). */
export const PAYMENT_MODES = ['now', 'deposit', 'at_property'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** A plan's payment terms; both numbers are set only for a deposit. */
export interface PaymentTerms {
  readonly mode: PaymentMode;
  /** Percentage of the total that confirms a booking, 1 to 99. */
  readonly depositPercent: number | null;
  /** Days before check-in by which the rest is due. */
  readonly balanceDaysBefore: number | null;
}

/** The default if the host hasn't set a rate plan. */
export const STANDARD_PLAN = { id: 'standard', title: 'Standard rate', description: null } as const;

/** For a unit type without a plan: the full price is paid immediately. */
export const PAID_NOW: PaymentTerms = { mode: 'now', depositPercent: null, balanceDaysBefore: null };

/** Days from booking to check-in; null for no limit. */
export interface BookingWindow {
  readonly minAdvance: number | null;
  readonly maxAdvance: number | null;
}

/** A rate plan's effect on its unit type's nights. */
export interface NightTerms {
  /** Added to each rate: first the percentage, in basis points, then the amount. */
  readonly adjustBp: number;
  readonly adjustAmount: Minor;
  /** Minimum and maximum nights per stay; null for no limit beyond the check-in night's. */
  readonly minStay: number | null;
  readonly maxStay: number | null;
}

/** A unit type without a plan sells its nights at the host's values. */
export const PLAIN_NIGHTS: NightTerms = { adjustBp: 0, adjustAmount: 0, minStay: null, maxStay: null };
export const ANY_TIME: BookingWindow = { minAdvance: null, maxAdvance: null };

/** A base rate under a plan: rounded half away from zero once, and never below 0. */
export function adjustedRate(
  rate: Minor,
  { adjustBp, adjustAmount }: Pick<NightTerms, 'adjustBp' | 'adjustAmount'>,
): Minor {
  if (adjustBp === 0 && adjustAmount === 0) return rate;
  return Math.max(0, rate + basisPointsOf(rate, adjustBp) + adjustAmount);
}

/** The minimum stay from a night: the longer of the night's and the plan's; 0 for no minimum. */
export const strictMinStay = (own: number, { minStay }: Pick<NightTerms, 'minStay'>): number =>
  Math.max(own, minStay ?? 0);

/** The maximum stay from a night: the shorter of the night's and the plan's; 0 for no maximum. */
export function strictMaxStay(own: number, { maxStay }: Pick<NightTerms, 'maxStay'>): number {
  if (maxStay === null) return own;
  return own === 0 ? maxStay : Math.min(own, maxStay);
}

/** First and last check-in day for a booking made on a day, both inclusive. */
export function checkInDays(
  { minAdvance, maxAdvance }: BookingWindow,
  today: EpochDay,
): { readonly first: EpochDay; readonly last: EpochDay } {
  return { first: today + (minAdvance ?? 0), last: today + (maxAdvance ?? Number.POSITIVE_INFINITY) };
}

/** Writes a night's numbers after applying a plan to the host's values. */
export function setPlannedNight(
  { rate, minStay, maxStay }: Pick<NightCalendar, 'rate' | 'minStay' | 'maxStay'>,
  slot: number,
  own: { readonly rate: Minor; readonly minStay: number; readonly maxStay: number },
  terms: NightTerms,
): void {
  rate[slot] = adjustedRate(own.rate, terms);
  minStay[slot] = strictMinStay(own.minStay, terms);
  maxStay[slot] = strictMaxStay(own.maxStay, terms);
}
