import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestBooked = defineTopic('booking_request.booked', {
  when: "An accepted request's guest paid, so its booking is confirmed.",
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Mark the booking of an accepted request as paid.' },
});
