import type { CheckoutMessage, CheckoutMessageSeverity } from '../generated.ts';
import { MAX_LINES } from './lines.ts';
import type { BuyerField } from './readiness.ts';

/** What the texts speak of. */
interface Facts {
  /** What a line is called, for example `Lake Suite`; `The stay` where no line is meant. */
  readonly title: string;
  /** The number a rule asks for: nights, guests or units left. */
  readonly limit: number | null;
  /** A sentence that names bookable dates, with a leading space; empty where there are none. */
  readonly nearest: string;
  readonly field: BuyerField;
  /** The total that was shown before and the one that holds now, as a person reads them. */
  readonly was: string;
  readonly now: string;
  /** An instant, ISO 8601. */
  readonly until: string;
}

interface Kind extends Pick<CheckoutMessage, 'type' | 'code'> {
  readonly severity: CheckoutMessageSeverity | null;
  readonly text: (facts: Facts) => string;
}

const error = (code: string, severity: CheckoutMessageSeverity, text: Kind['text']): Kind => ({
  type: 'error',
  code,
  severity,
  text,
});
const info = (code: string, text: Kind['text']): Kind => ({ type: 'info', code, severity: null, text });
const warning = (code: string, text: Kind['text']): Kind => ({ type: 'warning', code, severity: null, text });

/** What the fields of a buyer are called on the wire. */
export const FIELD_NAMES: Readonly<Record<BuyerField, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
};
const FIELD_RULES: Readonly<Record<BuyerField, string>> = {
  firstName: 'a name of at most 100 characters',
  lastName: 'a name of at most 100 characters',
  email: 'a valid e-mail address, for example ada@example.com',
  phoneNumber: 'a phone number of at most 40 characters',
};

const units = (count: number) => (count === 1 ? '1 unit' : `${count} units`);
const nights = (count: number) => (count === 1 ? '1 night' : `${count} nights`);

/** Everything a session can say: code, type, severity and text in one place (docs/interface/checkout.md#messages). */
const MESSAGES = {
  buyer_absent: error(
    'missing',
    'requires_buyer_input',
    () => 'The buyer is missing: give first_name, last_name and email of the guest.',
  ),
  buyer_missing: error(
    'missing',
    'requires_buyer_input',
    ({ field }) => `The buyer's ${FIELD_NAMES[field]} is missing: give ${FIELD_RULES[field]}.`,
  ),
  buyer_malformed: error(
    'missing',
    'requires_buyer_input',
    ({ field }) => `The buyer's ${FIELD_NAMES[field]} cannot be used: give ${FIELD_RULES[field]}.`,
  ),
  no_lines: error('missing', 'recoverable', () => 'The checkout holds no stay: add at least one line item.'),
  too_many_lines: error(
    'invalid',
    'recoverable',
    () => `A checkout holds at most ${MAX_LINES} line items: remove some and book the rest separately.`,
  ),
  mixed_lines: error(
    'invalid',
    'recoverable',
    () =>
      'All line items of a checkout share the same check-in and check-out dates and one currency: book other stays in a checkout of their own.',
  ),
  invalid_line: error(
    'invalid',
    'recoverable',
    ({ title }) => `The quantity of ${title} must be a whole number from 1 to 100.`,
  ),
  out_of_stock: error('out_of_stock', 'recoverable', ({ title, limit, nearest }) =>
    limit
      ? `Only ${units(limit)} of ${title} ${limit === 1 ? 'is' : 'are'} left for these dates.${nearest}`
      : `${title} is no longer available for these dates.${nearest}`,
  ),
  item_unavailable: error(
    'item_unavailable',
    'recoverable',
    ({ title }) => `${title} is not offered here: search the catalog and use an item id from its results.`,
  ),
  capacity_exceeded: error('capacity_exceeded', 'requires_buyer_input', ({ title, limit }) =>
    limit === null
      ? `The party is too large for ${title}: book more units or fewer guests.`
      : `${title} takes at most ${limit} guests with this number of units: book more units or fewer guests.`,
  ),
  min_stay: error(
    'min_stay',
    'recoverable',
    ({ title, limit, nearest }) =>
      `${title} is sold for ${limit ? `at least ${nights(limit)}` : 'more nights'} from this check-in date.${nearest}`,
  ),
  max_stay: error(
    'max_stay',
    'recoverable',
    ({ title, limit, nearest }) =>
      `${title} is sold for ${limit ? `at most ${nights(limit)}` : 'fewer nights'} from this check-in date.${nearest}`,
  ),
  closed_to_arrival: error(
    'closed_to_arrival',
    'recoverable',
    ({ title, nearest }) => `${title} cannot be checked in to on this date.${nearest}`,
  ),
  closed_to_departure: error(
    'closed_to_departure',
    'recoverable',
    ({ title, nearest }) => `${title} cannot be checked out of on this date.${nearest}`,
  ),
  stop_sell: error(
    'stop_sell',
    'recoverable',
    ({ title, nearest }) => `${title} is not sold on at least one of these nights.${nearest}`,
  ),
  price_changed: warning(
    'price_changed',
    ({ was, now }) =>
      `The offer changed before it could be booked: the total was ${was} and is ${now} now. Nothing was booked; show the guest the new total and complete again if they agree.`,
  ),
  payment_required: info(
    'payment_required',
    ({ until }) =>
      `The booking is held but not paid: give the guest the payment link. Unpaid, it is released at ${until}.`,
  ),
  hold_released: info(
    'hold_released',
    () => 'The booking was not paid in time and has been released: start a new checkout to book again.',
  ),
  finished: error(
    'invalid',
    'unrecoverable',
    () => 'This checkout is finished and cannot be changed any more: start a new one.',
  ),
  being_completed: error(
    'invalid',
    'recoverable',
    () => 'This checkout is being completed and cannot be changed now: read it again in a few seconds.',
  ),
} as const satisfies Record<string, Kind>;

/** What a session can say. */
export type MessageKind = keyof typeof MESSAGES;

const NO_FACTS: Facts = {
  title: 'The stay',
  limit: null,
  nearest: '',
  field: 'email',
  was: '',
  now: '',
  until: '',
};

/** One message as it is shown; `param` is the JSON path of what it is about. */
export function message(
  kind: MessageKind,
  param: string | null,
  facts: Partial<Facts> = {},
): CheckoutMessage {
  const { text, ...rest }: Kind = MESSAGES[kind];
  return { ...rest, param, content: text({ ...NO_FACTS, ...facts }) };
}
