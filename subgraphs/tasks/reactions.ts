import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { BookingEvent } from '#schema/events.ts';
import { cancelForBooking, cancelForExpired } from './commands/cancel-for-booking.ts';
import { createByCheckOutRules } from './commands/create-by-check-out-rules.ts';
import { createAtCheckOut, createForBooking } from './commands/create-for-booking.ts';
import { createForOverbooked } from './commands/create-for-overbooked.ts';
import { eraseGuest } from './commands/erase-guest.ts';
import { followInstall } from './commands/follow-install.ts';
import { followStay } from './commands/follow-stay.ts';
import { unassignMember } from './commands/unassign-member.ts';
import { withdrawUndone } from './commands/withdraw-undone.ts';

async function followBooking(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  await followStay(ctx, booking);
  await withdrawUndone(ctx, booking);
}

async function followDeparture(ctx: SubgraphContext, booking: BookingEvent): Promise<void> {
  await followStay(ctx, booking);
  await createAtCheckOut(ctx, booking);
  await createByCheckOutRules(ctx, booking);
}

/** Reactions to bookings, guests, installs, former members and channels' overbookings. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: createForBooking },
  { on: 'booking.updated', run: followBooking },
  { on: 'booking.cancelled', run: cancelForBooking },
  { on: 'booking.expired', run: cancelForExpired },
  { on: 'booking.checked_out', run: followDeparture },
  { on: 'booking.no_show', run: followStay },
  { on: 'channel_connection.overbooked', run: createForOverbooked },
  { on: 'contact.redacted', run: eraseGuest },
  { on: 'install.changed', run: followInstall },
  { on: 'member.removed', run: unassignMember },
];
