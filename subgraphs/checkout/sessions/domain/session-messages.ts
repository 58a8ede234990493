import { cancellationText } from '#kit/cancellation-text.ts';
import { type Language, languageOf, moneyIn } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import { MAX_LINES } from '#schema/limits.ts';
import { isFree, quotedPayment } from '../../bookings/domain/booking-payment.ts';
import { type GuestFault, guestFaults } from '../../domain/guest-faults.ts';
import { type BuyerFault, buyerFaults } from '../../domain/readiness.ts';
import { dueAtProperty } from '../../domain/totals.ts';
import type { CheckoutMessage, CheckoutOrder, RatePlanPaymentMode } from '../../generated.ts';
import type { Line, Session } from '../../store/entities.ts';
import { FIELD_NAMES } from './message-words/message-words.ts';
import { type MessageKind, message } from './messages.ts';

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
  const language = languageOfQuote(quote);
  return [
    ...(count ? [message(count, '$.line_items', language)] : []),
    ...quote.problems.map((problem) => problemMessage(problem, language)),
    ...(guests ? guestFaults(guests, quote).map((fault) => guestMessage(fault, language)) : []),
    ...buyerFaults(buyer).map((fault) => buyerMessage(fault, language)),
  ];
}

/** Returns an open session's messages: its blockers, and any price change. */
export function openMessages(
  session: Pick<Session, 'lines' | 'buyer' | 'guests' | 'quote' | 'notice'>,
): CheckoutMessage[] {
  const { quote, notice } = session;
  const language = languageOfQuote(quote);
  const moved = notice && {
    was: moneyIn(language, notice.from, quote.currency),
    now: moneyIn(language, quote.total, quote.currency),
    terms: termsOf(quote, language),
  };
  return [
    ...(moved ? [message('price_changed', '$.totals', language, moved)] : []),
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
  const language = languageOfQuote(quote);
  switch (paymentStatus) {
    case 'awaiting_payment':
      return [
        message(REQUIRED[quotedPayment(quote).mode], '$.order', language, {
          ...paymentFacts(quote),
          until: holdExpiresAt ? new Date(holdExpiresAt).toISOString() : '',
        }),
        ...disclosures(quote),
      ];
    case 'released':
      return [message('hold_released', '$.order', language)];
    case 'paid':
      return isFree(quote) ? [message('confirmed', '$.order', language), ...disclosures(quote)] : [];
  }
}

/**
 * Returns the language of the quote's storefront; English for quotes stored before storefronts had a
 * language.
 */
export const languageOfQuote = ({ locale }: Pick<Session['quote'], 'locale'>): Language =>
  languageOf(locale ?? null);

/** Returns the lines' distinct cancellation terms; older quotes lack them. */
const termsOf = ({ lines, currency }: Session['quote'], language: Language): string =>
  [
    ...new Set(
      lines.flatMap(({ cancellation }) =>
        cancellation ? [cancellationText(cancellation, currency, language)] : [],
      ),
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
  const shown = (amount: Minor) => moneyIn(languageOfQuote(quote), amount, quote.currency);
  return { due: shown(dueNow), rest: shown(quote.total - dueNow), by: balanceDueOn ?? '' };
}

/** Returns the payment terms, unless everything is due now. */
function paymentTerms(quote: Session['quote']): CheckoutMessage[] {
  const { mode } = quotedPayment(quote);
  if (mode === 'now' || isFree(quote)) return [];
  const kind = mode === 'deposit' ? 'deposit' : 'pay_at_property';
  return [message(kind, '$.totals', languageOfQuote(quote), paymentFacts(quote))];
}

/** Returns facts about the stay that a guest must see in addition to its total. */
function disclosures(quote: Session['quote']): CheckoutMessage[] {
  const language = languageOfQuote(quote);
  const charges = dueAtProperty(quote).map(
    ({ label, amount }) => `${label}, ${moneyIn(language, amount, quote.currency)}`,
  );
  return charges.length > 0
    ? [message('due_at_property', '$.totals', language, { charges: charges.join('; ') })]
    : [];
}

/** Sessions stored before catalog gave reasons have problems without one. */
function problemMessage({ code, line, reason }: Problem, language: Language): CheckoutMessage {
  const stay = line === null ? '$.line_items' : `$.line_items[${line}]`;
  const param = code === 'hold_limit_guest' ? '$.buyer.email' : stay;
  return message(code === 'invalid' ? 'stay_invalid' : code, param, language, reason ? { reason } : {});
}

const guestMessage = ({ path, reason }: GuestFault, language: Language): CheckoutMessage =>
  message('guests_invalid', path, language, { reason });

function buyerMessage(fault: BuyerFault, language: Language): CheckoutMessage {
  if (fault.kind === 'absent') return message('buyer_absent', '$.buyer', language);
  const { kind, field } = fault;
  return message(`buyer_${kind}`, `$.buyer.${FIELD_NAMES[field]}`, language, { field });
}

/**
 * Returns the error in a session's number of lines; null if there is none. Catalog checks the lines
 * themselves.
 */
function lineCountFault(lines: readonly Line[]): 'no_lines' | 'too_many_lines' | null {
  if (lines.length === 0) return 'no_lines';
  return lines.length > MAX_LINES ? 'too_many_lines' : null;
}
