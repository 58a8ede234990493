import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestExpired = defineTopic('booking_request.expired', {
  when: "A request wasn't answered in time.",
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Leave a request unanswered until `respondBy`.' },
});
