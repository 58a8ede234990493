import { beginDay } from '../triggers/trigger-world.ts';
import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingCheckedOut = defineTopic('booking.checked_out', {
  when: "A confirmed booking's guests were checked out by the desk, or their departure was assumed at the property's check-out time.",
  resource: Booking,
  describe: describeBooking,
  trigger: { cause: (ctx, caller) => beginDay(ctx, caller, 'check_out') },
});
