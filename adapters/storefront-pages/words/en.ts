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
  untranslated: (language: string) => `Written in ${language}: there's no English translation yet.`,

  layout: {
    policies: 'Policies',
    language: 'Language',
    preview: (theme: string) =>
      `You’re previewing the theme ${theme}. Guests don’t see it, but bookings are real.`,
    endPreview: 'End the preview',
  },

  consent: {
    title: 'Content from other services',
    text: 'Parts of this page come from other services and load only if you agree. You can change your choice at any time at the bottom of the page.',
    kinds: { preferences: 'Preferences', statistics: 'Statistics', marketing: 'Marketing' },
    chosen: 'Allow selected',
    all: 'Allow all',
    none: 'Allow none',
  },

  home: {
    nothing: 'There are no stays on offer at the moment.',
    upTo: (guests: string) => `Up to ${guests}`,
    perNight: 'per night',
    search: 'Show available stays',
    stays: { one: 'stay available', other: 'stays available' } as Forms,
    allIn: 'all fees and taxes included',
    inTotal: 'in total, including fees and taxes',
    atProperty: (amount: string) => `plus ${amount} to pay at the property`,
    notFree: 'No stays are available for these dates and guests',
    notDates: 'Choose other dates',
    everything: 'See all stays',
    more: 'Show more',
  },

  look: {
    about: (name: string) => `About ${name}`,
    contact: 'Contact',
    profiles: 'On other sites',
    website: 'Website',
  },

  agents: {
    title: 'Book with your AI assistant',
    text: 'Give your AI assistant this address to look up stays and prices.',
    textInstant:
      'Give your AI assistant this address. It can look up stays and prices and book for you. You pay here, through the link it gives you.',
  },

  stay: {
    rate: 'Rate',
    rateFor: (rate: string, guests: string) => `${rate} per night, for ${guests}`,
    ratePerNight: (rate: string) => `${rate} per night`,
    varies: 'Rates vary by date. Choose your dates to see the total price, including fees and taxes.',
    from: (amount: string, nights: string) => `from ${amount} for ${nights}`,
    allIn: 'All fees and taxes included:',
    chooseDates: 'Choose dates',
  },

  calendar: {
    title: 'Availability',
    chooseCheckIn: 'Choose your check-in day.',
    chooseCheckOut: 'Choose your check-out day.',
    prices: (currency: string, party: string) => `Prices in ${currency} per night, for ${party}.`,
    earlier: 'Earlier',
    later: 'Later',
  },

  stayForm: {
    adults: 'Adults',
    children: 'Children',
    units: 'Units',
    show: 'Show price',
    faults: {
      dates: 'Choose a check-in and a check-out date.',
      order: 'Check-out must be after check-in.',
    },
  },

  offer: {
    inTotal: 'in total, including all fees and taxes',
    deposit: (now: Shown, rest: Shown, day: Shown) =>
      html`You pay ${now} when you book and the remaining ${rest} by ${day}.`,
    atProperty: 'You pay at the property. Nothing is due when you book.',
    freeUntil: (until: Html) => html`Free cancellation until ${until}`,
    nearest: 'Nearest available dates:',
    book: 'Book this stay',
    notYet: 'You can review everything before you book.',
    request: 'Request this stay',
    requestNote: 'Nothing is booked until the host accepts your request.',
    notOpen: "This site isn't open for bookings yet.",
    reasons: {
      invalid: () => `You can check in today or later and stay at most ${LONGEST_STAY} nights.`,
      out_of_stock: (units: string, left: number) =>
        left > 0 ? `Only ${units} left for these dates.` : 'These dates are taken.',
      out_of_stock_held: (units: string, left: number, until: string | null) =>
        left > 0
          ? `Only ${units} available for these dates right now. The rest are held by other guests until they pay${until === null ? '' : `; the first unpaid hold ends on ${until}`}.`
          : `These dates are held by other guests until they pay. ${until === null ? 'Try again later.' : `The first unpaid hold ends on ${until}; try again then.`}`,
      item_unavailable: () => "This stay isn't available at the moment.",
      capacity_exceeded: (guests: string) =>
        `There's room for at most ${guests}. Choose fewer guests or more units.`,
      min_stay: (nights: string) => `The minimum stay on these dates is ${nights}.`,
      max_stay: (nights: string) => `The maximum stay on these dates is ${nights}.`,
      closed_to_arrival: () => "You can't check in on this day.",
      closed_to_departure: () => "You can't check out on this day.",
      min_advance: (days: string) => `You have to book this stay at least ${days} before check-in.`,
      max_advance: (days: string) => `You can book this stay at most ${days} before check-in.`,
      stop_sell: () => "These dates aren't available.",
      hold_limit_guest: (_count: string, _limit: number, until: string | null) =>
        `Other bookings with this email address are still unpaid. Pay for them first${until === null ? ', or let them expire' : `, or wait: the first one expires on ${until}`}.`,
      hold_limit_agent: (_count: string, _limit: number, until: string | null) =>
        `Other bookings from your network are still unpaid. Pay for them first, or try again ${until === null ? 'later' : `on ${until}, when the first one expires`}.`,
    },
  },

  arrivalTime: {
    title: 'Arrival time',
    label: 'Arrival time (optional)',
    fault: 'Enter the time as hours and minutes, for example 16:30.',
  },

  book: {
    title: 'Book your stay',
    guest: 'Your details',
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email address',
      phone: 'Phone number (optional)',
    },
    faults: {
      first_name: 'Enter your first name.',
      last_name: 'Enter your last name.',
      email: 'Enter an email address where we can reach you, for example ada@example.com.',
      phone: 'Enter a phone number, or leave the field empty.',
      terms: 'Please accept the terms.',
    },
    agree: (links: readonly Html[]) => html`I have read and accept: ${joined(links)}.`,
    submit: 'Book now',
    next: "We'll hold your nights. You choose how to pay on the next page.",
    checkFields: 'Nothing has been booked yet. Please check the fields below.',
    unstorable:
      "Nothing has been booked yet. The marked fields contain a character that can't be stored (U+0000). Please fill them in again.",
    priceChanged: (total: string) =>
      `The offer has changed since you saw it: the total is now ${total}. Nothing has been booked. Check the offer, then book again if you agree.`,
    sentBefore: 'This form was already sent with other details. Check your details, then book.',
    again: 'Nothing has been booked. Please check your booking and try again.',
  },

  place: {
    title: "Where you'll stay",
    map: 'Show on a map',
    mapArea: 'Show the area on a map',
    region: (place: string) => `Map of the region around ${place}`,
    mapSource: 'Map data: Natural Earth, GeoNames',
    approximate: "You'll get the exact address once you've booked.",
    directions: 'Get directions',
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
  /** Amenity names; null if the platform's list already has this language's names. */
  amenities: null as Readonly<Record<AmenityKey, string>> | null,

  booking: {
    receipt: 'Receipt',
    receiptFor: (reference: string) => `Receipt for booking ${reference}`,
    bookedOn: 'Booked on',
    guest: 'Guest',
    receiptPaid: 'Paid in full.',
    receiptDue: 'Confirmed, not yet paid in full.',
    steps: { reserved: 'Reserved', pay: 'Pay', confirmed: 'Confirmed' },
    progress: 'Booking progress',
    reach: 'Contact your host',
    back: 'Back to the booking',
    title: (reference: string) => `Booking ${reference}`,
    heading: 'Booking',
    pincode: 'Booking code',
    state: {
      awaiting_payment: 'Awaiting payment',
      paid: 'Paid',
      released: 'Expired',
      confirmed: 'Confirmed',
    },
    confirmed: (name: string) => `${name}, your stay is confirmed.`,
    paid: (name: string) => `${name}, your stay is paid and confirmed.`,
    released: (name: string) =>
      `${name}, this booking wasn't paid in time, so its nights have been released.`,
    held: (name: string, until: Html) => html`${name}, these nights are held for you until ${until}.`,
    test: 'This is a test booking: no money is charged, and no guest is expected.',
    dueAtProperty: 'To pay at the property, not included in the total',
    cancellation: 'Cancellation',
    forYourStay: 'For your stay',
    nightly: 'Price per night',
    calendar: 'Add to your calendar',
  },

  payment: {
    title: 'Payment',
    pay: 'Pay',
    payRest: 'Pay the balance',
    confirm: 'Confirm your booking',
    money: {
      paidSoFar: 'Paid',
      dueNow: 'Due now',
      dueBy: (day: Shown) => html`Due by ${day}`,
      overdue: (day: Shown) => html`Overdue since ${day}`,
      atProperty: 'You pay at the property',
    },
    payAnotherWay: 'Pay another way',
    personally: 'Your host will contact you to arrange payment.',
    payWith: (name: string) => `Pay with ${name}`,
    waiting: "We're waiting for your payment to be confirmed. This page refreshes automatically.",
    pending: (method: string, message: string) => `${method} is waiting for your payment. ${message}`,
    rejected: (method: string, message: string) => `${method} couldn't process your payment: ${message}`,
    declined: {
      too_small: (method: string) => `${method} can't take an amount this small.`,
      too_large: (method: string) => `${method} can't take an amount this large.`,
      not_exact: (method: string) => `${method} can't charge exactly this amount.`,
    },
    notCharged: "You haven't been charged.",
    someTime: 'some time',
    refused: {
      app_failed:
        "This payment method isn't available right now. You haven't been charged, and your nights are still held. Try again, or choose another payment method.",
      method_not_found: 'Choose one of the payment methods below.',
      price_changed: 'The price of this booking has changed. Check it, then choose again.',
    },
    methods: {
      pay_at_property: {
        name: 'Pay at the property',
        choose: 'Pay at the property',
        confirmed: 'Your booking is confirmed immediately. You pay during your stay.',
        held: (time: string) => `Your nights are held for up to ${time} until the host confirms.`,
      },
      bank_transfer: {
        name: 'Bank transfer',
        choose: 'Pay by bank transfer',
        confirmed: "Your booking is confirmed immediately. You'll then see where to transfer the amount.",
        held: (time: string) =>
          `You'll then see where to transfer the amount. Your nights are held for up to ${time}.`,
      },
      test: {
        name: 'Test payment',
        choose: 'Pay with a test payment',
        confirmed: 'No money is charged.',
        held: (_time: string) => 'No money is charged.',
      },
    },
    transferHeld: (sum: Shown, until: Shown) =>
      html`Please transfer ${sum}. Your nights are held until ${until}; the host confirms your booking once the money arrives.`,
    transferDue: (sum: Shown) => html`Please transfer ${sum} before your stay.`,
    atPropertyHeld: (until: Shown) =>
      html`You chose to pay at the property. Your nights are held until ${until}; the host confirms your booking.`,
    atPropertyDue: (sum: Shown) => html`You pay ${sum} at the property.`,
    holder: 'Account holder',
    reference: 'Reference',
  },

  problem: {
    back: (storefront: string) => `See what ${storefront} offers`,
    not_found: { title: 'Page not found', text: "This page doesn't exist." },
    storefront_not_found: { title: 'Page not found', text: "There's nothing to book at this address." },
    maintenance: {
      title: 'Back soon',
      text: 'This site is down for maintenance. Please try again soon.',
    },
    unavailable: {
      title: 'Back soon',
      text: "This site isn't available right now. Please try again in a moment.",
    },
    rate_limited: {
      title: 'Too many requests',
      text: "You've opened this page too often. Please try again in a minute.",
    },
    foreign_form: {
      title: 'Please try again',
      text: 'This form was sent from another site. Open the page here and fill it in again.',
    },
    bad_request: {
      title: "This request isn't valid",
      text: "We couldn't read this request. Go back and try again.",
    },
    unstorable: (field: string) =>
      `${field} contains a character that can't be stored (U+0000). Please enter it again.`,
    internal_error: {
      title: 'Something went wrong',
      text: 'The problem is on our side. Please try again later.',
    },
    quote: (id: string) => `If the problem persists, quote ${id}.`,
  },
};

/**
 * All texts that pages show to guests, in one language. New texts are added in English first; a language
 * without them doesn't compile.
 */
export type Words = typeof EN;
