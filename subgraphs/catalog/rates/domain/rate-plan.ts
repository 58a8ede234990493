import { basisPointsOf, type Minor } from '#kit/money.ts';
import type { EpochDay, NightCalendar } from '../../domain/calendar.ts';

/** Meals that a price includes. */
export const MEAL_PLANS = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const;
export type MealPlan = (typeof MEAL_PLANS)[number];

/** When a stay is paid (docs/interface/catalog.md#payment-of-a-stay). */
export const PAYMENT_MODES = ['now', 'deposit', 'at_property'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** How a stay is paid under a plan; both numbers are of a deposit alone. */
export interface PaymentTerms {
  readonly mode: PaymentMode;
  /** Percentage of the total that confirms a booking, 1 to 99. */
  readonly depositPercent: number | null;
  /** Days before check-in by which the rest is due. */
  readonly balanceDaysBefore: number | null;
}

/** What stays are sold with where the host wrote no rate plan. */
export const STANDARD_PLAN = { id: 'standard', title: 'Standard rate', description: null } as const;

/** A unit type that no plan is written for is paid at once. */
export const PAID_NOW: PaymentTerms = { mode: 'now', depositPercent: null, balanceDaysBefore: null };

/** Days from booking to check-in; null for no limit. */
export interface BookingWindow {
  readonly minAdvance: number | null;
  readonly maxAdvance: number | null;
}

/** What a rate plan makes of the nights of its unit type. */
export interface NightTerms {
  /** Added to each rate: first the percentage, in basis points, then the amount. */
  readonly adjustBp: number;
  readonly adjustAmount: Minor;
  /** Nights of a stay; null for no limit beside that of the night of check-in. */
  readonly minStay: number | null;
  readonly maxStay: number | null;
}

/** A unit type that no plan is written for is sold as its nights are. */
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

/** The minimum stay from a night: the longer of the night's own and the plan's; 0 where there is none. */
export const strictMinStay = (own: number, { minStay }: Pick<NightTerms, 'minStay'>): number =>
  Math.max(own, minStay ?? 0);

/** The maximum stay from a night: the shorter of the night's own and the plan's; 0 where there is none. */
export function strictMaxStay(own: number, { maxStay }: Pick<NightTerms, 'maxStay'>): number {
  if (maxStay === null) return own;
  return own === 0 ? maxStay : Math.min(own, maxStay);
}

/** First and last day of check-in of what is booked on a day, both inclusive. */
export function checkInDays(
  { minAdvance, maxAdvance }: BookingWindow,
  today: EpochDay,
): { readonly first: EpochDay; readonly last: EpochDay } {
  return { first: today + (minAdvance ?? 0), last: today + (maxAdvance ?? Number.POSITIVE_INFINITY) };
}

/** Writes one night's numbers as a plan makes them of what the host keeps. */
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
