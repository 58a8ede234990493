import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { nightsBetween, usableZone } from '#kit/dates.ts';
import { formatMoney } from '#kit/money.ts';
import { MAX_AGREED_PRICE, MAX_BOOKING_NOTE, MAX_PRICE_REASON, MAX_SOURCE_LABEL } from '#schema/limits.ts';
import type { BookingCreateInput, BookingEntryPayment, BookingPriceInput, Maybe } from '../../generated.ts';
import type { AgreedEntryPrice, EnteredStay, Quote } from '../../store/entities.ts';
import { lineOf } from './entered-booking.ts';
import { type EntryError, entryError } from './entry-faults.ts';
import type { AskedLine } from './lodging.ts';

/** Terms of an entered booking besides its stay and its guest. */
export interface EntryTerms {
  /** Null for the price that agents would see. */
  readonly priced: AgreedEntryPrice | null;
  readonly payment: BookingEntryPayment;
  /** End of the hold; null for the default. */
  readonly holdUntil: Date | null;
  /** True if the guest gets an email once the booking is confirmed, and about what happens to it afterwards. */
  readonly mailsGuest: boolean;
  readonly sourceLabel: string | null;
  readonly note: string | null;
  readonly arrivalTime: string | null;
}

type TermsInput = Pick<
  BookingCreateInput,
  'price' | 'payment' | 'holdUntil' | 'sendConfirmation' | 'sourceLabel' | 'note' | 'arrivalTime' | 'guest'
>;

/** Hold of an unpaid booking, in milliseconds, unless its author chose another one. */
const DEFAULT_HOLD_MS = 24 * 3_600_000;

/** Reads the terms of an entry; `isHost` decides what omitted fields mean. */
export function termsOf(input: TermsInput, isHost: boolean): EntryTerms {
  const { payment, holdUntil, sendConfirmation, guest } = input;
  return {
    priced: input.price ? agreedPrice(input.price) : null,
    payment: payment ?? (isHost ? 'unpaid' : 'paid'),
    holdUntil: holdUntil ?? null,
    mailsGuest: sendConfirmation ?? (isHost && Boolean(guest.email?.trim())),
    sourceLabel: input.sourceLabel?.trim() || null,
    note: input.note?.trim() || null,
    arrivalTime: input.arrivalTime ?? null,
  };
}

function agreedPrice({ mode, amount, nightly, reason: text }: BookingPriceInput): AgreedEntryPrice | null {
  const reason = text?.trim() || null;
  if (mode === 'calculated') return null;
  return mode === 'total'
    ? { price: { total: amount ?? 0 }, mode, reason }
    : { price: { nightly: nightly ?? [] }, mode, reason };
}

/** Returns an entry's line for catalog, with its agreed price. */
export const pricedLine = (stay: EnteredStay, priced: AgreedEntryPrice | null): AskedLine =>
  priced === null ? lineOf(stay) : { ...lineOf(stay), price: priced.price };

/** Returns what's wrong with the terms of an entry, without reading stored data. */
export function termsFaults(
  input: TermsInput & Pick<BookingCreateInput, 'checkIn' | 'checkOut'>,
): EntryError[] {
  const { price, payment, holdUntil, sendConfirmation, guest } = input;
  const hasEmail = Boolean(guest.email?.trim());
  return [
    ...(price ? priceFaults(price, nightsBetween(input.checkIn, input.checkOut)) : []),
    ...textFaults('sourceLabel', input.sourceLabel, MAX_SOURCE_LABEL),
    ...textFaults('note', input.note, MAX_BOOKING_NOTE),
    ...(payment === 'link' && !hasEmail
      ? [invalid('guest.email', "Enter the guest's email address: the link for paying is sent there.")]
      : []),
    ...(payment !== 'link' && sendConfirmation && !hasEmail
      ? [invalid('guest.email', "Enter the guest's email address, or don't send a confirmation.")]
      : []),
    ...(payment === 'paid' && holdUntil != null
      ? [invalid('holdUntil', "A paid booking isn't held. Omit `holdUntil`.")]
      : []),
  ];
}

function priceFaults({ mode, amount, nightly, reason }: BookingPriceInput, nights: number): EntryError[] {
  const faults = textFaults('price.reason', reason, MAX_PRICE_REASON);
  if (mode !== 'total' && amount != null)
    faults.push(invalid('price.amount', 'Only a price with the mode `total` has an amount.'));
  if (mode !== 'nightly' && nightly != null)
    faults.push(invalid('price.nightly', 'Only a price with the mode `nightly` has nightly prices.'));
  if (mode === 'total' && !isAgreeable(amount))
    faults.push(invalid('price.amount', `Enter the total: 0 to ${MAX_AGREED_PRICE} minor units.`));
  if (mode === 'nightly' && !(nightly?.length === nights && nightly.every(isAgreeable))) {
    const message = `Enter a price for each of the ${nights} nights: 0 to ${MAX_AGREED_PRICE} minor units.`;
    faults.push(invalid('price.nightly', message));
  }
  return faults;
}

const isAgreeable = (amount: Maybe<number> | undefined): boolean =>
  amount != null && amount >= 0 && amount <= MAX_AGREED_PRICE;

function textFaults(field: string, text: Maybe<string> | undefined, most: number): EntryError[] {
  if (text == null) return [];
  if (hasCardNumber(text)) return [entryError('CARD_DATA', field, CARD_REFUSAL)];
  return text.length > most ? [invalid(field, `\`${field}\` can have at most ${most} characters.`)] : [];
}

/** The end of the check-in day in a property's time zone: the latest end of a hold. */
export function endOfCheckInDay(checkIn: string, timeZone: string): Date {
  const next = Temporal.PlainDate.from(checkIn).add({ days: 1 }).toZonedDateTime(usableZone(timeZone));
  return new Date(next.epochMilliseconds);
}

/** Returns the end of an unpaid booking's hold, or what's wrong with the given one. */
export function holdEnd(
  { holdUntil }: Pick<EntryTerms, 'holdUntil'>,
  { checkIn, timeZone }: { readonly checkIn: string; readonly timeZone: string },
  now: Date,
): Date | EntryError {
  const last = endOfCheckInDay(checkIn, timeZone);
  if (holdUntil === null) return new Date(Math.min(now.getTime() + DEFAULT_HOLD_MS, last.getTime()));
  if (holdUntil <= now) return invalid('holdUntil', 'Choose a time in the future.');
  if (holdUntil > last) {
    return invalid('holdUntil', 'An unpaid booking can be held until the end of the check-in day at most.');
  }
  return holdUntil;
}

/** Returns the error for an agreed total below the stay's fees and taxes; null if the quote has that total. */
export function totalError(
  priced: AgreedEntryPrice | null,
  quote: Pick<Quote, 'total' | 'currency'>,
): EntryError | null {
  if (priced === null || !('total' in priced.price) || priced.price.total === quote.total) return null;
  const least = formatMoney(quote.total, quote.currency);
  return invalid(
    'price.amount',
    `Fees and taxes alone are ${least}. Enter at least that, or agree on nightly prices.`,
  );
}

const invalid = (path: string, message: string) => entryError('INVALID', path, message);
