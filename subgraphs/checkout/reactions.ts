import type { Reaction } from '#db/subgraph.ts';
import { removeMembersViews } from './bookings/commands/set-booking-view.ts';
import { failMessage } from './conversations/commands/fail-message.ts';
import { followRefund } from './folio/commands/follow-refund.ts';
import { followCleaning } from './housekeeping/commands/follow-cleaning.ts';
import { followBooking, followBookingsFolio } from './messages/commands/follow-booking.ts';

/**
 * If the email for a message fails, the message hasn't reached the guest. A folio follows its refund
 * sessions. Automatic messages follow their bookings. A member's own saved views go when they leave.
 */
export const reactions: readonly Reaction[] = [
  { on: 'message.mail_failed', run: failMessage },
  { on: 'refund_session.changed', run: followRefund },
  { on: 'task.status_changed', run: followCleaning },
  { on: 'booking.confirmed', run: (ctx, event, at) => followBooking(ctx, event, { at, isConfirmed: true }) },
  { on: 'booking.updated', run: (ctx, event, at) => followBooking(ctx, event, { at }) },
  { on: 'booking.cancelled', run: (ctx, event, at) => followBooking(ctx, event, { at }) },
  { on: 'folio.updated', run: followBookingsFolio },
  { on: 'member.removed', run: removeMembersViews },
];
