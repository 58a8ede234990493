import { BookingRequest, describeBookingRequest } from './resources/booking-request.ts';
import { defineTopic } from './topic.ts';

export const bookingRequestAccepted = defineTopic('booking_request.accepted', {
  when: 'A request was accepted, and its booking is held until the guest pays.',
  resource: BookingRequest,
  describe: describeBookingRequest,
  trigger: { how: 'Accept a request in the panel, or call bookingRequestAccept.' },
});
