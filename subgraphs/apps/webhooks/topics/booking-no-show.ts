import { Booking, describeBooking } from './resources/booking.ts';
import { defineTopic } from './topic.ts';

export const bookingNoShow = defineTopic('booking.no_show', {
  when: "The host recorded that a confirmed booking's guests never arrived.",
  resource: Booking,
  describe: describeBooking,
  trigger: { how: 'On the page of a booking whose check-in day is over, choose No-show in the panel.' },
});
