import type { Minor } from '#kit/money.ts';

/** A booking's part of a tax. */
export interface TaxedBooking {
  readonly bookingId: number;
  readonly reference: string;
  readonly amount: Minor;
}

/** A tax in a month, with all bookings behind it. */
export interface TaxRow {
  readonly tax: string;
  readonly percent: number | null;
  readonly month: string;
  readonly amount: Minor;
  readonly bookings: readonly TaxedBooking[];
}

/** A payment or refund. */
export interface MovedMoney {
  readonly bookingId: number;
  readonly bookingReference: string;
  readonly at: Date;
  /** Negative for a refund or a voided payment. */
  readonly amount: Minor;
  readonly reference: string | null;
}

/** A day's payments by one method, with all of them. */
export interface PaymentsRow {
  readonly day: string;
  readonly method: string;
  readonly currency: string;
  readonly amount: Minor;
  readonly paid: Minor;
  readonly refunded: Minor;
  readonly payments: readonly MovedMoney[];
}
