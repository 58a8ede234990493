import { plural, t } from '@lingui/core/macro';
import { money } from '../../format/money.ts';
import { decimal } from '../../format/numbers.ts';
import { conventions } from '../../i18n/language.ts';
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
    percentBp !== 0 && signed(t`${decimal(Math.abs(percentBp) / 100)}%`, percentBp),
    amount !== 0 && t`${signed(money(Math.abs(amount), currency), amount)} a night`,
  ].filter((part) => part !== false);
  return [
    difference.length === 0 ? t`Standard rates` : new Intl.ListFormat(conventions()).format(difference),
    ...discountWords(plan.weekDiscountBp, 7),
    ...discountWords(plan.monthDiscountBp, 28),
  ];
}

const signed = (text: string, value: number) => `${value < 0 ? '−' : '+'}${text}`;

const discountWords = (basisPoints: number | null, nights: number): readonly string[] =>
  basisPoints ? [t`−${decimal(basisPoints / 100)}% from ${nights} nights`] : [];

/** Returns when guests pay. */
export function paymentWords({ payment }: Pick<EditedPlanFragment, 'payment'>): string {
  const { mode, depositPercent, balanceDaysBefore } = payment;
  if (mode !== 'deposit' || depositPercent == null) return PAYMENT_WORDS[mode];
  if (balanceDaysBefore == null) return t`${depositPercent}% deposit, the rest later`;
  return t`${depositPercent}% deposit, the rest ${plural(balanceDaysBefore, { one: '# day', other: '# days' })} before check-in`;
}

/** Returns the stays that can be booked with a plan, one line per limit. */
export function stayWords(plan: EditedPlanFragment): readonly string[] {
  const { minDays, maxDays } = plan.bookingWindow;
  const ahead = aheadWords(minDays, maxDays);
  return [nightsWords(plan.minStay, plan.maxStay) ?? t`Any length`, ...(ahead === null ? [] : [ahead])];
}

function nightsWords(from: number | null, until: number | null): string | null {
  if (from !== null && until !== null) {
    return from === until
      ? plural(from, { one: 'Exactly # night', other: 'Exactly # nights' })
      : plural(until, { one: `${from} to # night`, other: `${from} to # nights` });
  }
  if (from !== null) return plural(from, { one: 'At least # night', other: 'At least # nights' });
  return until === null ? null : plural(until, { one: 'At most # night', other: 'At most # nights' });
}

function aheadWords(from: number | null, until: number | null): string | null {
  if (from !== null && until !== null) {
    return from === until
      ? plural(from, { one: 'Booked exactly # day ahead', other: 'Booked exactly # days ahead' })
      : plural(until, { one: `Booked ${from} to # day ahead`, other: `Booked ${from} to # days ahead` });
  }
  if (from !== null)
    return plural(from, { one: 'Booked at least # day ahead', other: 'Booked at least # days ahead' });
  if (until === null) return null;
  return plural(until, { one: 'Booked at most # day ahead', other: 'Booked at most # days ahead' });
}
