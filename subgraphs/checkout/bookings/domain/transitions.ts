import type { BookingEvent } from '#schema/events.ts';
import type { BookingStatus } from './statuses.ts';

/** What happens to a booking: from which statuses, to which one (null leaves it), and how others hear of it. */
export interface Transition {
  readonly from: readonly BookingStatus[];
  readonly to: BookingStatus | null;
  readonly event: `booking.${'confirmed' | 'updated' | 'cancelled' | 'expired' | 'checked_in' | 'checked_out'}`;
  /** What `booking.updated` was caused by, where something follows from it. */
  readonly cause?: BookingEvent['cause'];
}

/** The life of a booking (docs/interface/bookings.md#events). Only a channel leads out of `cancelled`; what leaves the status is a day. */
export const TRANSITIONS = {
  /** It was paid, or the host said so. */
  confirm: { from: ['held'], to: 'confirmed', event: 'booking.confirmed' },
  /** Its money came after it was released, and its nights were free. */
  confirmLate: { from: ['released'], to: 'confirmed', event: 'booking.confirmed' },
  /** Its channel sells it again. */
  reinstate: { from: ['cancelled'], to: 'confirmed', event: 'booking.confirmed' },
  /** More of it was paid. */
  payBalance: { from: ['confirmed'], to: null, event: 'booking.updated', cause: 'balance_paid' },
  cancel: { from: ['held', 'confirmed'], to: 'cancelled', event: 'booking.cancelled' },
  /** No one paid in time. */
  expire: { from: ['held'], to: 'released', event: 'booking.expired' },
  checkIn: { from: ['confirmed'], to: null, event: 'booking.checked_in' },
  checkOut: { from: ['confirmed'], to: null, event: 'booking.checked_out' },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;
