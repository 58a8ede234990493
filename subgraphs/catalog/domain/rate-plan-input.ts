import { isName, isVisible } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import { HORIZON_DAYS, LONGEST_STAY } from '#schema/limits.ts';
import type { EditMistake } from './content-change.ts';
import type { MealPlan } from './rate-plan.ts';

const LONGEST_TITLE = 120;
const LONGEST_DESCRIPTION = 1_000;
const WHOLE = 10_000;
const HIGHEST_BP = 20_000;
const HIGHEST_AMOUNT = 1_000_000_000;

/** The terms of a rate plan as a client gives them; its cancellation policy is looked up elsewhere. */
export interface GivenPlan {
  readonly title: string;
  readonly description?: string | null;
  readonly mealPlan?: MealPlan | null;
  readonly payment?: { readonly mode: 'now' | 'deposit' | 'at_property' } | null;
  readonly adjust?: { readonly percentBp?: number | null; readonly amount?: number | null } | null;
  readonly weekDiscountBp?: number | null;
  readonly monthDiscountBp?: number | null;
  readonly minStay?: number | null;
  readonly maxStay?: number | null;
  readonly bookingWindow?: { readonly minDays?: number | null; readonly maxDays?: number | null } | null;
  readonly active?: boolean | null;
}

/** Why a plan cannot be paid another way than `now`, and what to do instead. */
const PAYMENT_REFUSALS = {
  deposit:
    'A plan cannot be sold for a deposit: the platform does not collect the balance later. Use now; a cancellation policy can keep a part of the price.',
  at_property:
    'A single plan cannot be paid at the property. Use now, and switch on the payment method “Pay at the property” of the storefront: it is then offered for every plan.',
} as const;

/** Everything that is wrong with the terms of a plan, or the terms as they are kept. */
export function readPlan(given: GivenPlan) {
  const { title, mealPlan = null, payment, adjust, bookingWindow, active } = given;
  const { weekDiscountBp = null, monthDiscountBp = null, minStay = null, maxStay = null } = given;
  const description = given.description?.trim() ?? '';
  const adjustBp = adjust?.percentBp ?? 0;
  const adjustAmount = adjust?.amount ?? 0;
  const minAdvance = bookingWindow?.minDays ?? null;
  const maxAdvance = bookingWindow?.maxDays ?? null;
  const mode = payment?.mode ?? 'now';
  const mistakes: EditMistake[] = [
    ...mistakeIf(
      !isName(title, LONGEST_TITLE),
      'title',
      `A title has 1 to ${LONGEST_TITLE} visible characters.`,
    ),
    ...mistakeIf(
      !isText(description),
      'description',
      `A description has at most ${LONGEST_DESCRIPTION} visible characters.`,
    ),
    ...(mode === 'now' ? [] : [{ field: 'payment.mode', message: PAYMENT_REFUSALS[mode] }]),
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
  if (mode !== 'now' || mistakes.length > 0) return { mistakes };
  const columns = {
    ...{ title: title.trim(), description, mealPlan, paymentMode: mode },
    ...{ adjustBp, adjustAmount, weekDiscount: weekDiscountBp, monthDiscount: monthDiscountBp },
    ...{ minStay, maxStay, minAdvance, maxAdvance, active: active ?? true },
  };
  return { columns };
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
