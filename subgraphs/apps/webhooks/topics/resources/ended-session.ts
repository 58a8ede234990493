import { z } from 'zod';
import { id, version } from './fields.ts';

/** A payment session that ended, as in the webhook about its end. */
export const endedSession = <Status extends 'expired' | 'canceled'>(status: Status) =>
  z.object({
    type: z.literal('payment_session'),
    id: z.uuid().describe('As in the request that opened it.'),
    version,
    status: z.literal(status),
    booking_id: id,
  });
