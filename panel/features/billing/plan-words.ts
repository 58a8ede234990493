import { instant } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { PlanTermsFragment } from './generated.ts';

const PER = { month: ' a month', year: ' a year', once: ' once' } as const;
const OBJECT = { none: '', property: ' per property', unit: ' per unit' } as const;

/** Price in words: `EUR 30.00 a month per property`. */
export const priceWords = ({ amount, currency, interval, perUnit }: PlanTermsFragment): string =>
  amount === 0 ? 'Free' : `${money(amount, currency)}${PER[interval]}${OBJECT[perUnit]}`;

/** Usage prices in words, one sentence each. */
export const usagePrices = ({ usage, currency, interval }: PlanTermsFragment): readonly string[] =>
  usage.map(({ name, unit, amount, included }) => {
    const free =
      included > 0 ? `; the first ${included.toLocaleString('en-GB')}${PER[interval]} are included` : '';
    return `${name}: ${money(amount, currency)} per ${unit}${free}.`;
  });

/** Usage prices and the plan's own cap in words, one sentence each. */
export function usageWords(plan: PlanTermsFragment): readonly string[] {
  const { cappedAmount, currency, interval } = plan;
  if (cappedAmount === null) return [];
  const cap = `Usage costs at most ${money(cappedAmount, currency)}${PER[interval]}. Only you can raise this cap.`;
  return [...usagePrices(plan), cap];
}

/** The first charge in words, before a team agrees to it. */
export function firstCharge(
  plan: PlanTermsFragment,
  {
    trialDaysUsed,
    taxPercent,
    now,
  }: { readonly trialDaysUsed: number; readonly taxPercent: number; readonly now: Date },
): string {
  const left = plan.trialDays - trialDaysUsed;
  const tax = taxPercent > 0 ? ` plus ${taxPercent}% tax` : '';
  const price = `${priceWords(plan)}${plan.amount > 0 ? tax : ''}`;
  if (plan.trialDays > 0 && left <= 0)
    return `Your team has used its trial. You'll be charged ${price}, from today.`;
  if (left > 0) {
    const end = instant(new Date(now.getTime() + left * 86_400_000).toISOString());
    return `Your trial ends on ${end}. Then you'll be charged ${price}.`;
  }
  return plan.amount === 0 ? 'The plan itself is free.' : `You'll be charged ${price}, from today.`;
}

export const STATUS_WORDS = {
  trial: 'Trial',
  active: 'Active',
  past_due: 'Payment overdue',
  frozen: 'Stopped: payment overdue',
  cancelled: 'Ended',
} as const;
