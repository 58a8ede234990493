import { t } from '@lingui/core/macro';
import { minorUnits } from '../../format/money.ts';
import type { NightsSetInput } from './generated.ts';
import type { NightRange } from './range.ts';

/** The form's values; '' leaves the nights unchanged. */
export interface CalendarForm {
  readonly rate: string;
  readonly usualRate: boolean;
  readonly total: string;
  readonly closed: string;
  /** Why units are closed; stored only with `closed`. */
  readonly reason: string;
  readonly minStay: string;
  readonly noMinStay: boolean;
  readonly maxStay: string;
  readonly noMaxStay: boolean;
  readonly closedToArrival: Answer;
  readonly closedToDeparture: Answer;
  readonly stopSell: Answer;
}

type Answer = '' | 'yes' | 'no';

/** An unchanged form. */
export const UNTOUCHED: CalendarForm = {
  rate: '',
  usualRate: false,
  total: '',
  closed: '',
  reason: '',
  minStay: '',
  noMinStay: false,
  maxStay: '',
  noMaxStay: false,
  closedToArrival: '',
  closedToDeparture: '',
  stopSell: '',
};

/** Invalid fields in the form, with a sentence for each. */
export type Mistakes = Readonly<Partial<Record<keyof CalendarForm, string>>>;

/** Finds invalid input; the platform checks the rest. */
export function mistakesOf(form: CalendarForm, currency: string): Mistakes {
  const whole = (field: 'total' | 'closed' | 'minStay' | 'maxStay') =>
    /^\d{0,5}$/.test(form[field].trim()) ? {} : { [field]: t`Enter a whole number.` };
  return {
    ...(form.rate.trim() !== '' && minorUnits(form.rate, currency) === null
      ? { rate: t`Enter an amount in ${currency}.` }
      : {}),
    ...whole('total'),
    ...whole('closed'),
    ...(form.reason.trim() && !form.closed.trim() ? { reason: t`Enter how many units are closed.` } : {}),
    ...whole('minStay'),
    ...whole('maxStay'),
  };
}

/** Returns the form's changes for a range of nights; null if it changes nothing. */
export function changeOf(
  form: CalendarForm,
  unitTypeId: string,
  { from, until }: NightRange,
  currency: string,
): NightsSetInput | null {
  const change = {
    ...amount('rate', form.usualRate, minorUnits(form.rate, currency)),
    ...amount('total', false, wholeNumber(form.total)),
    ...amount('closed', false, wholeNumber(form.closed)),
    ...(wholeNumber(form.closed) && form.reason.trim() ? { reason: form.reason.trim() } : {}),
    ...amount('minStay', form.noMinStay, wholeNumber(form.minStay)),
    ...amount('maxStay', form.noMaxStay, wholeNumber(form.maxStay)),
    ...answer('closedToArrival', form.closedToArrival),
    ...answer('closedToDeparture', form.closedToDeparture),
    ...answer('stopSell', form.stopSell),
  };
  return Object.keys(change).length ? { unitTypeId, from, until, ...change } : null;
}

const wholeNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : null);

/** Parses a typed number; null removes the value, undefined leaves it unchanged. */
const amount = (field: string, remove: boolean, value: number | null) => {
  if (remove) return { [field]: null };
  return value === null ? {} : { [field]: value };
};

const answer = (field: string, given: Answer) => (given === '' ? {} : { [field]: given === 'yes' });
