import type { PlanTerms } from './plans.ts';

/**
 * Decides when another plan applies: immediately if it costs more for the same interval, objects and currency, otherwise
 * from the next period. A trial's plan changes immediately, because nothing is charged yet.
 */
export function decideChange(
  from: PlanTerms,
  to: PlanTerms,
  { inTrial }: { readonly inTrial: boolean },
): 'now' | 'at_period_end' {
  if (inTrial) return 'now';
  const isComparable =
    from.interval === to.interval && from.perUnit === to.perUnit && from.currency === to.currency;
  return isComparable && to.amount > from.amount ? 'now' : 'at_period_end';
}
