import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestCreated = defineTopic('booking_request.created', {
  when: 'A guest confirmed a request to book: it waits for an answer.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: {
    how: 'Place a request on the pages of a storefront without instant booking, and follow the link of its mail.',
  },
});
