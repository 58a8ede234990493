import { nightsBetween } from '../../format/dates.ts';
import { minorUnits } from '../../format/money.ts';
import type { BookingEntryPayment, BookingPriceMode } from './generated.ts';
import { type StayForm, stayInput } from './stay-fields.tsx';

/** A new booking as a host types it. */
export interface EntryForm extends StayForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly priceMode: BookingPriceMode;
  /** The agreed total, or the price of each night, in the property's currency. */
  readonly price: string;
  readonly reason: string;
  readonly payment: BookingEntryPayment;
  /** Hours until an unpaid booking's nights are released. */
  readonly holdHours: string;
  readonly sendConfirmation: boolean;
  readonly sourceLabel: string;
  readonly arrivalTime: string;
  readonly note: string;
}

export const EMPTY_ENTRY: EntryForm = {
  unitTypeId: '',
  checkIn: '',
  checkOut: '',
  adults: '2',
  children: '0',
  quantity: '1',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  priceMode: 'calculated',
  price: '',
  reason: '',
  payment: 'unpaid',
  holdHours: '24',
  sendConfirmation: true,
  sourceLabel: '',
  arrivalTime: '',
  note: '',
};

const HOUR_MS = 3_600_000;

const stayOf = ({ unitTypeId, checkIn, checkOut, adults, children, quantity }: EntryForm) =>
  stayInput({ unitTypeId, checkIn, checkOut, adults, children, quantity });

/** Converts the fields that determine the price to the API's input for a preview, which ignores the guest. */
export function previewInput(form: EntryForm, currency: string) {
  const price = priceInput(form, currency);
  return {
    ...stayOf(form),
    guest: { firstName: '', lastName: '' },
    price: price && { ...price, reason: null },
  };
}

/** Converts a new booking to the API's input, without its id. */
export function entryInput(form: EntryForm, currency: string) {
  const { firstName, lastName, email, phone, payment, holdHours, sendConfirmation } = form;
  // 24 hours is the API's default, which ends with the check-in day.
  const isLonger = payment !== 'paid' && holdHours !== '24';
  return {
    ...stayOf(form),
    guest: { firstName, lastName, email: email || null, phone: phone || null },
    price: priceInput(form, currency),
    payment,
    holdUntil: isLonger ? new Date(Date.now() + Number(holdHours) * HOUR_MS).toISOString() : null,
    sendConfirmation: sendConfirmation && email !== '',
    sourceLabel: form.sourceLabel || null,
    arrivalTime: form.arrivalTime || null,
    note: form.note || null,
  };
}

function priceInput(
  { priceMode: mode, price, reason: text, checkIn, checkOut }: EntryForm,
  currency: string,
) {
  if (mode === 'calculated') return null;
  const amount = minorUnits(price, currency);
  const reason = text || null;
  if (mode === 'total') return { mode, amount, reason };
  const nights = hasDates({ checkIn, checkOut }) ? nightsBetween(checkIn, checkOut) : 0;
  return { mode, nightly: amount === null ? null : new Array<number>(nights).fill(amount), reason };
}

const hasDates = ({ checkIn, checkOut }: Pick<EntryForm, 'checkIn' | 'checkOut'>): boolean =>
  checkIn !== '' && checkIn < checkOut;

/** True if the form has everything that determines its price. */
export const isPriceable = (form: EntryForm): boolean =>
  form.unitTypeId !== '' &&
  hasDates(form) &&
  [form.adults, form.quantity].every((number) => Number(number) >= 1) &&
  form.children !== '' &&
  (form.priceMode === 'calculated' || form.price !== '');
