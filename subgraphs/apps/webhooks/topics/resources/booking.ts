import { z } from 'zod';
import type { BookingEvent } from '#schema/events.ts';
import { date, id, version } from './fields.ts';

export const Booking = z.object({
  type: z.literal('booking'),
  id,
  version,
  reference: z.string().describe('Reference for the guest, for example `BK-7Q4M2XAB`.'),
  status: z.enum(['held', 'confirmed', 'released', 'cancelled']),
  property_id: id,
  check_in: date,
  check_out: date,
  party: z.object({ adults: z.int(), children: z.int() }).describe("All lines' guests."),
  lines: z
    .array(z.object({ unit_type_id: id.nullable(), quantity: z.int().positive() }))
    .describe('Booked units by unit type.'),
  source: z
    .object({
      kind: z.enum(['agent', 'direct', 'host', 'request', 'channel']),
      name: z.string().nullable().describe('Name of the agent, channel or app, for example `agent.example`.'),
      external_id: z.string().nullable().describe("The booking's id in that source."),
    })
    .optional()
    .describe('Origin of the booking.'),
});

export const describeBooking = (event: BookingEvent): z.output<typeof Booking> => ({
  type: 'booking',
  id: event.bookingId,
  version: event.version,
  reference: event.reference,
  status: event.status,
  property_id: event.propertyId,
  check_in: event.checkIn,
  check_out: event.checkOut,
  party: { adults: event.adults, children: event.children },
  lines: event.lines.map(({ unitTypeId, quantity }) => ({ unit_type_id: unitTypeId, quantity })),
  ...(event.source && { source: sourceOf(event.source) }),
});

const sourceOf = ({ kind, name, externalId }: NonNullable<BookingEvent['source']>) => ({
  kind,
  name,
  external_id: externalId,
});
