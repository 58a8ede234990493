import { count } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { EditedPlanFragment } from './generated.ts';
import { PAYMENT_WORDS } from './payment-words.ts';
import { MEALS } from './plan-form.ts';

/** Returns a plan's meals; null if they aren't stated. */
export const mealWords = ({ mealPlan }: Pick<EditedPlanFragment, 'mealPlan'>): string | null =>
  mealPlan === null ? null : (MEALS.find(({ value }) => value === mealPlan)?.label ?? null);

/** Returns how a plan's price differs from the unit type's rates, one line per difference. */
export function priceWords(plan: EditedPlanFragment, currency: string): readonly string[] {
  const { percentBp, amount } = plan.adjust;
  const difference = [
    percentBp !== 0 && signed(`${Math.abs(percentBp) / 100}%`, percentBp),
    amount !== 0 && `${signed(money(Math.abs(amount), currency), amount)} a night`,
  ].filter((part) => part !== false);
  return [
    difference.length === 0 ? 'Standard rates' : difference.join(' and '),
    ...discountWords(plan.weekDiscountBp, 7),
    ...discountWords(plan.monthDiscountBp, 28),
  ];
}

const signed = (text: string, value: number) => `${value < 0 ? '−' : '+'}${text}`;

const discountWords = (basisPoints: number | null, nights: number): readonly string[] =>
  basisPoints ? [`−${basisPoints / 100}% from ${nights} nights`] : [];

/** Returns when guests pay. */
export function paymentWords({ payment }: Pick<EditedPlanFragment, 'payment'>): string {
  const { mode, depositPercent, balanceDaysBefore } = payment;
  if (mode !== 'deposit' || depositPercent == null) return PAYMENT_WORDS[mode];
  const rest = balanceDaysBefore == null ? 'later' : `${count(balanceDaysBefore, 'day')} before check-in`;
  return `${depositPercent}% deposit, the rest ${rest}`;
}

/** Returns the stays that can be booked with a plan, one line per limit. */
export function stayWords(plan: EditedPlanFragment): readonly string[] {
  const { minDays, maxDays } = plan.bookingWindow;
  const nights = rangeWords(plan.minStay, plan.maxStay, 'night');
  const ahead = rangeWords(minDays, maxDays, 'day');
  const first = nights ? `${nights[0]?.toUpperCase()}${nights.slice(1)}` : 'Any length';
  return [first, ...(ahead ? [`Booked ${ahead} ahead`] : [])];
}

function rangeWords(from: number | null, until: number | null, unit: string): string | null {
  if (from !== null && until !== null) {
    return from === until ? `exactly ${count(from, unit)}` : `${from} to ${count(until, unit)}`;
  }
  if (from !== null) return `at least ${count(from, unit)}`;
  return until === null ? null : `at most ${count(until, unit)}`;
}
