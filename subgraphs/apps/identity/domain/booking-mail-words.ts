import type { BookingMail, BookingMailTemplate } from './booking-mail.ts';
import type { MailLanguage } from './mail-language.ts';

/** What a mail's sentences name. `until` is printed already. */
export type Named = Pick<BookingMail, 'reference' | 'property' | 'storefront' | 'requested'> & {
  readonly until: string;
};

interface Sentences {
  readonly subject: (named: Named) => string;
  readonly lead: (named: Named) => string;
  /** Label of the button. */
  readonly action: string;
  readonly after?: string;
}

/** Everything that mails about bookings are made of in one language. */
export interface BookingMailWords {
  readonly hello: (name: string | null) => string;
  readonly test: { readonly subject: string; readonly notice: string };
  readonly adults: (count: number) => string;
  readonly children: (count: number) => string;
  readonly facts: Readonly<
    Record<'reference' | 'property' | 'stay' | 'checkIn' | 'checkOut' | 'party' | 'guest' | 'total', string>
  >;
  readonly from: (time: string) => string;
  readonly by: (time: string) => string;
  readonly questions: (storefront: string, reached: string) => string;
  readonly mails: Readonly<Record<BookingMailTemplate, Sentences>>;
}

const EN: BookingMailWords = {
  hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  test: { subject: '[Test] ', notice: 'This is a test booking: no money moves, and no guest is expected.' },
  adults: (count) => (count === 1 ? '1 adult' : `${count} adults`),
  children: (count) => (count === 1 ? '1 child' : `${count} children`),
  facts: {
    reference: 'Reference',
    property: 'Property',
    stay: 'Stay',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    party: 'Guests',
    guest: 'Guest',
    total: 'Total',
  },
  from: (time) => `from ${time}`,
  by: (time) => `by ${time}`,
  questions: (storefront, reached) => `Questions? Ask ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Pay to keep your stay at ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Your request was accepted. ' : ''}Your stay at ${property} is held for you until ${until}. Pay before then to confirm it; after that, the nights are released.`,
      action: 'Pay now',
      after: 'If you did not book this, ignore this mail: the nights are released unless someone pays.',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Your stay at ${property} is confirmed (${reference})`,
      lead: ({ property }) => `Your stay at ${property} is confirmed.`,
      action: 'See your booking',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Your stay at ${property} was cancelled (${reference})`,
      lead: ({ property, storefront }) => `${storefront} cancelled your booking at ${property}.`,
      action: 'See your booking',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Your stay at ${property} was released (${reference})`,
      lead: ({ property }) =>
        `No payment arrived in time, so the nights at ${property} are no longer held for you. If they are still free, you can book them again.`,
      action: 'See your booking',
    },
    'host-new': {
      subject: ({ reference, property }) => `New booking at ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} has a new booking.`
          : `${storefront} has a new booking. It is not paid yet: the nights are held until ${until}, then released.`,
      action: 'Open the booking',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Booking confirmed at ${property}: ${reference}`,
      lead: () => 'The booking is confirmed.',
      action: 'Open the booking',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Booking cancelled at ${property}: ${reference}`,
      lead: () => 'The booking was cancelled; its nights are free again.',
      action: 'Open the booking',
    },
  },
};

const DE: BookingMailWords = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'Dies ist eine Testbuchung: Es fließt kein Geld, und niemand wird erwartet.',
  },
  adults: (count) => (count === 1 ? '1 Erwachsener' : `${count} Erwachsene`),
  children: (count) => (count === 1 ? '1 Kind' : `${count} Kinder`),
  facts: {
    reference: 'Buchungsnummer',
    property: 'Unterkunft',
    stay: 'Aufenthalt',
    checkIn: 'Anreise',
    checkOut: 'Abreise',
    party: 'Gäste',
    guest: 'Gast',
    total: 'Gesamtpreis',
  },
  from: (time) => `ab ${time} Uhr`,
  by: (time) => `bis ${time} Uhr`,
  questions: (storefront, reached) => `Fragen? Wenden Sie sich an ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Bitte bezahlen: Ihr Aufenthalt in ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Ihre Anfrage wurde angenommen. ' : ''}Ihr Aufenthalt in ${property} ist bis ${until} für Sie reserviert. Mit der Zahlung ist er bestätigt; danach werden die Nächte wieder freigegeben.`,
      action: 'Jetzt bezahlen',
      after:
        'Wenn Sie nichts gebucht haben, ignorieren Sie diese E-Mail: Ohne Zahlung werden die Nächte wieder freigegeben.',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} ist bestätigt (${reference})`,
      lead: ({ property }) => `Ihr Aufenthalt in ${property} ist bestätigt.`,
      action: 'Buchung ansehen',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} wurde storniert (${reference})`,
      lead: ({ property, storefront }) => `${storefront} hat Ihre Buchung in ${property} storniert.`,
      action: 'Buchung ansehen',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} wurde freigegeben (${reference})`,
      lead: ({ property }) =>
        `Die Zahlung ist nicht rechtzeitig eingegangen. Die Nächte in ${property} sind deshalb nicht mehr für Sie reserviert. Sind sie noch frei, können Sie sie erneut buchen.`,
      action: 'Buchung ansehen',
    },
    'host-new': {
      subject: ({ reference, property }) => `Neue Buchung in ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} hat eine neue Buchung.`
          : `${storefront} hat eine neue Buchung. Sie ist noch nicht bezahlt: Die Nächte sind bis ${until} reserviert und werden danach freigegeben.`,
      action: 'Buchung öffnen',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Buchung bestätigt in ${property}: ${reference}`,
      lead: () => 'Die Buchung ist bestätigt.',
      action: 'Buchung öffnen',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Buchung storniert in ${property}: ${reference}`,
      lead: () => 'Die Buchung wurde storniert; ihre Nächte sind wieder frei.',
      action: 'Buchung öffnen',
    },
  },
};

export const BOOKING_MAIL_WORDS: Readonly<Record<MailLanguage, BookingMailWords>> = { en: EN, de: DE };
