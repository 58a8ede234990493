import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';

/** English texts for cancelling a booking, and for a cancelled booking. */
export const CANCELS_EN = {
  title: 'Cancel your booking',
  link: 'Cancel booking',
  keep: 'Keep the booking',
  paid: 'You paid',
  fee: 'Cancellation fee',
  refund: 'You get back',
  nothing: 'Nothing is refunded',
  owed: 'You still owe',
  /** `_day` is the deadline's text, which decides the word before it in some languages. */
  until: (deadline: Html, _day: string) => html`These amounts apply until ${deadline}.`,
  unpaid: "You haven't paid anything. If you cancel, your nights are released, and you owe nothing.",
  shrank:
    'The amounts have changed since you opened this page, so nothing was cancelled. Check them, and cancel again if you agree.',
  reason: 'Reason (optional)',
  submit: 'Cancel this booking',
  /** For a booking with several lines: one of them is cancelled. */
  line: {
    choose: 'Choose what to cancel',
    whole: 'The whole booking',
    lead: (line: string) => `Only “${line}” is cancelled. The rest of your booking stays as it is.`,
    submit: (line: string) => `Cancel ${line}`,
  },
  contact: (storefront: string) => `To cancel this booking, contact ${storefront}.`,
  faults: {
    reason_too_long: (most: string) => `A reason can have at most ${most} characters.`,
    card_number: 'Remove the card number from the reason.',
  },
  state: 'Cancelled',
  by: {
    guest: (name: string, day: string) => `${name}, you cancelled this booking on ${day}.`,
    host: (name: string, day: string) => `${name}, the host cancelled this booking on ${day}.`,
    other: (name: string, day: string) => `${name}, this booking was cancelled on ${day}.`,
  },
  /** Clauses about the money; the page joins them to one sentence. */
  wasRefunded: (amount: string, day: string) => `${amount} was refunded on ${day}`,
  wasRequested: (amount: string, day: string) =>
    `a refund of ${amount} was requested on ${day} and isn't confirmed yet`,
  hasFailed: (amount: string, day: string) => `a refund of ${amount} failed on ${day}`,
  isDue: (amount: string, host: string) =>
    `${amount} is due back to you from ${host} and hasn't been paid out yet`,
  noRefund: (amount: string) => `you paid ${amount}, and nothing is refunded`,
  stillOwed: (amount: string) => `${amount} is still owed for the cancellation`,
  nothingPaid: "you haven't paid anything",
  nothingOwed: 'you paid nothing, and you owe nothing',
};

/** Texts that every language must have. */
export type CancelWords = typeof CANCELS_EN;
