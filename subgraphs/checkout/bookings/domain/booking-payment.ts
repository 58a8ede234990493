import { dateIn, isOver, usableZone } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import { owed } from '../../folio/domain/folio-sums.ts';
import type { Booking, Quote } from '../../store/entities.ts';
import type { PaymentMode } from './statuses.ts';

/** A booking's stored payment terms. */
export type AgreedPayment = Pick<Booking, 'paymentMode' | 'dueNow' | 'balanceDueOn'>;

/** Fields that determine a booking's amounts. */
export type PayableBooking = AgreedPayment &
  Pick<Booking, 'status' | 'total' | 'paid' | 'checkIn' | 'timeZone'> &
  Partial<Pick<Booking, 'charged'>>;

/** Fields that determine what the guest pays next. */
type Owing = Pick<Booking, 'total' | 'paid' | 'dueNow'> & Partial<Pick<Booking, 'charged'>>;

type Payable = Pick<Quote, 'total'> & Partial<Pick<Quote, 'payment'>>;

/** Returns a quote's payment terms as shown. Quotes from before deposits existed are due in full. */
export const quotedPayment = ({ total, payment }: Payable): Quote['payment'] =>
  payment ?? { mode: 'now', dueNow: total, balanceDueOn: null };

/** A total of zero needs no payment, so it's confirmed immediately (docs/interface/checkout.md#completing). */
export const isFree = ({ total }: Pick<Quote, 'total'>): boolean => total === 0;

/**
 * Returns payment terms for booking a quote at a given time: the terms shown, unless the balance is already
 * due; then the full total is due now. A balance due on the check-in day isn't late on that day, because the
 * guest pays it at the property. See docs/interface/catalog.md#payment-of-a-stay.
 */
export function agreedPayment(
  quote: Payable & Partial<Pick<Quote, 'checkIn' | 'timeZone'>>,
  at: Date,
): AgreedPayment {
  const { mode: paymentMode, dueNow, balanceDueOn } = quotedPayment(quote);
  const isDue = balanceDueOn !== null && balanceDueOn <= dateIn(quote.timeZone ?? 'UTC', at).toString();
  if (paymentMode === 'deposit' && isDue && balanceDueOn !== quote.checkIn) return paidAtOnce(quote);
  return { paymentMode, dueNow, balanceDueOn };
}

const paidAtOnce = ({ total }: Pick<Quote, 'total'>): AgreedPayment => ({
  paymentMode: 'now',
  dueNow: total,
  balanceDueOn: null,
});

/** Payment terms for a booking agreed elsewhere: its guest pays there. */
export const paidElsewhere = (quote: Pick<Quote, 'total'>): AgreedPayment & Pick<Booking, 'paid'> => ({
  ...paidAtOnce(quote),
  paid: quote.total,
});

/**
 * Returns the amount paid elsewhere after a price change: if it covered the price, it follows the price. It
 * doesn't if the host voided that payment. Payments itemized in the folio aren't part of it.
 */
export const elsewhereAfter = (elsewhere: Minor, total: Minor, newTotal: Minor): Minor =>
  elsewhere >= total ? elsewhere + newTotal - total : elsewhere;

/**
 * Returns the amount due now after a stay changed. A booking confirmed by a payment has no further amount due
 * now; the rest is its balance.
 */
export const dueAfter = (
  { status, paid }: Pick<Booking, 'status' | 'paid'>,
  { dueNow }: AgreedPayment,
): Minor => (status === 'confirmed' && paid > 0 ? Math.min(dueNow, paid) : dueNow);

const isOpen = ({ status }: Pick<Booking, 'status'>): boolean => status === 'held' || status === 'confirmed';

/**
 * Part of what the guest owes that must be paid to confirm the booking; 0 if everything is due at the
 * property.
 */
const confirmingAmount = (booking: Owing): Minor => Math.min(booking.dueNow, owed(booking));

/**
 * Returns the next amount to request from the guest: the amount that confirms the booking, then the rest of
 * the folio's charges. No amount is requested twice, and nothing is due for an ended booking. Booking events
 * carry the same value (`store/bookings.ts`).
 */
export function amountDue(booking: Owing & Pick<Booking, 'status'>): Minor {
  return isOpen(booking) ? nextPayment(booking) : 0;
}

/** Returns the next payment for an active booking. */
export function nextPayment(booking: Owing): Minor {
  const first = confirmingAmount(booking);
  return Math.max(0, (booking.paid < first ? first : owed(booking)) - booking.paid);
}

/**
 * True if a held booking's payments cover the amount that confirms it, or all charges if everything is due at
 * the property.
 */
export const isCovered = (booking: Owing): boolean =>
  booking.paid >= (booking.dueNow > 0 ? confirmingAmount(booking) : owed(booking));

/**
 * Compares a payment with a booking: `covers` if it's at least the amount that confirms the booking (for
 * payment at the property, a promise for the total), `paysBalance` if it was for the balance and no other
 * payment has changed it since.
 */
export function weighMoney(
  booking: Owing & Pick<Booking, 'currency'>,
  money: { readonly amount: number; readonly currency: string; readonly paidBefore: number | null },
): { readonly covers: boolean; readonly paysBalance: boolean } {
  const isCurrency = money.currency === booking.currency;
  return {
    covers: isCurrency && isCovered({ ...booking, paid: booking.paid + money.amount }),
    paysBalance: isCurrency && money.paidBefore === booking.paid && booking.paid < owed(booking),
  };
}

/** Amounts paid, due now and due later; `BookingPayment` in the SDL. */
export interface PaymentView {
  readonly mode: PaymentMode;
  readonly paid: Minor;
  readonly dueNow: Minor;
  readonly balance: Minor;
  readonly balanceDueOn: Temporal.PlainDate | null;
  readonly isOverdue: boolean;
}

/** Returns a booking's amounts at a given time. */
export function viewPayment(booking: PayableBooking, now: Date): PaymentView {
  const { paymentMode: mode, status, paid, checkIn, timeZone } = booking;
  const dueNow = status === 'held' ? Math.max(0, confirmingAmount(booking) - paid) : 0;
  const balance = isOpen(booking) ? Math.max(0, owed(booking) - paid - dueNow) : 0;
  const dueOn = balance > 0 ? (booking.balanceDueOn ?? checkIn) : null;
  return {
    mode,
    paid,
    dueNow,
    balance,
    balanceDueOn: dueOn === null ? null : Temporal.PlainDate.from(dueOn),
    isOverdue: status === 'confirmed' && dueOn !== null && isOver(dueOn, timeZone, now),
  };
}

/**
 * Returns the deadline for paying on the booking's page: the hold's end or, once partly paid, the end of the
 * check-out day. Null if there is no amount due, or it's due at the property.
 */
export function payableUntil(
  booking: PayableBooking & Pick<Booking, 'holdExpiresAt' | 'checkOut'>,
): Date | null {
  const { status, paid, holdExpiresAt, checkOut, timeZone } = booking;
  if (status === 'held') return holdExpiresAt;
  if (status !== 'confirmed' || paid === 0 || amountDue(booking) === 0) return null;
  const end = Temporal.PlainDate.from(checkOut).add({ days: 1 }).toZonedDateTime(usableZone(timeZone));
  return new Date(end.epochMilliseconds);
}
