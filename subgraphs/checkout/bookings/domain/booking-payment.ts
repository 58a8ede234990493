import { dateIn, isOver, usableZone } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import type { Booking, Quote } from '../../store/entities.ts';
import type { PaymentMode } from './statuses.ts';

/** How a booking is to be paid, as it is kept. */
export type AgreedPayment = Pick<Booking, 'paymentMode' | 'dueNow' | 'balanceDueOn'>;

/** What the money of a booking depends on. */
export type PayableBooking = AgreedPayment &
  Pick<Booking, 'status' | 'total' | 'paid' | 'checkIn' | 'timeZone'>;

type Payable = Pick<Quote, 'total'> & Partial<Pick<Quote, 'payment'>>;

/** How a quote is paid, as it was shown. Quotes from before there were deposits are paid at once. */
export const quotedPayment = ({ total, payment }: Payable): Quote['payment'] =>
  payment ?? { mode: 'now', dueNow: total, balanceDueOn: null };

/** A total of zero needs no payment, so it's confirmed immediately (docs/interface/checkout.md#completing). */
export const isFree = ({ total }: Pick<Quote, 'total'>): boolean => total === 0;

/**
 * How what was quoted is paid where it is booked at an instant: as it was shown, unless the balance is due by then; then all of it at
 * once. What is left for the day of check-in is not late on that day: it is paid at the property.
 * See docs/interface/catalog.md#payment-of-a-stay.
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

/** How a booking is paid that was agreed elsewhere: its guest pays there. */
export const paidElsewhere = (quote: Pick<Quote, 'total'>): AgreedPayment & Pick<Booking, 'paid'> => ({
  ...paidAtOnce(quote),
  paid: quote.total,
});

/** What is due before anything else once a stay has changed: of a booking that money confirmed nothing more, what is left is its balance. */
export const dueAfter = (
  { status, paid }: Pick<Booking, 'status' | 'paid'>,
  { dueNow }: AgreedPayment,
): Minor => (status === 'confirmed' && paid > 0 ? Math.min(dueNow, paid) : dueNow);

const isOpen = ({ status }: Pick<Booking, 'status'>): boolean => status === 'held' || status === 'confirmed';

/**
 * What the guest is asked for next: what confirms the booking, then all that is left of the total. Nothing is asked twice, and nothing
 * of a booking that has ended. The events of bookings say the same (`store/bookings.ts`).
 */
export function amountDue(booking: Pick<Booking, 'status' | 'total' | 'paid' | 'dueNow'>): Minor {
  const { total, paid, dueNow } = booking;
  return isOpen(booking) ? Math.max(0, (paid < dueNow ? dueNow : total) - paid) : 0;
}

/**
 * What some money is to a booking: whether it covers what confirms it (of one that is paid at the property, a promise of the total),
 * and whether it was meant for the balance, which no other money has changed since.
 */
export function weighMoney(
  { total, dueNow, paid, currency }: Pick<Booking, 'total' | 'dueNow' | 'paid' | 'currency'>,
  money: { readonly amount: number; readonly currency: string; readonly paidBefore: number | null },
): { readonly covers: boolean; readonly paysBalance: boolean } {
  const isCurrency = money.currency === currency;
  return {
    covers: isCurrency && money.amount >= (dueNow > 0 ? dueNow : total),
    paysBalance: isCurrency && money.paidBefore === paid && paid < total,
  };
}

/** What of a booking is paid, due now and due later; `BookingPayment` of the SDL. */
export interface PaymentView {
  readonly mode: PaymentMode;
  readonly paid: Minor;
  readonly dueNow: Minor;
  readonly balance: Minor;
  readonly balanceDueOn: Temporal.PlainDate | null;
  readonly isOverdue: boolean;
}

/** The money of a booking at an instant. */
export function viewPayment(booking: PayableBooking, now: Date): PaymentView {
  const { paymentMode: mode, status, total, paid, checkIn, timeZone } = booking;
  const dueNow = status === 'held' ? booking.dueNow : 0;
  const balance = isOpen(booking) ? Math.max(0, total - paid - dueNow) : 0;
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
 * Until when the guest can pay on the booking's page: while it is held, then, where a part was paid already, until the day of
 * check-out is over. Null where nothing is due, or is due at the property.
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
