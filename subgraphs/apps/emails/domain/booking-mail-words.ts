import type { Language } from '#kit/language.ts';
import type { BookingMail, BookingMailTemplate } from './booking-mail.ts';

/** Booking fields used in an email's sentences. `until` is already formatted. */
export type Named = Pick<BookingMail, 'reference' | 'property' | 'storefront' | 'requested'> & {
  readonly until: string;
};

interface Sentences {
  readonly subject: (named: Named) => string;
  readonly lead: (named: Named) => string;
  /** Button label. */
  readonly action: string;
  readonly after?: string;
}

/** All texts for booking and request emails in one language. */
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
      | 'total'
      | 'paid'
      | 'dueNow'
      | 'balance'
      | 'nearest',
      string
    >
  >;
  readonly dueBy: (amount: string, day: string) => string;
  readonly atProperty: (amount: string) => string;
  readonly from: (time: string) => string;
  readonly by: (time: string) => string;
  readonly questions: (storefront: string, reached: string) => string;
  readonly mails: Readonly<Record<BookingMailTemplate, Sentences>>;
}

const EN: BookingMailWords = {
  hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'This is a test booking: no money is charged, and no guest is expected.',
  },
  facts: {
    reference: 'Reference',
    property: 'Property',
    stay: 'Stay',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    party: 'Guests',
    guest: 'Guest',
    total: 'Total',
    paid: 'Paid',
    dueNow: 'Due now',
    balance: 'Still to pay',
    nearest: 'Nearest available dates',
  },
  dueBy: (amount, day) => `${amount} by ${day}`,
  atProperty: (amount) => `${amount} at the property`,
  from: (time) => `from ${time}`,
  by: (time) => `by ${time}`,
  questions: (storefront, reached) => `Questions? Ask ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Pay to keep your stay at ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Your request was accepted. ' : ''}Your stay at ${property} is held for you until ${until}. Pay by then to confirm it; after that, the nights will be released.`,
      action: 'Pay now',
      after: "If you didn't book this, ignore this email: the nights will be released unless someone pays.",
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Confirm your stay at ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Your request was accepted. ' : ''}Your stay at ${property} is held for you until ${until}. Confirm it by then; you pay at the property. After that, the nights will be released.`,
      action: 'Confirm now',
      after:
        "If you didn't book this, ignore this email: the nights will be released unless someone confirms them.",
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Your stay at ${property} is paid (${reference})`,
      lead: ({ property }) =>
        `We've received the rest of your payment. Your stay at ${property} is paid and confirmed.`,
      action: 'See your booking',
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
        `We didn't receive your payment in time, so the nights at ${property} are no longer held for you. If they're still available, you can book them again.`,
      action: 'See your booking',
    },
    'host-new': {
      subject: ({ reference, property }) => `New booking at ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} has a new booking.`
          : `${storefront} has a new booking. It isn't paid yet: the nights are held until ${until} and then released.`,
      action: 'Open the booking',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Booking confirmed at ${property}: ${reference}`,
      lead: () => 'The booking is confirmed.',
      action: 'Open the booking',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Balance paid at ${property}: ${reference}`,
      lead: () => 'The balance of the booking was paid.',
      action: 'Open the booking',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Booking cancelled at ${property}: ${reference}`,
      lead: () => 'The booking was cancelled. Its nights are available again.',
      action: 'Open the booking',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Confirm your request for ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `You asked to stay at ${property}. Confirm that this address is yours to send your request to ${storefront}. Nothing is booked yet.`,
      action: 'Confirm request',
      after:
        "The link works for 30 minutes. If you didn't request this, ignore this email: nothing happens unless the link is used.",
    },
    'request-declined': {
      subject: ({ reference, property }) => `Your request for ${property} was declined (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} can't accept your request for ${property}. Nothing was booked.`,
      action: 'See your request',
    },
    'request-expired': {
      subject: ({ reference, property }) => `Your request for ${property} was not answered (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} didn't answer your request for ${property} in time. Nothing was booked, and no nights are held for you.`,
      action: 'See your request',
    },
    'request-failed': {
      subject: ({ reference, property }) =>
        `The nights at ${property} are no longer available (${reference})`,
      lead: ({ property }) =>
        `The nights you requested at ${property} were booked by someone else before your request was accepted. Nothing was booked for you.`,
      action: 'See your request',
    },
    'host-request': {
      subject: ({ reference, property }) => `Request for ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `A guest of ${storefront} would like to book. Answer by ${until}; after that, the request expires.`,
      action: 'Answer the request',
    },
  },
};

const DE: BookingMailWords = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'Dies ist eine Testbuchung: Es wird nichts berechnet, und es wird kein Gast erwartet.',
  },
  facts: {
    reference: 'Buchungsnummer',
    property: 'Unterkunft',
    stay: 'Aufenthalt',
    checkIn: 'Anreise',
    checkOut: 'Abreise',
    party: 'Gäste',
    guest: 'Gast',
    total: 'Gesamtpreis',
    paid: 'Bezahlt',
    dueNow: 'Jetzt fällig',
    balance: 'Noch zu zahlen',
    nearest: 'Nächste freie Termine',
  },
  dueBy: (amount, day) => `${amount} bis ${day}`,
  atProperty: (amount) => `${amount} vor Ort`,
  from: (time) => `ab ${time} Uhr`,
  by: (time) => `bis ${time} Uhr`,
  questions: (storefront, reached) => `Fragen? Wenden Sie sich an ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Bitte bezahlen: Ihr Aufenthalt in ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Ihre Anfrage wurde angenommen. ' : ''}Ihr Aufenthalt in ${property} ist bis ${until} für Sie reserviert. Bezahlen Sie bis dahin, um ihn zu bestätigen; danach werden die Nächte wieder freigegeben.`,
      action: 'Jetzt bezahlen',
      after:
        'Wenn Sie nichts gebucht haben, ignorieren Sie diese E-Mail: Ohne Zahlung werden die Nächte wieder freigegeben.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Bitte bestätigen: Ihr Aufenthalt in ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Ihre Anfrage wurde angenommen. ' : ''}Ihr Aufenthalt in ${property} ist bis ${until} für Sie reserviert. Bestätigen Sie ihn bis dahin; Sie bezahlen vor Ort. Danach werden die Nächte wieder freigegeben.`,
      action: 'Jetzt bestätigen',
      after:
        'Wenn Sie nichts gebucht haben, ignorieren Sie diese E-Mail: Ohne Bestätigung werden die Nächte wieder freigegeben.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} ist bezahlt (${reference})`,
      lead: ({ property }) =>
        `Der Rest Ihrer Zahlung ist eingegangen. Ihr Aufenthalt in ${property} ist bezahlt und bestätigt.`,
      action: 'Buchung ansehen',
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
      subject: ({ reference, property }) => `Ihre Buchung in ${property} ist verfallen (${reference})`,
      lead: ({ property }) =>
        `Ihre Zahlung ist nicht rechtzeitig eingegangen. Die Nächte in ${property} sind deshalb nicht mehr für Sie reserviert. Falls sie noch frei sind, können Sie sie erneut buchen.`,
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
    'host-confirmed': {
      subject: ({ reference, property }) => `Buchung bestätigt in ${property}: ${reference}`,
      lead: () => 'Die Buchung ist bestätigt.',
      action: 'Buchung öffnen',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Restbetrag bezahlt in ${property}: ${reference}`,
      lead: () => 'Der Restbetrag der Buchung ist bezahlt.',
      action: 'Buchung öffnen',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Buchung storniert in ${property}: ${reference}`,
      lead: () => 'Die Buchung wurde storniert. Ihre Nächte sind wieder frei.',
      action: 'Buchung öffnen',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Bitte bestätigen: Ihre Anfrage für ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `Sie möchten in ${property} übernachten. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit ${storefront} Ihre Anfrage erhält. Es ist noch nichts gebucht.`,
      action: 'Anfrage bestätigen',
      after:
        'Der Link ist 30 Minuten gültig. Wenn Sie nichts angefragt haben, ignorieren Sie diese E-Mail: Solange niemand den Link verwendet, passiert nichts.',
    },
    'request-declined': {
      subject: ({ reference, property }) => `Ihre Anfrage für ${property} wurde abgelehnt (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} kann Ihre Anfrage für ${property} nicht annehmen. Es wurde nichts gebucht.`,
      action: 'Anfrage ansehen',
    },
    'request-expired': {
      subject: ({ reference, property }) => `Ihre Anfrage für ${property} blieb unbeantwortet (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} hat Ihre Anfrage für ${property} nicht rechtzeitig beantwortet. Es wurde nichts gebucht, und es ist nichts für Sie reserviert.`,
      action: 'Anfrage ansehen',
    },
    'request-failed': {
      subject: ({ reference, property }) => `Die Nächte in ${property} sind nicht mehr frei (${reference})`,
      lead: ({ property }) =>
        `Die angefragten Nächte in ${property} wurden anderweitig gebucht, bevor Ihre Anfrage angenommen wurde. Für Sie wurde nichts gebucht.`,
      action: 'Anfrage ansehen',
    },
    'host-request': {
      subject: ({ reference, property }) => `Anfrage für ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `Ein Gast von ${storefront} möchte buchen. Antworten Sie bis ${until}; danach verfällt die Anfrage.`,
      action: 'Anfrage beantworten',
    },
  },
};

export const BOOKING_MAIL_WORDS: Readonly<Record<Language, BookingMailWords>> = { en: EN, de: DE };
