import { z } from 'zod';
import { agentAt, bookStay } from '../triggers/book-stay.ts';
import { CannotCause } from '../triggers/cannot-cause.ts';
import { triggerPaymentDocument, triggerStayChangeDocument } from '../triggers/generated.ts';
import { hostOf, sandboxOf, throwFirst } from '../triggers/trigger-world.ts';
import { date, id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const ChangeRequest = z.object({
  type: z.literal('booking_change_request'),
  id: id.describe('Same as `BookingChangeRequest.id` in GraphQL.'),
  version,
  status: z.enum(['pending', 'accepted', 'declined', 'expired', 'withdrawn']),
  booking_id: id,
  property_id: id,
  check_in: date.describe('The requested first night.'),
  check_out: date,
  party: z.object({ adults: z.int(), children: z.int() }),
  arrival_time: z.string().nullable().describe("The guest's expected arrival time, `HH:MM`."),
  total: z
    .int()
    .describe("The booking's total after the change, as quoted to the guest, in the currency's minor unit."),
  difference: z.int().describe("`total` minus the booking's total when the guest requested the change."),
  currency: z.string().describe('ISO 4217 code, upper case.'),
  expires_at: z.iso.datetime(),
});

export const bookingChangeRequested = defineTopic('booking.change_requested', {
  when: 'A guest requested a change to a booking, at a storefront where the host decides.',
  resource: ChangeRequest,
  describe: ({ bookingId, propertyId, currency, request }) => ({
    type: 'booking_change_request' as const,
    id: request.id,
    version: request.version,
    status: request.status,
    booking_id: bookingId,
    property_id: propertyId,
    check_in: request.checkIn,
    check_out: request.checkOut,
    party: { adults: request.adults, children: request.children },
    arrival_time: request.arrivalTime,
    total: request.total,
    difference: request.difference,
    currency,
    expires_at: request.expiresAt,
  }),
  trigger: {
    async cause(ctx, caller) {
      const storefront = await sandboxOf(ctx, caller);
      if (storefront.guestChanges !== 'request') {
        throw new CannotCause(
          "Guests of the sandbox storefront don't request changes. Set guestChanges to request.",
        );
      }
      const { id: bookingId, reference, permalinkId, what, ...stay } = await bookStay(ctx, storefront);
      const paid = await ctx.execute(triggerPaymentDocument, { id: bookingId }, hostOf(ctx, caller));
      throwFirst(paid.bookingMarkPaid.userErrors);
      const { checkIn, checkOut, party } = stay;
      const adults = party.adults === 1 ? 2 : 1;
      const wanted = { permalinkId, checkIn, checkOut, adults, children: party.children };
      const agent = agentAt(ctx, storefront);
      const change = async (fingerprint: string | null) => {
        const input = { ...wanted, fingerprint };
        const { bookingStayChange } = await ctx.execute(triggerStayChangeDocument, { input }, agent);
        throwFirst(bookingStayChange.userErrors);
        return bookingStayChange.quote?.fingerprint ?? null;
      };
      await change(await change(null));
      return `${reference} was booked: ${what}, paid, and its guest requested a change to ${adults === 1 ? '1 adult' : '2 adults'}.`;
    },
  },
});
