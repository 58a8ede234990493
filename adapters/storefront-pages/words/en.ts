import { html } from 'hono/html';
import type { Forms } from '#kit/language.ts';
import type { Html } from '../../page/shell.ts';

/** What is shown already printed: an amount, or a time with its place. */
type Shown = string | Html;

export const EN = {
  guests: { one: 'guest', other: 'guests' } as Forms,
  nights: { one: 'night', other: 'nights' } as Forms,
  units: { one: 'unit', other: 'units' } as Forms,
  days: { one: 'day', other: 'days' } as Forms,
  hours: { one: 'hour', other: 'hours' } as Forms,
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  nightsLabel: 'Nights',
  guestsLabel: 'Guests',
  photos: 'Photos',
  photoOf: (name: string) => `Photo: ${name}`,
  price: 'Price',
  entries: { subtotal: 'Accommodation', discount: 'Length-of-stay discount', total: 'Total' },

  layout: {
    policies: 'Policies',
    language: 'Language',
  },

  home: {
    nothing: 'Nothing is for sale here at the moment.',
    upTo: (guests: string) => `Up to ${guests}`,
    perNight: 'per night',
  },

  agents: {
    title: 'Book with your assistant',
    text: 'Give your AI assistant this address. It finds and prices stays.',
    textInstant:
      'Give your AI assistant this address. It finds and prices stays and places the booking; you pay here, on the link it gives you.',
  },

  stay: {
    rate: 'Rate',
    rateFor: (rate: string, guests: string) => `${rate} per night, for ${guests}`,
    ratePerNight: (rate: string) => `${rate} per night`,
    unitsLabel: 'Units',
    property: 'Property',
    varies: 'The rate varies with the dates; taxes and fees are itemized when you book.',
  },

  booking: {
    title: (reference: string) => `Booking ${reference}`,
    heading: 'Booking',
    state: {
      awaiting_payment: 'Awaiting payment',
      paid: 'Paid',
      released: 'Released',
      confirmed: 'Confirmed',
    },
    cancelled: (name: string) => `${name}, the host cancelled this booking.`,
    confirmed: (name: string) => `${name}, your stay is confirmed.`,
    paid: (name: string) => `${name}, your stay is paid and confirmed.`,
    released: (name: string) => `${name}, this booking was not paid in time and has been released.`,
    held: (name: string, until: Html) => html`${name}, these nights are held for you until ${until}.`,
    test: 'This is a test booking: no money moves, and no guest is expected.',
    dueAtProperty: 'Paid at the property, not part of the total',
    cancellation: 'Cancellation',
    refundDue: (amount: string) => `Refund due: ${amount}.`,
    forYourStay: 'For your stay',
    calendar: 'Add to your calendar',
  },

  payment: {
    title: 'Payment',
    pay: 'Pay',
    payAnotherWay: 'Pay another way',
    personally: 'The host takes your payment personally; you will hear from them.',
    payWith: (name: string) => `Pay with ${name}`,
    waiting: "We're waiting for your payment to be confirmed. This page refreshes automatically.",
    pending: (method: string, message: string) => `${method} is waiting for your payment. ${message}`,
    rejected: (method: string, message: string) => `${method} could not take your payment: ${message}`,
    someTime: 'some time',
    refused: {
      app_failed:
        'This payment method is not available right now. You have not been charged, and your nights are still held. Try again, or choose another payment method.',
      method_not_found: 'Choose one of the payment methods below.',
      price_changed: 'The price of this booking has changed. Check it, then choose again.',
    },
    methods: {
      pay_at_property: {
        name: 'Pay at the property',
        choose: 'Choose pay at the property',
        confirmed: 'Your booking is confirmed at once. You pay during your stay.',
        held: (time: string) => `Your nights are held for up to ${time}, until the host confirms.`,
      },
      bank_transfer: {
        name: 'Bank transfer',
        choose: 'Choose bank transfer',
        confirmed: 'Your booking is confirmed at once. You see where to transfer the amount.',
        held: (time: string) =>
          `You see where to transfer the amount. Your nights are held for up to ${time}.`,
      },
      test: {
        name: 'Test payment',
        choose: 'Choose test payment',
        confirmed: 'No money moves.',
        held: (_time: string) => 'No money moves.',
      },
    },
    transferHeld: (sum: Shown, until: Shown) =>
      html`Please transfer ${sum}. Your nights are held until ${until}; the host confirms your booking once the money is there.`,
    transferDue: (sum: Shown) => html`Please transfer ${sum} before your stay.`,
    atPropertyHeld: (until: Shown) =>
      html`You chose to pay at the property. Your nights are held until ${until}; the host confirms your booking.`,
    atPropertyDue: (sum: Shown) => html`You pay ${sum} at the property.`,
    holder: 'Account holder',
    reference: 'Reference',
  },

  problem: {
    back: (storefront: string) => `See what ${storefront} offers`,
    not_found: { title: 'Page not found', text: 'This page does not exist.' },
    storefront_not_found: { title: 'Page not found', text: 'There is no storefront at this domain.' },
    maintenance: {
      title: 'Back soon',
      text: 'This site is closed for maintenance. Please try again in a little while.',
    },
    unavailable: {
      title: 'Back soon',
      text: 'This site is not available right now. Please try again in a moment.',
    },
    rate_limited: {
      title: 'Too many requests',
      text: 'You have asked for this page very often. Please try again in a minute.',
    },
    bad_request: { title: 'Something went wrong', text: 'The request cannot be read.' },
    internal_error: {
      title: 'Something went wrong',
      text: 'Something went wrong on our side; please try again later.',
    },
    quote: (id: string) => `If it persists, quote ${id}.`,
  },
};

/** Everything pages show guests in one language. English is where a new text begins; a language without it does not compile. */
export type Words = typeof EN;
