import { z } from 'zod';
import type { PaymentSessionEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

/** A payment session that ended, as in the webhook about its end. */
export const endedSession = <Status extends 'expired' | 'canceled'>(status: Status) =>
  z.object({
    type: z.literal('payment_session'),
    id: z.uuid().describe('As in the request that opened it.'),
    version,
    status: z.literal(status),
    booking_id: id.nullable().describe('Null if a statement was being paid.'),
    statement: z
      .object({ id, number: z.string() })
      .optional()
      .describe("The statement being paid, on the operator's team; missing for a booking."),
  });

/** Describes an ended session to its app. */
export const describeEnd = <Status extends 'expired' | 'canceled'>(
  { paymentSessionId, version, bookingId, statement }: PaymentSessionEvent,
  status: Status,
) => ({
  type: 'payment_session' as const,
  id: paymentSessionId,
  version,
  status,
  booking_id: bookingId,
  ...(statement ? { statement } : {}),
});
