import type { Reaction } from '#db/subgraph.ts';
import { cancelForBooking, cancelForExpired } from './commands/cancel-for-booking.ts';
import { createAtCheckOut, createForBooking } from './commands/create-for-booking.ts';
import { createForOverbooked } from './commands/create-for-overbooked.ts';
import { eraseGuest } from './commands/erase-guest.ts';
import { followInstall } from './commands/follow-install.ts';
import { followStay } from './commands/follow-stay.ts';

/** Reactions to bookings, guests, installs and channels' overbookings. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: createForBooking },
  { on: 'booking.updated', run: followStay },
  { on: 'booking.cancelled', run: cancelForBooking },
  { on: 'booking.expired', run: cancelForExpired },
  { on: 'booking.checked_out', run: createAtCheckOut },
  { on: 'channel_connection.overbooked', run: createForOverbooked },
  { on: 'contact.redacted', run: eraseGuest },
  { on: 'install.changed', run: followInstall },
];
