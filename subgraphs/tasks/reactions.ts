import type { Reaction } from '#db/island.ts';
import { cancelForBooking, createForBooking, followUnits } from './commands/booking-rules.ts';

/** What tasks do when something happens to a booking. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: createForBooking },
  { on: 'booking.updated', run: followUnits },
  { on: 'booking.cancelled', run: cancelForBooking },
  { on: 'booking.expired', run: cancelForBooking },
];
