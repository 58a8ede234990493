import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../domain/readiness.ts';
import type { CheckoutMessage, CheckoutMessageSeverity } from '../../generated.ts';

/** Values inserted into message texts. */
interface Facts {
  /** Catalog's reason a stay can't be booked. */
  readonly reason: string;
  readonly field: BuyerField;
  /** Previous and current total, formatted. */
  readonly was: string;
  readonly now: string;
  /** ISO 8601 timestamp. */
  readonly until: string;
  /** Cancellation terms as text; empty if absent. */
  readonly terms: string;
  /** Charges due at the property, with formatted amounts. */
  readonly charges: string;
  /** Amount due to confirm the booking, and the balance, formatted. */
  readonly due: string;
  readonly rest: string;
  /** Day on which the balance is due. */
  readonly by: string;
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

/** Buyer field names on the wire. */
export const FIELD_NAMES: Readonly<Record<BuyerField, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
};
const FIELD_RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `a name of at most ${MAX_NAME} characters, without a card number`,
  lastName: `a name of at most ${MAX_NAME} characters, without a card number`,
  email: 'a valid email address, for example ada@example.com',
  phoneNumber: `a phone number of at most ${MAX_PHONE} characters, not a card number`,
};

/** A problem that prevents booking a stay: catalog decides and supplies the text. */
const stayProblem = (code: string, severity: CheckoutMessageSeverity = 'recoverable') =>
  error(code, severity, ({ reason }) => reason);

/** All session messages: code, type, severity and text (docs/interface/checkout.md#messages). */
const MESSAGES = {
  buyer_absent: error(
    'missing',
    'requires_buyer_input',
    () => "The buyer is missing: give the guest's first_name, last_name and email.",
  ),
  buyer_missing: error(
    'missing',
    'requires_buyer_input',
    ({ field }) => `The buyer's ${FIELD_NAMES[field]} is missing: give ${FIELD_RULES[field]}.`,
  ),
  buyer_malformed: error(
    'missing',
    'requires_buyer_input',
    ({ field }) => `The buyer's ${FIELD_NAMES[field]} can't be used: give ${FIELD_RULES[field]}.`,
  ),
  no_lines: error('missing', 'recoverable', () => 'The checkout is empty: add at least one line item.'),
  too_many_lines: error(
    'invalid',
    'recoverable',
    () => `A checkout can have at most ${MAX_LINES} line items: remove some and book the rest separately.`,
  ),
  stay_invalid: stayProblem('invalid'),
  out_of_stock: stayProblem('out_of_stock'),
  item_unavailable: stayProblem('item_unavailable'),
  capacity_exceeded: stayProblem('capacity_exceeded', 'requires_buyer_input'),
  min_stay: stayProblem('min_stay'),
  max_stay: stayProblem('max_stay'),
  closed_to_arrival: stayProblem('closed_to_arrival'),
  closed_to_departure: stayProblem('closed_to_departure'),
  stop_sell: stayProblem('stop_sell'),
  min_advance: stayProblem('min_advance'),
  max_advance: stayProblem('max_advance'),
  guests_invalid: error('invalid', 'recoverable', ({ reason }) => reason),
  hold_limit_guest: stayProblem('hold_limit', 'requires_buyer_input'),
  hold_limit_agent: stayProblem('hold_limit', 'requires_buyer_input'),
  price_changed: warning('price_changed', ({ was, now, terms }) =>
    was === now
      ? `The offer's terms changed before it could be booked; the total is still ${now}. Nothing was booked: show the guest the new terms and complete again if they agree. ${terms}`.trim()
      : `The offer changed before it could be booked: the total was ${was} and is now ${now}. Nothing was booked: show the guest the new total and complete again if they agree.`,
  ),
  due_at_property: info(
    'due_at_property',
    ({ charges }) => `Paid at the property in addition to the total: ${charges}.`,
  ),
  deposit: info(
    'deposit',
    ({ due, rest, by }) => `${due} is due to confirm the booking; the remaining ${rest} is due by ${by}.`,
  ),
  pay_at_property: info(
    'pay_at_property',
    ({ rest }) => `No payment is needed to book: the guest pays ${rest} at the property.`,
  ),
  deposit_required: info(
    'payment_required',
    ({ due, rest, by, until }) =>
      `The booking is held but not paid: give the guest the payment link, where ${due} is due now and the remaining ${rest} by ${by}. Unless the amount due now is paid, the booking is released at ${until}.`,
  ),
  agreement_required: info(
    'payment_required',
    ({ rest, until }) =>
      `The booking is held but not confirmed: give the guest the link, where they confirm it and agree to pay ${rest} at the property. Otherwise it is released at ${until}.`,
  ),
  payment_required: info(
    'payment_required',
    ({ until }) =>
      `The booking is held but not paid: give the guest the payment link. If unpaid, it is released at ${until}.`,
  ),
  confirmed: info('confirmed', () => 'The booking is confirmed: no payment is needed.'),
  hold_released: info(
    'hold_released',
    () => 'The booking was not paid in time and was released: start a new checkout to book again.',
  ),
  finished: error(
    'invalid',
    'unrecoverable',
    () => 'This checkout is finished and can no longer be changed: start a new one.',
  ),
  being_completed: error(
    'invalid',
    'recoverable',
    () => "This checkout is being completed and can't be changed now: read it again in a few seconds.",
  ),
} as const satisfies Record<string, Kind>;

/** Session message kinds. */
export type MessageKind = keyof typeof MESSAGES;

const NO_FACTS: Facts = {
  reason: 'This stay cannot be booked as requested: search the catalog again.',
  field: 'email',
  was: '',
  now: '',
  until: '',
  charges: '',
  due: '',
  rest: '',
  by: '',
  terms: '',
};

/** Formats a message; `param` is the JSON path to its subject. */
export function message(
  kind: MessageKind,
  param: string | null,
  facts: Partial<Facts> = {},
): CheckoutMessage {
  const { text, ...rest }: Kind = MESSAGES[kind];
  return { ...rest, param, content: text({ ...NO_FACTS, ...facts }) };
}
