import type { ChangeRequestEvent } from '#schema/events.ts';
import type { BookingMailTemplate } from './booking-mail.ts';

/**
 * Emails about a booking that a host can send again: each describes the booking's current state, or its latest request
 * for a change.
 */
export type BookingEmailKind =
  | 'held'
  | 'confirmed'
  | 'paid'
  | 'cancelled'
  | 'released'
  | 'change_requested'
  | 'change_declined'
  | 'change_expired';

/** Booking fields that decide which emails apply. */
export interface ResentBooking {
  readonly status: 'held' | 'confirmed' | 'released' | 'cancelled';
  readonly payment: { readonly paid: number; readonly balance: number };
  /** Status of the latest request to change it; null without one. */
  readonly request: ChangeRequestEvent['request']['status'] | null;
}

interface Resent {
  readonly template: BookingMailTemplate;
  readonly applies: (booking: ResentBooking) => boolean;
  /** Condition, for the refusal. */
  readonly when: string;
  /** True if it describes the latest request to change the booking. */
  readonly isAboutRequest?: true;
}

/** Templates and conditions by kind. */
export const RESENT: Readonly<Record<BookingEmailKind, Resent>> = {
  held: {
    template: 'guest-held',
    applies: ({ status }) => status === 'held',
    when: 'while a booking is held and unpaid',
  },
  confirmed: {
    template: 'guest-confirmed',
    applies: ({ status }) => status === 'confirmed',
    when: 'for a confirmed booking',
  },
  paid: {
    template: 'guest-paid',
    applies: ({ status, payment }) => status === 'confirmed' && payment.paid > 0 && payment.balance === 0,
    when: 'for a confirmed booking that is fully paid',
  },
  cancelled: {
    template: 'guest-cancelled',
    applies: ({ status }) => status === 'cancelled',
    when: 'for a cancelled booking',
  },
  released: {
    template: 'guest-released',
    applies: ({ status }) => status === 'released',
    when: 'for a booking that was released unpaid',
  },
  change_requested: {
    template: 'guest-change-requested',
    applies: ({ status, request }) => status === 'confirmed' && request === 'pending',
    when: 'while a request to change a booking waits for an answer',
    isAboutRequest: true,
  },
  change_declined: {
    template: 'guest-change-declined',
    applies: ({ status, request }) => status === 'confirmed' && request === 'declined',
    when: "if a confirmed booking's latest request for a change was declined",
    isAboutRequest: true,
  },
  change_expired: {
    template: 'guest-change-expired',
    applies: ({ status, request }) => status === 'confirmed' && request === 'expired',
    when: "if a confirmed booking's latest request for a change expired",
    isAboutRequest: true,
  },
};

/** A reference to checkout's booking. */
export interface BookingReference {
  readonly id: string | number;
  /** Sent by the gateway for fields that require it. */
  readonly teamId?: string;
}
