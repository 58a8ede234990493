import { hasCardNumber } from '#kit/card-numbers.ts';
import { isName, isVisible } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import { HORIZON_DAYS, LONGEST_STAY } from '#schema/limits.ts';
import { cardMistake, type EditMistake } from '../../domain/content-change.ts';
import { type MealPlan, PAID_NOW, type PaymentMode, type PaymentTerms } from './rate-plan.ts';

const LONGEST_TITLE = 120;
const LONGEST_DESCRIPTION = 1_000;
const MOST_DEPOSIT_PERCENT = 99;
const MOST_BALANCE_DAYS = 365;
const WHOLE = 10_000;
const HIGHEST_BP = 20_000;
const HIGHEST_AMOUNT = 1_000_000_000;

/** A client's terms for a rate plan. */
export type GivenTerms = GivenPlan & { readonly cancellationPolicyId?: string | null };

/** The terms' input field: `plan`, or an empty path for separate fields. */
export type TermsField = readonly [] | readonly ['plan'];

/** A plan's terms as separate fields, or as one value that replaces them. */
type GivenAnyTerms = Partial<Nullable<GivenTerms>> & { readonly plan?: GivenTerms | null };
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** The terms, which must be given in exactly one way, with their field; or the errors. */
export function onlyTerms({ plan, ...fields }: GivenAnyTerms) {
  const isSingle = Object.values(fields).some((value) => value != null);
  if (!plan) return { fields: isSingle ? fields : null, within: [] as const };
  if (!isSingle) return { plan, within: ['plan'] as const };
  return { mistake: { field: 'plan', message: 'Give the terms either as separate fields or as plan.' } };
}

/** A client's terms for a rate plan; its cancellation policy is looked up elsewhere. */
export interface GivenPlan {
  readonly title: string;
  readonly description?: string | null;
  readonly mealPlan?: MealPlan | null;
  readonly payment?: {
    readonly mode: PaymentMode;
    readonly depositPercent?: number | null;
    readonly balanceDaysBefore?: number | null;
  } | null;
  readonly adjust?: { readonly percentBp?: number | null; readonly amount?: number | null } | null;
  readonly weekDiscountBp?: number | null;
  readonly monthDiscountBp?: number | null;
  readonly minStay?: number | null;
  readonly maxStay?: number | null;
  readonly bookingWindow?: { readonly minDays?: number | null; readonly maxDays?: number | null } | null;
  readonly active?: boolean | null;
}

/** Normalizes a plan's terms, or returns all validation errors. */
export function readPlan(given: GivenPlan) {
  const { title, mealPlan = null, payment, adjust, bookingWindow, active } = given;
  const { weekDiscountBp = null, monthDiscountBp = null, minStay = null, maxStay = null } = given;
  const description = given.description?.trim() ?? '';
  const adjustBp = adjust?.percentBp ?? 0;
  const adjustAmount = adjust?.amount ?? 0;
  const minAdvance = bookingWindow?.minDays ?? null;
  const maxAdvance = bookingWindow?.maxDays ?? null;
  const terms = paymentTerms(payment ?? PAID_NOW);
  const mistakes: EditMistake[] = [
    ...mistakeIf(
      !isName(title, LONGEST_TITLE),
      'title',
      `A title must have 1 to ${LONGEST_TITLE} visible characters.`,
    ),
    ...mistakeIf(
      !isText(description),
      'description',
      `A description can have at most ${LONGEST_DESCRIPTION} visible characters.`,
    ),
    ...Object.entries({ title, description }).flatMap(([field, text]) =>
      hasCardNumber(text) ? [cardMistake(field)] : [],
    ),
    ...mistakesInPayment(payment ?? PAID_NOW),
    ...outside('adjust.percentBp', adjustBp, -WHOLE, HIGHEST_BP, 'A percentage', 'basis points'),
    ...outside('adjust.amount', adjustAmount, -HIGHEST_AMOUNT, HIGHEST_AMOUNT, 'An amount', 'minor units'),
    ...outside('weekDiscountBp', weekDiscountBp, 0, WHOLE, 'A discount', 'basis points'),
    ...outside('monthDiscountBp', monthDiscountBp, 0, WHOLE, 'A discount', 'basis points'),
    ...outside('minStay', minStay, 1, LONGEST_STAY, 'A minimum stay', 'nights'),
    ...outside('maxStay', maxStay, minStay ?? 1, LONGEST_STAY, 'A maximum stay', 'nights here'),
    ...outside('bookingWindow.minDays', minAdvance, 0, HORIZON_DAYS, 'A booking window', 'days'),
    ...outside(
      'bookingWindow.maxDays',
      maxAdvance,
      minAdvance ?? 0,
      HORIZON_DAYS,
      'The end of this window',
      'days',
    ),
  ];
  if (mistakes.length > 0) return { mistakes };
  const columns = {
    title: title.trim(),
    description,
    mealPlan,
    paymentMode: terms.mode,
    depositPercent: terms.depositPercent,
    balanceDaysBefore: terms.balanceDaysBefore,
    adjustBp,
    adjustAmount,
    weekDiscount: weekDiscountBp,
    monthDiscount: monthDiscountBp,
    minStay,
    maxStay,
    minAdvance,
    maxAdvance,
    active: active ?? true,
  };
  return { columns };
}

type GivenPayment = NonNullable<GivenPlan['payment']>;

/** A plan's payment terms for storage: a deposit's balance is due on check-in day by default. */
const paymentTerms = ({ mode, depositPercent = null, balanceDaysBefore }: GivenPayment): PaymentTerms =>
  mode === 'deposit'
    ? { mode, depositPercent, balanceDaysBefore: balanceDaysBefore ?? 0 }
    : { ...PAID_NOW, mode };

function mistakesInPayment({
  mode,
  depositPercent = null,
  balanceDaysBefore = null,
}: GivenPayment): readonly EditMistake[] {
  if (mode !== 'deposit') {
    const message = 'This field is only for the payment mode deposit.';
    return [
      ...mistakeIf(depositPercent !== null, 'payment.depositPercent', message),
      ...mistakeIf(balanceDaysBefore !== null, 'payment.balanceDaysBefore', message),
    ];
  }
  return [
    ...mistakeIf(
      depositPercent === null,
      'payment.depositPercent',
      'Give the percentage of the total that confirms a booking, 1 to 99.',
    ),
    ...outside('payment.depositPercent', depositPercent, 1, MOST_DEPOSIT_PERCENT, 'A deposit', 'percent'),
    ...outside(
      'payment.balanceDaysBefore',
      balanceDaysBefore,
      0,
      MOST_BALANCE_DAYS,
      'A balance',
      'days before check-in',
    ),
  ];
}

const isText = (text: string): boolean =>
  text === '' ||
  (text.length <= LONGEST_DESCRIPTION && isStorable(text) && isVisible(text.replace(/[\t\n\r]/g, ' ')));

const mistakeIf = (wrong: boolean, field: string, message: string): readonly EditMistake[] =>
  wrong ? [{ field, message }] : [];

const outside = (
  field: string,
  value: number | null,
  least: number,
  most: number,
  subject: string,
  unit: string,
): readonly EditMistake[] =>
  mistakeIf(
    value !== null && !(Number.isInteger(value) && value >= least && value <= most),
    field,
    `${subject} is ${least} to ${most} ${unit}.`,
  );
