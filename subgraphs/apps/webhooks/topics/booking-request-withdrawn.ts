import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestWithdrawn = defineTopic('booking_request.withdrawn', {
  when: 'The guest withdrew a request.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Withdraw a request on its page.' },
});
