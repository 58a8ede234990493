import { formatMoney } from '#kit/money.ts';
import type { Session } from '../entities.ts';
import type { CheckoutMessage, CheckoutMessageSeverity, CheckoutOrder } from '../generated.ts';
import { lineCountFault, MAX_LINES } from './lines.ts';
import { type BuyerFault, type BuyerField, buyerFaults } from './readiness.ts';

type Problem = Session['quote']['problems'][number];

/** What the texts speak of. */
interface Facts {
  /** What a line is called, for example `Lake Suite`; `The stay` where no line is meant. */
  readonly title: string;
  /** The number a rule asks for: nights, guests or units left. */
  readonly limit: number | null;
  /** A sentence that names bookable dates, with a leading space; empty where there are none. */
  readonly nearest: string;
  readonly field: BuyerField;
  readonly before: string;
  readonly after: string;
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

const FIELD_NAMES: Readonly<Record<BuyerField, string>> = {
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

/** Everything a session can say: code, type, severity and text in one place (interface.md "Errors", business errors). */
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
    ({ before, after }) =>
      `The offer changed before it could be booked: the total was ${before} and is ${after} now. Nothing was booked; show the guest the new total and complete again if they agree.`,
  ),
  payment_required: info(
    'payment_required',
    ({ before }) =>
      `The booking is held but not paid: give the guest the payment link. Unpaid, it is released at ${before}.`,
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
  before: '',
  after: '',
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

/** Everything that keeps an open session from being ready, in the order to mend it; empty when it is ready. */
export function blockers({
  lines,
  buyer,
  quote,
}: Pick<Session, 'lines' | 'buyer' | 'quote'>): CheckoutMessage[] {
  const count = lineCountFault(lines);
  return [
    ...(count ? [message(count, '$.line_items')] : []),
    ...quote.problems.map((problem) => problemMessage(problem, quote)),
    ...buyerFaults(buyer).map(buyerMessage),
  ];
}

/** What an open session says: its blockers, and that the price moved if it did. */
export function openMessages(
  session: Pick<Session, 'lines' | 'buyer' | 'quote' | 'notice'>,
): CheckoutMessage[] {
  const { quote, notice } = session;
  const moved = notice && {
    before: formatMoney(notice.from, quote.currency),
    after: formatMoney(quote.total, quote.currency),
  };
  return [...(moved ? [message('price_changed', '$.totals', moved)] : []), ...blockers(session)];
}

/** What a completed session says: pay, or that nobody did. A paid one says nothing. */
export function orderMessages({ paymentStatus, holdExpiresAt }: CheckoutOrder): CheckoutMessage[] {
  switch (paymentStatus) {
    case 'awaiting_payment':
      return [message('payment_required', null, { before: new Date(holdExpiresAt).toISOString() })];
    case 'released':
      return [message('hold_released', null)];
    case 'paid':
      return [];
  }
}

function problemMessage(problem: Problem, { lines }: Session['quote']): CheckoutMessage {
  const { code, line, limit } = problem;
  const param = line === null ? '$.line_items' : `$.line_items[${line}]`;
  const about = line === null ? undefined : lines[line];
  const kind = code !== 'invalid' ? code : line === null ? 'mixed_lines' : 'invalid_line';
  return message(kind, param, {
    title: about?.title || about?.itemId || NO_FACTS.title,
    limit,
    nearest: nearestSentence(problem.nearest),
  });
}

function nearestSentence(stays: Problem['nearest']): string {
  const dates = stays.map(({ checkIn, checkOut }) => `${checkIn} to ${checkOut}`);
  return dates.length ? ` The nearest bookable dates are ${dates.join(' and ')}.` : '';
}

function buyerMessage(fault: BuyerFault): CheckoutMessage {
  if (fault.kind === 'absent') return message('buyer_absent', '$.buyer');
  const { kind, field } = fault;
  return message(`buyer_${kind}`, `$.buyer.${FIELD_NAMES[field]}`, { field });
}
