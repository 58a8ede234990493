import { z } from 'zod';
import type { QueueJob, Reaction, RecurringJob } from '#db/island.ts';
import { cancelSessions, expireSessions } from './commands/end-sessions.ts';
import { eraseBuyer } from './commands/erase-buyer.ts';
import { SEND_REFUND_QUEUE } from './commands/open-refund.ts';
import { sendRefund } from './commands/send-refund.ts';
import { settleSessions } from './commands/settle.ts';

const Booked = z.object({ refundId: z.uuid() });

/** A booking that is paid or called off needs no other payment; of a guest who was redacted nothing is kept. */
export const reactions: readonly Reaction[] = [
  { on: 'booking.confirmed', run: (ctx, { bookingId }) => cancelSessions(ctx, bookingId) },
  { on: 'booking.cancelled', run: (ctx, { bookingId }) => cancelSessions(ctx, bookingId) },
  { on: 'contact.redacted', run: (ctx, { bookingIds }) => eraseBuyer(ctx, bookingIds) },
];

export const recurring: readonly RecurringJob[] = [
  {
    name: 'payments/expire',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: (ctx) => expireSessions(ctx),
  },
  { name: 'payments/settle', everyMs: ({ sweepIntervalMs }) => sweepIntervalMs, run: settleSessions },
];

/** One run per attempt to send a refund. */
export const queues: readonly QueueJob[] = [
  {
    queue: SEND_REFUND_QUEUE,
    concurrency: 2,
    run: (ctx, data) => sendRefund(ctx, Booked.parse(data).refundId),
  },
];
