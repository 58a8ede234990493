import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingUpdated = defineTopic('booking.updated', {
  when: 'A booking changed, except its status: for example its units.',
  resource: Booking,
  describe: describeBooking,
  trigger: { how: 'Assign units to a booking on its page in the panel.' },
});
