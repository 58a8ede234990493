import { isDeepStrictEqual } from 'node:util';
import { isCurrency, type Minor } from '#kit/money.ts';
import { isName, isVisible } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import {
  MAX_PLAN_AMOUNT,
  MAX_PLAN_DESCRIPTION,
  MAX_PLAN_FEATURE,
  MAX_PLAN_FEATURES,
  MAX_PLAN_INCLUDED,
  MAX_PLAN_NAME,
  MAX_PLAN_USAGE,
  MAX_PLANS,
  MAX_TRIAL_DAYS,
} from '#schema/limits.ts';

/** Billing intervals; `once` is a single payment. */
export const INTERVALS = ['month', 'year', 'once'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Objects that a plan's amount is multiplied by; `none` for a flat price. */
export const PER_UNIT = ['none', 'property', 'unit'] as const;
export type PerUnit = (typeof PER_UNIT)[number];

/** Units of use that a plan charges for, e.g. completed cleanings. */
export interface UsagePrice {
  readonly key: string;
  readonly name: string;
  /** Singular, e.g. `cleaning`. */
  readonly unit: string;
  readonly amount: Minor;
  /** Units per period before the first one is charged. */
  readonly included: number;
}

/** Terms that never change within a plan's version. */
export interface PlanTerms {
  readonly currency: string;
  readonly interval: Interval;
  readonly amount: Minor;
  readonly usage: readonly UsagePrice[];
  /** Most that a period's usage can cost; null for a plan without usage. */
  readonly cappedAmount?: Minor | null | undefined;
  readonly trialDays: number;
  readonly perUnit: PerUnit;
}

/** A plan as its developer writes it. */
export interface PlanContent extends PlanTerms {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly features: readonly string[];
  /** True if teams can choose it. */
  readonly active: boolean;
}

/** A field and the reason why it's refused, with a path like `plans.0.amount`. */
export interface PlanMistake {
  readonly field: string;
  readonly message: string;
}

/** True if a saved plan needs a new version, because existing subscribers keep the terms they accepted. */
export const termsDiffer = (one: PlanTerms, other: PlanTerms): boolean =>
  !isDeepStrictEqual(termsOf(one), termsOf(other));

const termsOf = ({
  currency,
  interval,
  amount,
  usage,
  cappedAmount,
  trialDays,
  perUnit,
}: PlanTerms): PlanTerms => ({
  currency,
  interval,
  amount,
  usage: usage.map(({ key, name, unit, amount: price, included }) => ({
    key,
    name,
    unit,
    amount: price,
    included,
  })),
  cappedAmount: cappedAmount ?? null,
  trialDays,
  perUnit,
});

const KEY = /^[a-z][a-z0-9_-]{0,39}$/;

/** Returns the errors in an app's plans; plans without errors can be saved (docs/interface/billing.md#plans). */
export const mistakesInPlans = (plans: readonly PlanContent[]): readonly PlanMistake[] => [
  ...unless(plans.length <= MAX_PLANS, 'plans', `An app can have at most ${MAX_PLANS} plans.`),
  ...plans.flatMap((plan, place) =>
    mistakesIn(plan, isFirst(plans, plan.key, place)).map(({ field, message }) => ({
      field: `plans.${place}.${field}`,
      message,
    })),
  ),
];

function mistakesIn(plan: PlanContent, isUnique: boolean): readonly PlanMistake[] {
  const { usage, cappedAmount, interval } = plan;
  return [
    ...unless(KEY.test(plan.key), 'key', KEY_RULE),
    ...unless(isUnique, 'key', 'Another plan already has this key.'),
    ...text('name', plan.name, MAX_PLAN_NAME),
    ...unless(
      plan.description.length <= MAX_PLAN_DESCRIPTION &&
        isStorable(plan.description) &&
        (plan.description === '' || isVisible(plan.description.replaceAll(/[\r\n\t]/g, ' '))),
      'description',
      `The description can have at most ${MAX_PLAN_DESCRIPTION} visible characters.`,
    ),
    ...unless(
      isCurrency(plan.currency),
      'currency',
      "This isn't an ISO 4217 currency code, like EUR. Write it in upper case.",
    ),
    ...amount('amount', plan.amount),
    ...unless(
      usage.length <= MAX_PLAN_USAGE,
      'usage',
      `A plan can charge for at most ${MAX_PLAN_USAGE} kinds of usage.`,
    ),
    ...usage.flatMap((price, place) => usageMistakes(price, place, isFirst(usage, price.key, place))),
    ...unless(
      usage.length === 0 || cappedAmount != null,
      'cappedAmount',
      'A plan that charges for usage needs a cap: the most that a period of usage can cost.',
    ),
    ...unless(
      usage.length > 0 || cappedAmount == null,
      'cappedAmount',
      "A plan that doesn't charge for usage can't have a cap.",
    ),
    ...(cappedAmount == null ? [] : amount('cappedAmount', cappedAmount)),
    ...unless(
      usage.length === 0 || interval !== 'once',
      'usage',
      "A plan that's paid once has no periods, so it can't charge for usage.",
    ),
    ...unless(
      Number.isInteger(plan.trialDays) && plan.trialDays >= 0 && plan.trialDays <= MAX_TRIAL_DAYS,
      'trialDays',
      `A trial can have 0 to ${MAX_TRIAL_DAYS} days.`,
    ),
    ...unless(
      plan.features.length <= MAX_PLAN_FEATURES,
      'features',
      `A plan can list at most ${MAX_PLAN_FEATURES} features.`,
    ),
    ...plan.features.flatMap((feature, place) => text(`features.${place}`, feature, MAX_PLAN_FEATURE)),
  ];
}

const KEY_RULE =
  'A key has 1 to 40 characters: lower-case letters, digits, hyphens and underscores, starting with a letter.';

const isFirst = (all: readonly { readonly key: string }[], key: string, place: number): boolean =>
  all.findIndex((one) => one.key === key) === place;

const usageMistakes = (price: UsagePrice, place: number, isUnique: boolean): readonly PlanMistake[] =>
  [
    ...unless(KEY.test(price.key), 'key', KEY_RULE),
    ...unless(isUnique, 'key', 'The plan already charges for usage with this key.'),
    ...text('name', price.name, MAX_PLAN_NAME),
    ...text('unit', price.unit, MAX_PLAN_NAME),
    ...amount('amount', price.amount),
    ...unless(
      Number.isInteger(price.included) && price.included >= 0 && price.included <= MAX_PLAN_INCLUDED,
      'included',
      `Include 0 to ${MAX_PLAN_INCLUDED.toLocaleString('en-GB')} units per period.`,
    ),
  ].map(({ field, message }) => ({ field: `usage.${place}.${field}`, message }));

const amount = (field: string, value: Minor) =>
  unless(
    Number.isSafeInteger(value) && value >= 0 && value <= MAX_PLAN_AMOUNT,
    field,
    `An amount is a whole number of minor units, from 0 to ${MAX_PLAN_AMOUNT.toLocaleString('en-GB')}.`,
  );

const text = (field: string, value: string, longest: number) =>
  unless(isName(value, longest), field, `Write 1 to ${longest} visible characters on one line.`);

const unless = (right: boolean, field: string, message: string): readonly PlanMistake[] =>
  right ? [] : [{ field, message }];
