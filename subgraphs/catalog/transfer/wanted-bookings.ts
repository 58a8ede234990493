import type { Place, Unreadable } from './wanted.ts';

/** Statuses of reservations in a file. */
export const BOOKING_STATUSES = ['confirmed', 'held', 'canceled'] as const;

/** A reservation in a file; names and amounts are texts until its property is known. */
export interface WantedBooking extends Place {
  readonly externalId: string;
  /** Empty if the storefront has only one property. */
  readonly property: string;
  readonly unitType: string;
  /** Null for an automatic unit. */
  readonly unit: string | null;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly adults: number;
  readonly children: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: (typeof BOOKING_STATUSES)[number];
  readonly total: string;
  /** Null for 0. */
  readonly paid: string | null;
  /** Upper case; null for the property's currency. */
  readonly currency: string | null;
  readonly source: string | null;
  readonly note: string | null;
}

/** A line that repeats an earlier one. */
export interface RepeatedBooking extends Place {
  readonly externalId: string;
}

/** The reservations in a file, in the order in which they're imported: those that name a unit first. */
export interface WantedBookings {
  readonly bookings: readonly WantedBooking[];
  readonly repeated: readonly RepeatedBooking[];
  readonly unreadable: readonly Unreadable[];
}
