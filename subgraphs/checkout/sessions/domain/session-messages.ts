import { cancellationText } from '#kit/cancellation-text.ts';
import { formatMoney } from '#kit/money.ts';
import { MAX_LINES } from '#schema/limits.ts';
import { isFree, quotedPayment } from '../../bookings/domain/booking-payment.ts';
import { type GuestFault, guestFaults } from '../../domain/guest-faults.ts';
import { type BuyerFault, buyerFaults } from '../../domain/readiness.ts';
import { dueAtProperty } from '../../domain/totals.ts';
import type { CheckoutMessage, CheckoutOrder, RatePlanPaymentMode } from '../../generated.ts';
import type { Line, Session } from '../../store/entities.ts';
import { FIELD_NAMES, type MessageKind, message } from './messages.ts';

type Problem = Session['quote']['problems'][number];

/**
 * Returns everything that prevents an open session from being ready, in the order in which to fix it; empty
 * if it's ready.
 */
export function blockers({
  lines,
  buyer,
  guests,
  quote,
}: Pick<Session, 'lines' | 'buyer' | 'guests' | 'quote'>): CheckoutMessage[] {
  const count = lineCountFault(lines);
  return [
    ...(count ? [message(count, '$.line_items')] : []),
    ...quote.problems.map(problemMessage),
    ...(guests ? guestFaults(guests, quote).map(guestMessage) : []),
    ...buyerFaults(buyer).map(buyerMessage),
  ];
}

/** Returns an open session's messages: its blockers, and any price change. */
export function openMessages(
  session: Pick<Session, 'lines' | 'buyer' | 'guests' | 'quote' | 'notice'>,
): CheckoutMessage[] {
  const { quote, notice } = session;
  const moved = notice && {
    was: formatMoney(notice.from, quote.currency),
    now: formatMoney(quote.total, quote.currency),
    terms: termsOf(quote),
  };
  return [
    ...(moved ? [message('price_changed', '$.totals', moved)] : []),
    ...blockers(session),
    ...paymentTerms(quote),
    ...disclosures(quote),
  ];
}

/**
 * Returns a completed session's messages: the amount due, a released hold, or a confirmed free stay. Empty if
 * paid.
 */
export function orderMessages(
  { paymentStatus, holdExpiresAt }: CheckoutOrder,
  quote: Session['quote'],
): CheckoutMessage[] {
  switch (paymentStatus) {
    case 'awaiting_payment':
      return [
        message(REQUIRED[quotedPayment(quote).mode], '$.order', {
          ...paymentFacts(quote),
          until: holdExpiresAt ? new Date(holdExpiresAt).toISOString() : '',
        }),
        ...disclosures(quote),
      ];
    case 'released':
      return [message('hold_released', '$.order')];
    case 'paid':
      return isFree(quote) ? [message('confirmed', '$.order'), ...disclosures(quote)] : [];
  }
}

/** Returns the lines' distinct cancellation terms; older quotes lack them. */
const termsOf = ({ lines, currency }: Session['quote']): string =>
  [
    ...new Set(
      lines.flatMap(({ cancellation }) => (cancellation ? [cancellationText(cancellation, currency)] : [])),
    ),
  ].join(' ');

/** Message about the amount due on a completed booking, by payment mode. */
const REQUIRED = {
  now: 'payment_required',
  deposit: 'deposit_required',
  at_property: 'agreement_required',
} as const satisfies Readonly<Record<RatePlanPaymentMode, MessageKind>>;

function paymentFacts(quote: Session['quote']) {
  const { dueNow, balanceDueOn } = quotedPayment(quote);
  const due = formatMoney(dueNow, quote.currency);
  return { due, rest: formatMoney(quote.total - dueNow, quote.currency), by: balanceDueOn ?? '' };
}

/** Returns the payment terms, unless everything is due now. */
function paymentTerms(quote: Session['quote']): CheckoutMessage[] {
  const { mode } = quotedPayment(quote);
  if (mode === 'now' || isFree(quote)) return [];
  return [message(mode === 'deposit' ? 'deposit' : 'pay_at_property', '$.totals', paymentFacts(quote))];
}

/** Returns facts about the stay that a guest must see in addition to its total. */
function disclosures(quote: Session['quote']): CheckoutMessage[] {
  const charges = dueAtProperty(quote).map(
    ({ label, amount }) => `${label}, ${formatMoney(amount, quote.currency)}`,
  );
  return charges.length > 0 ? [message('due_at_property', '$.totals', { charges: charges.join('; ') })] : [];
}

/** Sessions stored before catalog gave reasons have problems without one. */
function problemMessage({ code, line, reason }: Problem): CheckoutMessage {
  const stay = line === null ? '$.line_items' : `$.line_items[${line}]`;
  const param = code === 'hold_limit_guest' ? '$.buyer.email' : stay;
  return message(code === 'invalid' ? 'stay_invalid' : code, param, reason ? { reason } : {});
}

const guestMessage = ({ path, reason }: GuestFault): CheckoutMessage =>
  message('guests_invalid', path, { reason });

function buyerMessage(fault: BuyerFault): CheckoutMessage {
  if (fault.kind === 'absent') return message('buyer_absent', '$.buyer');
  const { kind, field } = fault;
  return message(`buyer_${kind}`, `$.buyer.${FIELD_NAMES[field]}`, { field });
}

/**
 * Returns the error in a session's number of lines; null if there is none. Catalog checks the lines
 * themselves.
 */
function lineCountFault(lines: readonly Line[]): 'no_lines' | 'too_many_lines' | null {
  if (lines.length === 0) return 'no_lines';
  return lines.length > MAX_LINES ? 'too_many_lines' : null;
}
