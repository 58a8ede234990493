import type { Language } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';

/** Mails about a booking or a request for one, by who gets them. */
export type BookingMailTemplate =
  | 'guest-held'
  | 'guest-held-at-property'
  | 'guest-confirmed'
  | 'guest-paid'
  | 'guest-cancelled'
  | 'guest-released'
  | 'host-new'
  | 'host-confirmed'
  | 'host-paid'
  | 'host-cancelled'
  | 'request-verify'
  | 'request-declined'
  | 'request-expired'
  | 'request-failed'
  | 'host-request';

/** What a mail about a booking shows. Its link is kept apart. */
export interface BookingMail {
  readonly language: Language;
  /** Whom it greets; null where the name is not one to greet by. */
  readonly name: string | null;
  /** The version of the booking that it is about. */
  readonly version: number;
  readonly test: boolean;
  readonly storefront: string;
  readonly property: string;
  readonly reference: string;
  /** Whether the host accepted a guest's request. */
  readonly requested: boolean;
  /** First and last name of the guest; for hosts alone. */
  readonly guest: string | null;
  readonly lines: readonly { readonly title: string; readonly quantity: number }[];
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** `HH:MM`. */
  readonly arriveFrom: string | null;
  readonly leaveBy: string | null;
  readonly adults: number;
  readonly children: number;
  readonly currency: string;
  readonly total: Minor;
  /** What of it is paid, due now and due later; left out in mails of before there were deposits. */
  readonly payment?: {
    readonly mode: 'now' | 'deposit' | 'at_property';
    readonly paid: Minor;
    readonly dueNow: Minor;
    readonly balance: Minor;
    /** `YYYY-MM-DD`. */
    readonly balanceDueOn: string | null;
  };
  readonly timeZone: string;
  /** When an unpaid booking is released; null where nothing is due. */
  readonly until: string | null;
  /** Bookable dates near those that were taken. */
  readonly nearest?: readonly { readonly checkIn: string; readonly checkOut: string }[];
  /** How guests reach the host. */
  readonly contact: readonly string[];
}
