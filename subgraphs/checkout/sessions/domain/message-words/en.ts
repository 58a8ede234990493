import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `a name of at most ${MAX_NAME} characters, without a card number`,
  lastName: `a name of at most ${MAX_NAME} characters, without a card number`,
  email: 'a valid e-mail address, for example ada@example.com',
  phoneNumber: `a phone number of at most ${MAX_PHONE} characters, not a card number`,
};

export const EN: MessageWords = {
  buyer_absent: () => "The buyer is missing: give the guest's first_name, last_name and email.",
  buyer_missing: ({ field }) => `The buyer's ${FIELD_NAMES[field]} is missing: give ${RULES[field]}.`,
  buyer_malformed: ({ field }) => `The buyer's ${FIELD_NAMES[field]} can't be used: give ${RULES[field]}.`,
  no_lines: () => 'The checkout is empty: add at least one line item.',
  too_many_lines: () =>
    `A checkout can have at most ${MAX_LINES} line items: remove some and book the rest separately.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `The offer's terms changed before it could be booked; the total is still ${now}. Nothing was booked: show the guest the new terms and complete again if they agree. ${terms}`.trim()
      : `The offer changed before it could be booked: the total was ${was} and is now ${now}. Nothing was booked: show the guest the new total and complete again if they agree.`,
  due_at_property: ({ charges }) => `Paid at the property in addition to the total: ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `${due} is due to confirm the booking; the remaining ${rest} is due by ${by}.`,
  pay_at_property: ({ rest }) => `No payment is needed to book: the guest pays ${rest} at the property.`,
  deposit_required: ({ due, rest, by, until }) =>
    `The booking is held but not paid: give the guest the payment link, where ${due} is due now and the remaining ${rest} by ${by}. Unless the amount due now is paid, the booking is released at ${until}.`,
  agreement_required: ({ rest, until }) =>
    `The booking is held but not confirmed: give the guest the link, where they confirm it and agree to pay ${rest} at the property. Otherwise it is released at ${until}.`,
  payment_required: ({ until }) =>
    `The booking is held but not paid: give the guest the payment link. If unpaid, it is released at ${until}.`,
  confirmed: () => 'The booking is confirmed: no payment is needed.',
  hold_released: () =>
    'The booking was not paid in time and was released: start a new checkout to book again.',
  finished: () => 'This checkout is finished and can no longer be changed: start a new one.',
  being_completed: () =>
    "This checkout is being completed and can't be changed now: read it again in a few seconds.",
};
