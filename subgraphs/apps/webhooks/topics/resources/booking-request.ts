import { z } from 'zod';
import type { BookingRequestEvent } from '#schema/events.ts';
import { date, id, version } from './fields.ts';

export const BookingRequest = z.object({
  type: z.literal('booking_request'),
  id: z.uuid().describe('Same as `BookingRequest.id` in GraphQL.'),
  version,
  reference: z.string().describe('Reference for the guest, for example `RQ-7Q4M2XAB`.'),
  status: z.enum(['pending', 'accepted', 'booked', 'lapsed', 'declined', 'withdrawn', 'expired', 'failed']),
  property_id: id,
  unit_type_id: id,
  units: z.int().positive(),
  check_in: date,
  check_out: date,
  party: z.object({ adults: z.int(), children: z.int() }),
  booking_id: id.nullable().describe('The resulting booking; null until the request is accepted.'),
});

export const describeBookingRequest = (event: BookingRequestEvent): z.output<typeof BookingRequest> => ({
  type: 'booking_request',
  id: event.requestId,
  version: event.version,
  reference: event.reference,
  status: event.status,
  property_id: event.propertyId,
  unit_type_id: event.unitTypeId,
  units: event.units,
  check_in: event.checkIn,
  check_out: event.checkOut,
  party: { adults: event.adults, children: event.children },
  booking_id: event.bookingId,
});
