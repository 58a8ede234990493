import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedOut = defineTopic('booking.checked_out', {
  when: 'It is 11:00 on the check-out day of a confirmed booking, in the time zone of its property: its guests are due to have left.',
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_out') },
});
