import { msg } from '@lingui/core/macro';
import { minorUnits, plainAmount } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import type { EditedPlanFragment, MealPlan, RatePlanPaymentMode, RatePlanTermsInput } from './generated.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

/** A rate plan as typed; empty text means an empty field. */
export interface TypedPlan {
  readonly title: string;
  readonly description: string;
  readonly mealPlan: MealPlan | '';
  readonly policyId: string;
  readonly payment: RatePlanPaymentMode;
  readonly deposit: string;
  readonly balanceDays: string;
  readonly percent: string;
  readonly amount: string;
  readonly week: string;
  readonly month: string;
  readonly minStay: string;
  readonly maxStay: string;
  readonly minDays: string;
  readonly maxDays: string;
  readonly active: boolean;
}

/** Meal plans, as guests call them. */
export const MEALS: readonly { readonly value: MealPlan | ''; readonly label: string }[] = translated([
  { value: '', label: msg`Not stated` },
  { value: 'room_only', label: msg`No meals` },
  { value: 'breakfast', label: msg`Breakfast` },
  { value: 'half_board', label: msg`Half board` },
  { value: 'full_board', label: msg`Full board` },
  { value: 'all_inclusive', label: msg`All inclusive` },
]);

/** Payment modes to choose from. */
export const PAYMENTS = (['now', 'deposit', 'at_property'] as const).map((value) => ({
  value,
  label: PAYMENT_WORDS[value],
}));

/** A new plan, on sale under the storefront's terms. */
export const EMPTY_PLAN: TypedPlan = {
  title: '',
  description: '',
  mealPlan: '',
  policyId: '',
  payment: 'now',
  deposit: '',
  balanceDays: '',
  percent: '',
  amount: '',
  week: '',
  month: '',
  minStay: '',
  maxStay: '',
  minDays: '',
  maxDays: '',
  active: true,
};

/** Fields with a number. */
export type PlanNumber = keyof typeof NUMBERS;

/** Returns the mistakes in the fields with a number, by field. */
export function mistakesIn(typed: TypedPlan, currency: string): Partial<Record<PlanNumber, string>> {
  const names = Object.keys(NUMBERS) as PlanNumber[]; // its own keys
  const wrong = names.filter((name) => Number.isNaN(NUMBERS[name].parse(typed[name], currency)));
  return Object.fromEntries(wrong.map((name) => [name, NUMBERS[name].mistake]));
}

/** Returns a stored plan as form values. */
export function typedPlan(plan: EditedPlanFragment, currency: string): TypedPlan {
  const { title, description, mealPlan, active, adjust, bookingWindow } = plan;
  const { amount } = adjust;
  return {
    title,
    description,
    mealPlan: mealPlan ?? '',
    active,
    policyId: plan.cancellationPolicy?.id ?? '',
    payment: plan.payment.mode,
    deposit: text(plan.payment.depositPercent),
    balanceDays: text(plan.payment.balanceDaysBefore),
    percent: percent(adjust.percentBp || null),
    amount: amount === 0 ? '' : `${amount < 0 ? '-' : ''}${plainAmount(Math.abs(amount), currency)}`,
    week: percent(plan.weekDiscountBp ?? null),
    month: percent(plan.monthDiscountBp ?? null),
    minStay: text(plan.minStay),
    maxStay: text(plan.maxStay),
    minDays: text(bookingWindow.minDays),
    maxDays: text(bookingWindow.maxDays),
  };
}

/** Converts a typed plan to the API's input; null while a number in it is invalid. */
export function planInput(typed: TypedPlan, currency: string): RatePlanTermsInput | null {
  const { title, description, mealPlan, policyId, active, payment: mode } = typed;
  const isDeposit = mode === 'deposit';
  const numbers = {
    percentBp: hundredths(typed.percent),
    amount: signedAmount(typed.amount, currency),
    weekDiscountBp: hundredths(typed.week),
    monthDiscountBp: hundredths(typed.month),
    minStay: whole(typed.minStay),
    maxStay: whole(typed.maxStay),
    minDays: whole(typed.minDays),
    maxDays: whole(typed.maxDays),
    depositPercent: isDeposit ? whole(typed.deposit) : null,
    balanceDaysBefore: isDeposit ? whole(typed.balanceDays) : null,
  };
  if (title.trim() === '' || Object.values(numbers).some(Number.isNaN)) return null;
  const { percentBp, amount, minDays, maxDays, depositPercent, balanceDaysBefore, ...rest } = numbers;
  return {
    title: title.trim(),
    description,
    active,
    ...rest,
    mealPlan: mealPlan === '' ? null : mealPlan,
    cancellationPolicyId: policyId === '' ? null : policyId,
    payment: { mode, ...(isDeposit && { depositPercent, balanceDaysBefore }) },
    adjust: { percentBp, amount },
    bookingWindow: { minDays, maxDays },
  };
}

const text = (value: number | null | undefined) => (value == null ? '' : `${value}`);
const percent = (basisPoints: number | null) => (basisPoints === null ? '' : `${basisPoints / 100}`);

/** Parses a number; null for empty text, NaN for invalid text. */
function typedNumber(typed: string): number | null {
  const trimmed = typed.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^-?\d{1,6}(\.\d{1,2})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function whole(typed: string): number | null {
  const number = typedNumber(typed);
  return number === null || Number.isInteger(number) ? number : Number.NaN;
}

function hundredths(typed: string): number | null {
  const number = typedNumber(typed);
  return number === null ? null : Math.round(number * 100);
}

function signedAmount(typed: string, currency: string): number | null {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const minor = minorUnits(trimmed.replace(/^-/, ''), currency);
  if (minor === null) return Number.NaN;
  return trimmed.startsWith('-') ? -minor : minor;
}

const WHOLE = translated({ parse: whole, mistake: msg`Enter a whole number.` });
const PERCENT = translated({ parse: hundredths, mistake: msg`Enter a percentage, for example 10 or -7.5.` });

const NUMBERS = translated({
  percent: PERCENT,
  amount: { parse: signedAmount, mistake: msg`Enter an amount.` },
  week: PERCENT,
  month: PERCENT,
  deposit: WHOLE,
  balanceDays: WHOLE,
  minStay: WHOLE,
  maxStay: WHOLE,
  minDays: WHOLE,
  maxDays: WHOLE,
}) satisfies Partial<
  Record<
    keyof TypedPlan,
    { readonly parse: (typed: string, currency: string) => number | null; readonly mistake: string }
  >
>;
