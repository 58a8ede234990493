import type { BookingPaymentStatus, BookingStatus } from '../generated.ts';

const PAYMENT_STATUS = {
  held: 'awaiting_payment',
  confirmed: 'paid',
  released: 'released',
  cancelled: 'released',
} as const satisfies Record<BookingStatus, BookingPaymentStatus>;

/** What a guest or agent reads about the money of a booking. */
export const paymentStatusOf = (status: BookingStatus): BookingPaymentStatus => PAYMENT_STATUS[status];
