import { msg, t } from '@lingui/core/macro';
import { instant } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { decimal } from '../../format/numbers.ts';
import { translated } from '../../i18n/translated.ts';
import type { PlanTermsFragment } from './generated.ts';

const PER = translated({ month: msg` a month`, year: msg` a year`, once: msg` once` });
const OBJECT = translated({ none: '', property: msg` per property`, unit: msg` per unit` });

/** Price in words: `EUR 30.00 a month per property`. */
export const priceWords = ({ amount, currency, interval, perUnit }: PlanTermsFragment): string =>
  amount === 0 ? t`Free` : `${money(amount, currency)}${PER[interval]}${OBJECT[perUnit]}`;

/** Usage prices in words, one sentence each. */
export const usagePrices = ({ usage, currency, interval }: PlanTermsFragment): readonly string[] =>
  usage.map(({ name, unit, amount, included }) => {
    const free = included > 0 ? t`; the first ${decimal(included)}${PER[interval]} are included` : '';
    return t`${name}: ${money(amount, currency)} per ${unit}${free}.`;
  });

/** Usage prices and the plan's own cap in words, one sentence each. */
export function usageWords(plan: PlanTermsFragment): readonly string[] {
  const { cappedAmount, currency, interval } = plan;
  if (cappedAmount === null) return [];
  const cap = t`Usage costs at most ${money(cappedAmount, currency)}${PER[interval]}. Only you can raise this cap.`;
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
  const tax = taxPercent > 0 ? t` plus ${taxPercent}% tax` : '';
  const price = `${priceWords(plan)}${plan.amount > 0 ? tax : ''}`;
  if (plan.trialDays > 0 && left <= 0)
    return t`Your team has used its trial. You'll be charged ${price}, from today.`;
  if (left > 0) {
    const end = instant(new Date(now.getTime() + left * 86_400_000).toISOString());
    return t`Your trial ends on ${end}. Then you'll be charged ${price}.`;
  }
  return plan.amount === 0 ? t`The plan itself is free.` : t`You'll be charged ${price}, from today.`;
}

export const STATUS_WORDS = translated({
  trial: msg`Trial`,
  active: msg`Active`,
  past_due: msg`Payment overdue`,
  frozen: msg`Stopped: payment overdue`,
  cancelled: msg`Ended`,
});
