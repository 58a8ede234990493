import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { BookingEvent } from '#schema/events.ts';
import { endStatementSessions } from './commands/end-statement-sessions.ts';
import { eraseBuyer } from './commands/erase-buyer.ts';
import { cancelSessions, closeSessions } from './commands/expire-sessions.ts';
import { startRefund } from './commands/start-refund.ts';
import { supersedeSessions } from './commands/supersede-sessions.ts';

/**
 * A paid or cancelled booking, or a paid or credited statement, ends its other payments, a new price replaces open sessions, a refund that became
 * due starts, and redacting a guest erases their data.
 */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: closeSessions },
  { on: 'booking.cancelled', run: (ctx, { bookingId }) => cancelSessions(ctx, bookingId) },
  { on: 'booking.updated', run: followBooking },
  { on: 'booking.no_show', run: followBooking },
  { on: 'refund.due', run: startRefund },
  {
    on: 'app_invoice.settled',
    run: (ctx, { invoiceId, amountDue }) => endStatementSessions(ctx, { statementId: invoiceId, amountDue }),
  },
  { on: 'contact.redacted', run: (ctx, { bookingIds }) => eraseBuyer(ctx, bookingIds) },
];

/** A balance payment ends its open sessions; any other change ends sessions at an outdated price. */
function followBooking(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  if (booking.cause === 'balance_paid') return closeSessions(ctx, booking);
  return supersedeSessions(ctx, { ...booking, amount: booking.amountDue });
}
