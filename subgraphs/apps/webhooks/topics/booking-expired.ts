import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingExpired = defineTopic('booking.expired', {
  when: 'A booking was not paid in time; its nights were released.',
  resource: Booking,
  describe: describeBooking,
  trigger: {
    how: 'This is sent when a hold expires unpaid: trigger booking.created and wait for the hold to expire (HOLD_TTL).',
  },
});
