import type { BookingMailWords } from './booking-mail-words.ts';

export const EN: BookingMailWords = {
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
    before: 'Total before the change',
    booked: 'Booked dates',
    requested: 'Total if accepted',
    difference: 'Difference',
    dropped: 'Cancelled nights',
    cancelled: 'Cancelled',
    lostUnits: 'Units to assign again',
    total: 'Total',
    paid: 'Paid',
    dueNow: 'Due now',
    balance: 'Still to pay',
    freeUntil: 'Free cancellation until',
    fee: 'Cancellation fee',
    refund: 'Refund',
    nearest: 'Nearest available dates',
  },
  dueBy: (amount, day) => `${amount} by ${day}`,
  atProperty: (amount) => `${amount} at the property`,
  message: (storefront, message) => `Message from ${storefront}: ${message}`,
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
    'guest-changed': {
      subject: ({ reference, property }) => `Your stay at ${property} was changed (${reference})`,
      lead: ({ property }) => `Your stay at ${property} was changed as you asked.`,
      action: 'See your booking',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `Your change request for ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `You asked to change your stay at ${property}. ${storefront} has until ${until} to answer. Until then, your booking stays as it is, and the new nights aren't held for you.`,
      action: 'See your booking',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) => `Your change at ${property} was declined (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} can't change your stay at ${property} as you asked. Your booking stays as it is, at the same price.`,
      action: 'See your booking',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) => `Your change at ${property} wasn't answered (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} didn't answer your change request in time. Your booking at ${property} stays as it is, at the same price.`,
      action: 'See your booking',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Change requested at ${property}: ${reference}`,
      lead: ({ until }) =>
        `The guest would like to change the stay. Answer by ${until}; after that, the request expires and the booking stays as it is.`,
      action: 'Answer the request',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Your stay at ${property} is confirmed (${reference})`,
      lead: ({ property }) => `Your stay at ${property} is confirmed.`,
      action: 'See your booking',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Your stay at ${property} was cancelled (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `Your booking at ${property} is cancelled, as you asked.`
          : `${storefront} cancelled your booking at ${property}.`,
      action: 'See your booking',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Your stay at ${property} was released (${reference})`,
      lead: ({ property }) =>
        `We didn't receive your payment in time, so the nights at ${property} are no longer held for you. If they're still available, you can book them again.`,
      action: 'See your booking',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) => `Your payment for ${property} couldn't be used (${reference})`,
      lead: ({ property }) =>
        `We received a payment that couldn't be used for your booking at ${property}, so you're owed it back. We'll email you once it has been refunded.`,
      action: 'See your booking',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Your refund for ${property} (${reference})`,
      lead: ({ property }) =>
        `You've been refunded for your booking at ${property}. It can take a few days until the money is in your account.`,
      action: 'See your booking',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) => `Your refund for ${property} failed (${reference})`,
      lead: ({ property }) =>
        `We emailed you that you'd been refunded for your booking at ${property}. The refund has failed since, for example because the card or account is closed. You're still owed the money, and the host has been asked to pay it back another way.`,
      action: 'See your booking',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Refund failed at ${property}: ${reference}`,
      lead: () =>
        "A refund that the payment app had made has failed, for example because the guest's card or account is closed. The money is due to the guest again: agree with them how to pay it back, and record it in the booking's folio.",
      action: 'Open the booking',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Payment to return at ${property}: ${reference}`,
      lead: () =>
        "A payment couldn't be used for this booking, because the booking was already paid, released or cancelled, or its price had changed. It goes back to the guest: the booking's folio shows whether the payment app refunds it or you have to.",
      action: 'Open the booking',
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
    'host-changed': {
      subject: ({ reference, property }) => `Stay changed at ${property}: ${reference}`,
      lead: () => "The guest changed the stay on the booking's page.",
      action: 'Open the booking',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Booking cancelled at ${property}: ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'The guest cancelled the booking. Its nights are available again.'
          : 'The booking was cancelled. Its nights are available again.',
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
