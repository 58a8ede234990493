import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestCreated = defineTopic('booking_request.created', {
  when: 'A guest confirmed a request to book, which is waiting for an answer.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: {
    how: 'Place a request on the pages of a storefront without instant booking, and follow the link in its email.',
  },
});
