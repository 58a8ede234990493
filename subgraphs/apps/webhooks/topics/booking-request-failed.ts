import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestFailed = defineTopic('booking_request.failed', {
  when: 'The nights of a request were taken before it was accepted.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Take the nights of a request, then accept it.' },
});
