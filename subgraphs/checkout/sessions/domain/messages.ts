import type { Language } from '#kit/language.ts';
import type { CheckoutMessage, CheckoutMessageSeverity } from '../../generated.ts';
import type { Facts, WordedKind } from './message-words/message-words.ts';
import { MESSAGE_WORDS } from './message-words/words.ts';

interface Kind extends Pick<CheckoutMessage, 'type' | 'code'> {
  readonly severity: CheckoutMessageSeverity | null;
}

const error = (code: string, severity: CheckoutMessageSeverity): Kind => ({ type: 'error', code, severity });
const info = (code: string): Kind => ({ type: 'info', code, severity: null });
const warning = (code: string): Kind => ({ type: 'warning', code, severity: null });

/** Messages whose text is the reason given by catalog or the caller. */
const REASONED = {
  stay_invalid: error('invalid', 'recoverable'),
  out_of_stock: error('out_of_stock', 'recoverable'),
  item_unavailable: error('item_unavailable', 'recoverable'),
  capacity_exceeded: error('capacity_exceeded', 'requires_buyer_input'),
  min_stay: error('min_stay', 'recoverable'),
  max_stay: error('max_stay', 'recoverable'),
  closed_to_arrival: error('closed_to_arrival', 'recoverable'),
  closed_to_departure: error('closed_to_departure', 'recoverable'),
  stop_sell: error('stop_sell', 'recoverable'),
  min_advance: error('min_advance', 'recoverable'),
  max_advance: error('max_advance', 'recoverable'),
  guests_invalid: error('invalid', 'recoverable'),
  hold_limit_guest: error('hold_limit', 'requires_buyer_input'),
  hold_limit_agent: error('hold_limit', 'requires_buyer_input'),
} as const satisfies Record<string, Kind>;

/** Messages with their own text (docs/interface/checkout.md#messages). */
const WORDED: Readonly<Record<WordedKind, Kind>> = {
  buyer_absent: error('missing', 'requires_buyer_input'),
  buyer_missing: error('missing', 'requires_buyer_input'),
  buyer_malformed: error('missing', 'requires_buyer_input'),
  no_lines: error('missing', 'recoverable'),
  too_many_lines: error('invalid', 'recoverable'),
  price_changed: warning('price_changed'),
  due_at_property: info('due_at_property'),
  deposit: info('deposit'),
  pay_at_property: info('pay_at_property'),
  deposit_required: info('payment_required'),
  agreement_required: info('payment_required'),
  payment_required: info('payment_required'),
  confirmed: info('confirmed'),
  hold_released: info('hold_released'),
  finished: error('invalid', 'unrecoverable'),
  being_completed: error('invalid', 'recoverable'),
};

/** Session message kinds. */
export type MessageKind = keyof typeof REASONED | WordedKind;

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

/** Formats a message in a storefront's language; `param` is the JSON path to its subject. */
export function message(
  kind: MessageKind,
  param: string | null,
  language: Language,
  facts: Partial<Facts> = {},
): CheckoutMessage {
  const given = { ...NO_FACTS, ...facts };
  return isWorded(kind)
    ? { ...WORDED[kind], param, content: MESSAGE_WORDS[language][kind](given) }
    : { ...REASONED[kind], param, content: given.reason };
}

const isWorded = (kind: MessageKind): kind is WordedKind => Object.hasOwn(WORDED, kind);
