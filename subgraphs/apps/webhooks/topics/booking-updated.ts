import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingUpdated = defineTopic('booking.updated', {
  when: "Something other than a booking's status changed, for example its units.",
  resource: Booking,
  describe: describeBooking,
  trigger: { how: 'Assign units to a booking on its page in the panel.' },
});
