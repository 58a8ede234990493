import type { BookingPaymentStatus, BookingPayOutcome, BookingStatus } from '../generated.ts';

const PAYMENT_STATUS = {
  held: 'awaiting_payment',
  confirmed: 'paid',
  released: 'released',
  cancelled: 'released',
} as const satisfies Record<BookingStatus, BookingPaymentStatus>;

/** What a guest or agent reads about the money of a booking. */
export const paymentStatusOf = (status: BookingStatus): BookingPaymentStatus => PAYMENT_STATUS[status];

/**
 * What money means to a booking in this status; null where its nights must be taken again first. `nightsTaken` says whether
 * that worked. See docs/interface/payments.md#resolving.
 */
export function payOutcome(status: BookingStatus, nightsTaken: boolean | null): BookingPayOutcome | null {
  switch (status) {
    case 'held':
      return 'confirmed';
    case 'confirmed':
      return 'already_paid';
    case 'cancelled':
      return 'booking_cancelled';
    case 'released':
      return nightsTaken === null ? null : nightsTaken ? 'confirmed' : 'booking_released';
  }
}
