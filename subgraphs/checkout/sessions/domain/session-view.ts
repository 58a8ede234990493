import { type OrderFacts, paymentStatusOf } from '../../bookings/domain/booking.ts';
import { viewLodging } from '../../bookings/domain/lodging.ts';
import { orderLabel, toLines, toTotals } from '../../domain/totals.ts';
import { extrasIn, guestExtras } from '../../folio/domain/extras.ts';
import type { CheckoutMessage, CheckoutOrder, CheckoutSession } from '../../generated.ts';
import type { Session } from '../../store/entities.ts';
import { isOpen, statusAt } from './lifecycle.ts';
import { openMessages, orderMessages } from './session-messages.ts';

/**
 * Returns a session for its agent at a given time, as plain JSON values that can be stored and replayed.
 * `transient` is only in this response.
 */
export function viewSession(
  session: Session,
  order: OrderFacts | null,
  now: Date,
  transient: readonly CheckoutMessage[] = [],
): CheckoutSession {
  const status = statusAt(session, now);
  const view = order && viewOrder(session, order);
  return {
    id: session.id,
    status,
    currency: session.quote.currency,
    lines: toLines(session.lines, session.quote),
    buyer: session.buyer,
    totals: toTotals(session.quote),
    messages: [
      ...transient,
      ...(isOpen(status) ? openMessages(session) : []),
      ...(view ? orderMessages(view, session.quote) : []),
    ],
    fingerprint: session.quote.fingerprint,
    extras: guestExtras(extrasIn(session.quote)),
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: (status === session.status ? session.updatedAt : session.expiresAt).toISOString(),
    order: view,
    lodging: viewLodging(session, now),
  };
}

function viewOrder(
  { quote }: Session,
  { reference, permalinkId, pincode, holdExpiresAt, status }: OrderFacts,
): CheckoutOrder {
  const paymentStatus = paymentStatusOf(status);
  return {
    reference,
    label: orderLabel(quote),
    permalinkId,
    holdExpiresAt: paymentStatus === 'awaiting_payment' ? holdExpiresAt.toISOString() : null,
    paymentStatus,
    pincode,
  };
}
