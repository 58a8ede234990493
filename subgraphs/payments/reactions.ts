import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { BookingEvent } from '#schema/events.ts';
import { eraseBuyer } from './commands/erase-buyer.ts';
import { cancelSessions, closeSessions } from './commands/expire-sessions.ts';
import { supersedeSessions } from './commands/supersede-sessions.ts';

/** A booking that is paid or cancelled needs no other payment, one at another price a new one; of a guest who was redacted nothing is kept. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: closeSessions },
  { on: 'booking.cancelled', run: (ctx, { bookingId }) => cancelSessions(ctx, bookingId) },
  { on: 'booking.updated', run: followBooking },
  { on: 'contact.redacted', run: (ctx, { bookingIds }) => eraseBuyer(ctx, bookingIds) },
];

/** A balance that was paid ends what was open for it; any other change what was opened at another price. */
function followBooking(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  if (booking.cause === 'balance_paid') return closeSessions(ctx, booking);
  return supersedeSessions(ctx, { ...booking, amount: booking.amountDue });
}
