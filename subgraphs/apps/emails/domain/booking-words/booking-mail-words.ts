import type { BookingMail, BookingMailTemplate } from '../booking-mail.ts';

/** Booking fields used in an email's sentences. `until` is already formatted. */
export type Named = Pick<BookingMail, 'reference' | 'property' | 'storefront' | 'requested'> & {
  readonly until: string;
  /** True if the guest cancelled the booking. */
  readonly byGuest: boolean;
};

interface Sentences {
  readonly subject: (named: Named) => string;
  readonly lead: (named: Named) => string;
  /** Button label. */
  readonly action: string;
  readonly after?: string;
}

/** All text for booking and request emails in one language. */
export interface BookingMailWords {
  readonly hello: (name: string | null) => string;
  readonly test: { readonly subject: string; readonly notice: string };
  readonly facts: Readonly<
    Record<
      | 'reference'
      | 'property'
      | 'stay'
      | 'checkIn'
      | 'checkOut'
      | 'party'
      | 'guest'
      | 'before'
      | 'booked'
      | 'requested'
      | 'difference'
      | 'dropped'
      | 'cancelled'
      | 'lostUnits'
      | 'total'
      | 'paid'
      | 'dueNow'
      | 'balance'
      | 'freeUntil'
      | 'fee'
      | 'refund'
      | 'nearest',
      string
    >
  >;
  readonly dueBy: (amount: string, day: string) => string;
  readonly atProperty: (amount: string) => string;
  /** The host's message to the guest. */
  readonly message: (storefront: string, message: string) => string;
  readonly from: (time: string) => string;
  readonly by: (time: string) => string;
  readonly questions: (storefront: string, reached: string) => string;
  readonly mails: Readonly<Record<BookingMailTemplate, Sentences>>;
}
