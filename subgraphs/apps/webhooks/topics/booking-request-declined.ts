import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestDeclined = defineTopic('booking_request.declined', {
  when: 'A request was declined, or its storefront was closed.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Decline a request in the panel, or call bookingRequestDecline.' },
});
