import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedIn = defineTopic('booking.checked_in', {
  when: "A confirmed booking's guests were checked in by the desk, or their arrival was assumed at the property's check-in time.",
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_in') },
});
