import { html } from 'hono/html';
import type { Forms } from '#kit/language.ts';
import type { AmenityGroup, AmenityKey } from '#schema/amenities.ts';
import { LONGEST_STAY } from '#schema/limits.ts';
import type { Html } from '../../page/shell.ts';

/** A formatted value: an amount, or a time with its place. */
type Shown = string | Html;

/** Joins links for reading: `a, b, c`. */
export const joined = (links: readonly Html[]): readonly (Html | string)[] =>
  links.flatMap((link, place) => (place === 0 ? [link] : [', ', link]));

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

  consent: {
    title: 'What may be loaded',
    text: 'Some parts of this page come from services of others. They are loaded only if you agree. You can change this at any time at the end of the page.',
    kinds: { preferences: 'Preferences', statistics: 'Statistics', marketing: 'Marketing' },
    chosen: 'Allow the chosen',
    all: 'Allow all',
    none: 'Allow none',
  },

  home: {
    nothing: 'Nothing is for sale here at the moment.',
    upTo: (guests: string) => `Up to ${guests}`,
    perNight: 'per night',
    search: 'Show available stays',
    stays: { one: 'stay available', other: 'stays available' } as Forms,
    inTotal: 'in total, with fees and taxes',
    atProperty: (amount: string) => `and ${amount} paid at the property`,
    notFree: 'Nothing here fits these dates and guests',
    notDates: 'These dates cannot be searched',
    everything: 'See everything on offer',
    more: 'Show more',
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
    varies: 'The rate varies with the dates. Choose yours to see the whole price, with fees and taxes.',
  },

  stayForm: {
    adults: 'Adults',
    children: 'Children',
    units: 'Units',
    show: 'Show price',
    faults: {
      dates: 'Choose the day you arrive and the day you leave.',
      order: 'Check-out must be after check-in.',
    },
  },

  offer: {
    inTotal: 'in total, with all fees and taxes',
    deposit: (now: Shown, rest: Shown, day: Shown) =>
      html`You pay ${now} to book, and the rest, ${rest}, by ${day}.`,
    atProperty: 'You pay at the property: nothing is due when you book.',
    freeUntil: (until: Html) => html`Free cancellation until ${until}`,
    nearest: 'Free nearby:',
    book: 'Book this stay',
    notYet: 'You see everything once more before you book.',
    request: 'Request this stay',
    requestNote: 'The host answers your request. Nothing is booked before that.',
    notOpen: 'This site is not open for bookings yet.',
    reasons: {
      invalid: () =>
        `These dates cannot be booked: arrive today or later, and stay at most ${LONGEST_STAY} nights.`,
      out_of_stock: (units: string, left: number) =>
        left > 0 ? `Only ${units} left for these dates.` : 'These dates are taken.',
      out_of_stock_held: (units: string, left: number, until: string | null) =>
        left > 0
          ? `Only ${units} free for these dates right now. Others hold the rest until they pay${until === null ? '' : `; the first unpaid hold ends at ${until}`}.`
          : `Others hold these dates until they pay. ${until === null ? 'Try again later.' : `The first unpaid hold ends at ${until}; try again then.`}`,
      item_unavailable: () => 'This stay is not for sale at the moment.',
      capacity_exceeded: (guests: string) =>
        `That is room for at most ${guests}. Choose fewer guests or more units.`,
      min_stay: (nights: string) => `On these dates, the shortest stay is ${nights}.`,
      max_stay: (nights: string) => `On these dates, the longest stay is ${nights}.`,
      closed_to_arrival: () => 'You cannot arrive on this day.',
      closed_to_departure: () => 'You cannot leave on this day.',
      min_advance: (days: string) => `This stay is booked at least ${days} before check-in.`,
      max_advance: (days: string) => `This stay is booked at most ${days} before check-in.`,
      stop_sell: () => 'These dates are not for sale.',
      hold_limit_guest: (_count: string, _limit: number, until: string | null) =>
        `With this e-mail address, other bookings wait for payment. Pay them first${until === null ? ', or let them lapse' : `, or wait: the first one lapses at ${until}`}.`,
      hold_limit_agent: (_count: string, _limit: number, until: string | null) =>
        `From your network, other bookings wait for payment. Pay them first, or try again ${until === null ? 'later' : `at ${until}, when the first one lapses`}.`,
    },
  },

  book: {
    title: 'Book your stay',
    guest: 'Who is coming?',
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'E-mail address',
      phone: 'Phone number (optional)',
    },
    faults: {
      first_name: 'Enter your first name.',
      last_name: 'Enter your last name.',
      email: 'Enter an e-mail address we can write to, for example ada@example.com.',
      phone: 'Enter a phone number, or leave it empty.',
      terms: 'Please accept the terms.',
    },
    agree: (links: readonly Html[]) => html`I have read and accept: ${joined(links)}.`,
    submit: 'Book now',
    next: 'Your nights are held for you; you choose how to pay on the next page.',
    checkFields: 'Nothing was booked yet. Please check the fields below.',
    unstorable:
      'Nothing was booked yet. The marked fields contain a character that cannot be stored (U+0000): fill them in again.',
    priceChanged: (total: string) =>
      `The offer has changed since you saw it: the total is ${total} now. Nothing was booked. Check it, then book again if you agree.`,
    sentBefore: 'This form was sent before with other details. Check them, then book.',
    again: 'Nothing was booked. Please check your booking and try again.',
  },

  place: {
    title: 'Where you stay',
    map: 'Show on a map',
    mapArea: 'Show the area on a map',
    region: (place: string) => `Map of the region around ${place}`,
    mapSource: 'Map data: Natural Earth, GeoNames',
    approximate: 'You get the exact address once you have booked.',
    directions: 'Plan the way there',
    licence: 'Registration',
  },

  facts: {
    bedrooms: { one: 'bedroom', other: 'bedrooms' } as Forms,
    bathrooms: { one: 'bathroom', other: 'bathrooms' } as Forms,
    years: { one: 'year', other: 'years' } as Forms,
    beds: {
      single: { one: 'single bed', other: 'single beds' } as Forms,
      double: { one: 'double bed', other: 'double beds' } as Forms,
      queen: { one: 'queen-size bed', other: 'queen-size beds' } as Forms,
      king: { one: 'king-size bed', other: 'king-size beds' } as Forms,
      bunk: { one: 'bunk bed', other: 'bunk beds' } as Forms,
      sofa: { one: 'sofa bed', other: 'sofa beds' } as Forms,
      futon: { one: 'futon', other: 'futons' } as Forms,
      cot: { one: 'cot', other: 'cots' } as Forms,
      other: { one: 'bed', other: 'beds' } as Forms,
    },
    amenities: 'What this place offers',
    rules: 'Good to know',
    between: (from: string, until: string | null) =>
      until === null ? `from ${from}` : `from ${from} to ${until}`,
    by: (time: string) => `by ${time}`,
    pets: 'Pets',
    smoking: 'Smoking',
    parties: 'Parties',
    allowed: 'Allowed',
    notAllowed: 'Not allowed',
    quiet: 'Quiet hours',
    minAge: 'Minimum age to book',
    selfCheckIn: 'Self check-in',
    yes: 'Yes',
    no: 'No',
  },
  amenityGroups: {
    access: 'Access',
    internet: 'Internet',
    parking: 'Getting around',
    kitchen: 'Kitchen',
    bathroom: 'Bathroom',
    bedroom: 'Bedroom',
    living: 'Living',
    climate: 'Climate',
    outdoors: 'Outdoors',
    pool: 'Pool',
    wellness: 'Wellness',
    food: 'Food and drink',
    family: 'Family',
    service: 'Service',
    safety: 'Safety',
    work: 'Work',
    view: 'View',
  } satisfies Readonly<Record<AmenityGroup, string>>,
  /** Amenity names; null if the platform's list is in this language. */
  amenities: null as Readonly<Record<AmenityKey, string>> | null,

  booking: {
    receipt: 'Receipt',
    receiptFor: (reference: string) => `Receipt for booking ${reference}`,
    bookedOn: 'Booked on',
    guest: 'Guest',
    receiptPaid: 'Paid in full.',
    receiptDue: 'Confirmed; not yet paid in full.',
    steps: { reserved: 'Reserved', pay: 'Pay', confirmed: 'Confirmed' },
    progress: 'Progress of your booking',
    reach: 'Reach your host',
    back: 'Back to the booking',
    title: (reference: string) => `Booking ${reference}`,
    heading: 'Booking',
    pincode: 'Booking code',
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
    refunded: (amount: string) => `Refunded so far: ${amount}.`,
    forYourStay: 'For your stay',
    nightly: 'Price per night',
    calendar: 'Add to your calendar',
  },

  payment: {
    title: 'Payment',
    pay: 'Pay',
    payRest: 'Pay the rest',
    confirm: 'Confirm your booking',
    money: {
      paidSoFar: 'Paid',
      dueNow: 'Due now',
      dueBy: (day: Shown) => html`Due by ${day}`,
      overdue: (day: Shown) => html`Overdue since ${day}`,
      atProperty: 'You pay at the property',
    },
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
    foreign_form: {
      title: 'Please try again',
      text: 'This form was sent by another site. Open the page here and fill it in again.',
    },
    bad_request: { title: 'Something went wrong', text: 'The request cannot be read.' },
    unstorable: (field: string) =>
      `${field} contains a character that cannot be stored (U+0000). Please enter it again.`,
    internal_error: {
      title: 'Something went wrong',
      text: 'Something went wrong on our side; please try again later.',
    },
    quote: (id: string) => `If it persists, quote ${id}.`,
  },
};

/**
 * All texts that pages show guests, in one language. New texts are added in English first; a language without
 * them doesn't compile.
 */
export type Words = typeof EN;
