import { html } from 'hono/html';
import type { Forms } from '#kit/language.ts';
import type { Html } from '../../page/shell.ts';

/** English text for changing a booked stay. */
export const CHANGES_EN = {
  link: 'Change your stay',
  title: 'Change your stay',
  lead: 'Choose other dates or guests. Nothing changes until you confirm the price.',
  show: 'Show the new price',
  price: 'Price of the changed stay',
  figures: 'What changes',
  booking: 'Your booking',
  oldTotal: 'Total so far',
  newTotal: 'New total',
  difference: 'Difference',
  /** Charge for nights that the change drops, after their number. */
  dropped: { one: 'cancelled night', other: 'cancelled nights' } as Forms,
  paid: 'Paid',
  toPay: 'To pay',
  overpaid: 'Paid more than the new total',
  confirm: 'Change my stay',
  stale:
    'Your booking or the price has changed since you saw it. Nothing was changed. Check the new figures, then confirm them.',
  request: {
    lead: 'Choose other dates or guests and see the price. Your host then accepts or declines the change.',
    terms:
      "Your host has up to 48 hours to answer. Until then your booking stays as it is, and the new nights aren't held for you.",
    send: 'Send the request',
    title: 'Your change request',
    pending: (storefront: string, until: Html): Html =>
      html`${storefront} can answer until ${until}. Until then, your booking stays as it is, and these nights aren't held for you.`,
    withdraw: 'Withdraw the request',
  },
  /** For a booking with several lines: the guests of one of them change. */
  line: {
    choose: 'Whose guests do you want to change?',
    dates: 'The dates apply to your whole booking.',
  },
  cancelledNights: 'Cancelled nights',
  faults: {
    dates: 'Choose a check-in and a check-out date.',
    same: 'Your booking already has these dates and guests.',
    taken: "These nights aren't all available.",
    party: "There isn't enough room for this many guests.",
    nights: "A stay on these dates isn't possible.",
    closed: "This booking can't be changed here anymore. Please contact your host.",
  },
};

/** Texts that every language must have. */
export type ChangeWords = typeof CHANGES_EN;
