import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedIn = defineTopic('booking.checked_in', {
  when: "A confirmed booking's check-in day began in the property's time zone.",
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_in') },
});
