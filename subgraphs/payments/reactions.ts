import type { Reaction } from '#db/subgraph.ts';
import { eraseBuyer } from './commands/erase-buyer.ts';
import { cancelSessions, closeSessions } from './commands/expire-sessions.ts';
import { supersedeSessions } from './commands/supersede-sessions.ts';

/** A booking that is paid or cancelled needs no other payment, one at another price a new one; of a guest who was redacted nothing is kept. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: closeSessions },
  { on: 'booking.cancelled', run: (ctx, { bookingId }) => cancelSessions(ctx, bookingId) },
  { on: 'booking.updated', run: supersedeSessions },
  { on: 'contact.redacted', run: (ctx, { bookingIds }) => eraseBuyer(ctx, bookingIds) },
];
