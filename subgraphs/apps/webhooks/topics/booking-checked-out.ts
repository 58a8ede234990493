import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedOut = defineTopic('booking.checked_out', {
  when: "A confirmed booking's guests were due to check out: it's 11:00 on its check-out day in the property's time zone.",
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_out') },
});
