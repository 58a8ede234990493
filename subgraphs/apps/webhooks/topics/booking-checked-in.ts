import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedIn = defineTopic('booking.checked_in', {
  when: 'The check-in day of a confirmed booking began, in the time zone of its property.',
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_in') },
});
