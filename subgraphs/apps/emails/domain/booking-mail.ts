import type { Language } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { ContainedTax, Issuer, ReceivedPayment } from '#kit/receipt.ts';

/** Templates for emails about a booking or booking request, by recipient. */
export type BookingMailTemplate =
  | 'guest-held'
  | 'guest-held-at-property'
  | 'guest-confirmed'
  | 'guest-paid'
  | 'guest-changed'
  | 'guest-change-requested'
  | 'guest-change-declined'
  | 'guest-change-expired'
  | 'guest-cancelled'
  | 'guest-released'
  | 'guest-payment-returned'
  | 'guest-refunded'
  | 'guest-refund-failed'
  | 'host-new'
  | 'host-confirmed'
  | 'host-paid'
  | 'host-changed'
  | 'host-change-requested'
  | 'host-cancelled'
  | 'host-payment-returned'
  | 'host-refund-failed'
  | 'request-verify'
  | 'request-declined'
  | 'request-expired'
  | 'request-failed'
  | 'host-request';

/** Fields shown in a booking email. Its link is stored separately. */
export interface BookingMail {
  readonly language: Language;
  /** Name for the greeting; null if it isn't suitable for one. */
  readonly name: string | null;
  /** Booking version that the email describes. */
  readonly version: number;
  readonly test: boolean;
  readonly storefront: string;
  readonly property: string;
  readonly reference: string;
  /** True if the host accepted a guest's request. */
  readonly requested: boolean;
  /** Guest's first and last name; only for hosts. */
  readonly guest: string | null;
  readonly lines: readonly { readonly title: string; readonly quantity: number }[];
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** `HH:MM`. */
  readonly arriveFrom: string | null;
  readonly leaveBy: string | null;
  readonly adults: number;
  readonly children: number;
  readonly currency: string;
  readonly total: Minor;
  /** Amounts paid, due now and due later; undefined in emails from before deposits existed. */
  readonly payment?: {
    readonly mode: 'now' | 'deposit' | 'at_property';
    readonly paid: Minor;
    readonly dueNow: Minor;
    readonly balance: Minor;
    /** Check-in date, `YYYY-MM-DD`. */
    readonly balanceDueOn: string | null;
  };
  /**
   * For a change by the guest: the cancelled unit type, if only one of several was cancelled, the total before the
   * change, the charge for dropped nights, and units the booking lost.
   */
  readonly change?: {
    readonly cancelled: string | null;
    readonly before: Minor;
    readonly dropped: Minor;
    /** Amount owed to the guest because they had paid more than the new total; undefined or 0 if nothing is. */
    readonly refund?: Minor;
    readonly lostUnits: readonly string[];
  };
  /** For a guest's request to change the stay: the booked dates, and what the change costs. */
  readonly request?: {
    readonly checkIn: string;
    readonly checkOut: string;
    readonly difference: Minor;
    readonly paid: Minor;
    /** The host's message to the guest. */
    readonly message: string | null;
  };
  /** For a cancellation: undefined for other emails, and in emails from before it was stored. */
  readonly cancellation?: {
    readonly byGuest: boolean;
    /** ISO 8601 timestamp until which cancelling was free; absent if it never was. */
    readonly freeUntil?: string;
    readonly paid: Minor;
    /** Charges that remain, with their taxes. */
    readonly fee: Minor;
    /** Part of the paid amount that goes back; null if the booking was sold without terms, so that the host decides. */
    readonly refund: Minor | null;
    readonly owed: Minor;
  };
  /** For an email to a guest about money received or paid back: the booking's receipt. */
  readonly receipt?: {
    readonly issuer: Issuer;
    readonly taxes: readonly ContainedTax[];
    readonly payments: readonly ReceivedPayment[];
  };
  /** For an email about a refund. */
  readonly refund?: { readonly amount: Minor };
  readonly timeZone: string;
  /** Release time for an unpaid booking; null if no payment is due. */
  readonly until: string | null;
  /** Bookable dates near the taken ones. */
  readonly nearest?: readonly { readonly checkIn: string; readonly checkOut: string }[];
  /** Contact details that guests can use to reach the host. */
  readonly contact: readonly string[];
}
