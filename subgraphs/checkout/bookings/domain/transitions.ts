import type { BookingEvent } from '#schema/events.ts';
import type { BookingStatus } from './statuses.ts';

/** A booking transition: source statuses, target status (null keeps the status), and published event. */
export interface Transition {
  readonly from: readonly BookingStatus[];
  readonly to: BookingStatus | null;
  readonly event: `booking.${'confirmed' | 'updated' | 'cancelled' | 'expired' | 'checked_in' | 'checked_out' | 'no_show'}`;
  /** Cause in `booking.updated`, if the change results from something else. */
  readonly cause?: BookingEvent['cause'];
}

/**
 * A booking's lifecycle (docs/interface/bookings.md#events). Only a channel can move a booking out of
 * `cancelled`. A transition that keeps the status records a day or a payment.
 */
export const TRANSITIONS = {
  /** Paid, or confirmed by the host. */
  confirm: { from: ['held'], to: 'confirmed', event: 'booking.confirmed' },
  /** Paid after its release, with its nights still free. */
  confirmLate: { from: ['released'], to: 'confirmed', event: 'booking.confirmed' },
  /** Sold again by its channel. */
  reinstate: { from: ['cancelled'], to: 'confirmed', event: 'booking.confirmed' },
  /** Some or all of the balance was paid. */
  payBalance: { from: ['confirmed'], to: null, event: 'booking.updated', cause: 'balance_paid' },
  /** Part of the amount due was paid, or a payment was voided. */
  payPart: { from: ['held', 'confirmed'], to: null, event: 'booking.updated' },
  /** Its expected arrival time changed. */
  expectArrival: { from: ['held', 'confirmed'], to: null, event: 'booking.updated' },
  /** Its charges changed. */
  recharge: { from: ['held', 'confirmed'], to: null, event: 'booking.updated' },
  cancel: { from: ['held', 'confirmed'], to: 'cancelled', event: 'booking.cancelled' },
  /** Not paid in time. */
  expire: { from: ['held'], to: 'released', event: 'booking.expired' },
  checkIn: { from: ['confirmed'], to: null, event: 'booking.checked_in' },
  checkOut: { from: ['confirmed'], to: null, event: 'booking.checked_out' },
  noShow: { from: ['confirmed'], to: null, event: 'booking.no_show' },
  /** The desk corrected the stay. */
  correctStay: { from: ['confirmed'], to: null, event: 'booking.updated' },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;
