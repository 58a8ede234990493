import { msg, t } from '@lingui/core/macro';
import { digitsOf, minorUnits } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import type { RateBase, RateRounding, RateRuleInput, Weekday } from './generated.ts';

/** A rule as typed. */
export interface RuleForm {
  readonly from: string;
  readonly until: string;
  readonly weekdays: readonly Weekday[];
  readonly base: RateBase;
  readonly rate: string;
  readonly unitTypeId: string;
  /** `10`, `-7.5`. */
  readonly percent: string;
  /** In major units; may be negative. */
  readonly amount: string;
  /** In major units; '' for no rounding. */
  readonly roundTo: string;
  readonly rounding: RateRounding;
}

/** Weekdays, Monday first. */
export const WEEKDAYS: readonly { readonly value: Weekday; readonly label: string }[] = translated([
  { value: 'monday', label: msg`Mon` },
  { value: 'tuesday', label: msg`Tue` },
  { value: 'wednesday', label: msg`Wed` },
  { value: 'thursday', label: msg`Thu` },
  { value: 'friday', label: msg`Fri` },
  { value: 'saturday', label: msg`Sat` },
  { value: 'sunday', label: msg`Sun` },
]);

/** Returns an empty rule for every night in a season. */
export const newRule = (from: string, until: string): RuleForm => ({
  from,
  until,
  weekdays: WEEKDAYS.map(({ value }) => value),
  base: 'current',
  rate: '',
  unitTypeId: '',
  percent: '',
  amount: '',
  roundTo: '',
  rounding: 'nearest',
});

/** A rule's invalid fields, with a sentence for each. */
export type RuleMistakes = Readonly<Partial<Record<keyof RuleForm, string>>>;

/**
 * Finds invalid input; the platform checks the rest. `currency` is null if the unit types have different
 * currencies.
 */
export function mistakesOf(form: RuleForm, currency: string | null): RuleMistakes {
  const { base, rate, unitTypeId, percent, amount, weekdays } = form;
  return {
    ...(weekdays.length === 0 && { weekdays: t`Choose at least one weekday.` }),
    ...(base === 'fixed' && amountOf(rate, currency) === null && { rate: t`Enter an amount.` }),
    ...(base === 'unit_type' && unitTypeId === '' && { unitTypeId: t`Choose a unit type.` }),
    ...(percent.trim() !== '' &&
      basisPoints(percent) === null && { percent: t`Enter a percentage, such as -7.5.` }),
    ...(amount.trim() !== '' &&
      amountOf(amount, currency) === null && { amount: t`Enter an amount, such as -5.` }),
  };
}

/** Converts a rule to the platform's input. */
export function ruleInput(form: RuleForm, currency: string | null): RateRuleInput {
  const { from, until, weekdays, base, rate, unitTypeId, percent, amount, roundTo, rounding } = form;
  return {
    from,
    until,
    base,
    ...(weekdays.length < WEEKDAYS.length && { weekdays }),
    ...(base === 'fixed' && { rate: amountOf(rate, currency) }),
    ...(base === 'unit_type' && { unitTypeId }),
    percentBp: basisPoints(percent) ?? 0,
    amount: amountOf(amount, currency) ?? 0,
    ...(currency !== null && roundTo !== '' && { roundTo: Number(roundTo) * 10 ** digitsOf(currency) }),
    rounding,
  };
}

/** Parses a percentage to hundredths: `10` is 1,000; null if it isn't a percentage. */
export function basisPoints(typed: string): number | null {
  const { negative, digits } = signed(typed);
  const [, whole = '', fraction = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  if (whole === '') return null;
  const hundredths = Number(whole + fraction.padEnd(2, '0'));
  return negative ? 0 - hundredths : hundredths;
}

function amountOf(typed: string, currency: string | null): number | null {
  const { negative, digits } = signed(typed);
  const minor = currency === null ? null : minorUnits(digits, currency);
  return minor !== null && negative ? 0 - minor : minor;
}

/** Returns a number without its sign. The minus can be typed as a hyphen or a real minus sign. */
const signed = (typed: string) => {
  const [, sign = '', digits = ''] = /^([-−+]?)\s*(.*)$/.exec(typed.trim()) ?? [];
  return { negative: sign === '-' || sign === '−', digits };
};
