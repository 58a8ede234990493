import type { PlanContent, UsagePrice } from './plans.ts';

/** A submitted plan: null and undefined mean the default. */
export type GivenPlan = Pick<PlanContent, 'key' | 'name' | 'currency' | 'interval' | 'amount'> & {
  readonly [Field in 'description' | 'cappedAmount' | 'trialDays' | 'perUnit' | 'features' | 'active']?:
    | PlanContent[Field]
    | null;
} & { readonly usage?: readonly GivenUsage[] | null };

type GivenUsage = Omit<UsagePrice, 'included'> & { readonly included?: number | null };

/** Trims a plan's words and fills in its defaults. */
export const readPlan = (given: GivenPlan): PlanContent => ({
  key: given.key,
  name: given.name.trim(),
  description: given.description?.trim() ?? '',
  currency: given.currency,
  interval: given.interval,
  amount: given.amount,
  usage: (given.usage ?? []).map(({ key, name, unit, amount, included }) => ({
    key,
    name: name.trim(),
    unit: unit.trim(),
    amount,
    included: included ?? 0,
  })),
  cappedAmount: given.cappedAmount ?? null,
  trialDays: given.trialDays ?? 0,
  perUnit: given.perUnit ?? 'none',
  features: (given.features ?? []).map((feature) => feature.trim()),
  active: given.active ?? true,
});
