import { HORIZON_DAYS, MAX_RATE_RULES } from '#schema/limits.ts';
import { epochDayOf } from '../../domain/calendar.ts';
import { MAX_RATE } from './night-change.ts';
import type { RateBase, RateRule, Weekday } from './rate-rules.ts';

/** A host's rule; see `RateRuleInput`. */
export interface RuleGiven {
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly weekdays?: readonly Weekday[] | null;
  readonly base: RateBase['kind'];
  readonly rate?: number | null;
  readonly unitTypeId?: number | null;
  readonly percentBp?: number | null;
  readonly amount?: number | null;
  readonly roundTo?: number | null;
  readonly rounding?: RateRule['rounding'] | null;
}

/** An invalid field in a rule, with the reason. */
export interface RuleMistake {
  readonly field: keyof RuleGiven;
  readonly message: string;
}

/** The reason a list can't have this many entries; null if it can. */
export const badCount = (count: number): string | null =>
  count >= 1 && count <= MAX_RATE_RULES ? null : `Give 1 to ${MAX_RATE_RULES} rules.`;

/** Errors in a rule, at most one per field; `today` is the latest date among its properties. */
export function mistakesInRule(rule: RuleGiven, today: number): RuleMistake[] {
  const { from, until, weekdays, base, rate, unitTypeId, percentBp, amount, roundTo } = rule;
  const between = (value: number | null | undefined, least: number, most: number) =>
    value == null || (value >= least && value <= most);
  const faults: readonly (readonly [boolean, keyof RuleGiven, string])[] = [
    [epochDayOf(from) >= today, 'from', 'Nights in the past cannot be changed.'],
    [epochDayOf(until) >= epochDayOf(from), 'until', 'The last night must not be before the first.'],
    [
      epochDayOf(until) <= today + HORIZON_DAYS,
      'until',
      `Nights are on sale up to ${HORIZON_DAYS} days ahead.`,
    ],
    [weekdays == null || weekdays.length > 0, 'weekdays', 'Choose at least one weekday.'],
    [base !== 'fixed' || rate != null, 'rate', 'The base `fixed` needs a rate.'],
    [base === 'fixed' || rate == null, 'rate', 'Only the base `fixed` takes a rate.'],
    [between(rate, 0, MAX_RATE), 'rate', `The rate must be 0 to ${MAX_RATE} minor units.`],
    [base !== 'unit_type' || unitTypeId != null, 'unitTypeId', 'The base `unit_type` needs a unit type.'],
    [
      base === 'unit_type' || unitTypeId == null,
      'unitTypeId',
      'Only the base `unit_type` takes a unit type.',
    ],
    [between(percentBp, -10_000, 100_000), 'percentBp', 'The percentage must be -100 % to 1,000 %.'],
    [between(amount, -MAX_RATE, MAX_RATE), 'amount', `The amount must be at most ${MAX_RATE} minor units.`],
    [between(roundTo, 1, 1_000_000), 'roundTo', 'Round to a multiple of 1 to 1000000 minor units.'],
  ];
  const wrong = faults.filter(([fine]) => !fine).map(([, field, message]) => ({ field, message }));
  return wrong.filter(({ field }, place) => wrong.findIndex((one) => one.field === field) === place);
}

/** Converts a valid rule to its domain form. */
export function ruleOf({ base, rate, unitTypeId, ...rule }: RuleGiven): RateRule {
  return {
    from: epochDayOf(rule.from),
    until: epochDayOf(rule.until),
    weekdays: rule.weekdays ?? null,
    base: baseOf(base, rate ?? 0, unitTypeId ?? 0),
    percentBp: rule.percentBp ?? 0,
    amount: rule.amount ?? 0,
    roundTo: rule.roundTo ?? 1,
    rounding: rule.rounding ?? 'nearest',
  };
}

function baseOf(kind: RateBase['kind'], rate: number, unitTypeId: number): RateBase {
  if (kind === 'fixed') return { kind, rate };
  return kind === 'unit_type' ? { kind, unitTypeId } : { kind };
}

/** True if a rule contains amounts in a currency. */
export const hasAmounts = ({ rate, amount, roundTo }: RuleGiven): boolean =>
  rate != null || (amount ?? 0) !== 0 || (roundTo ?? 1) !== 1;
