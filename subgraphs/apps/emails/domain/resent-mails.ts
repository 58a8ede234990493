import type { BookingMailTemplate } from './booking-mail.ts';

/** Emails about a booking that a host can send again: each describes the booking's current state. */
export type BookingEmailKind = 'held' | 'confirmed' | 'paid' | 'cancelled' | 'released';

/** Booking fields that decide which emails apply. */
export interface ResentBooking {
  readonly status: 'held' | 'confirmed' | 'released' | 'cancelled';
  readonly payment: { readonly paid: number; readonly balance: number };
}

interface Resent {
  readonly template: BookingMailTemplate;
  readonly applies: (booking: ResentBooking) => boolean;
  /** Condition, for the refusal. */
  readonly when: string;
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
};

/** A reference to checkout's booking. */
export interface BookingReference {
  readonly id: string | number;
  /** Sent by the gateway for fields that require it. */
  readonly teamId?: string;
}
