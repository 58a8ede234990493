import { z } from 'zod';
import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import { bookWaitingMoney } from './commands/book-waiting-money.ts';
import { expireSessions } from './commands/expire-sessions.ts';
import { sendRefund } from './commands/send-refund.ts';
import { SEND_REFUND_QUEUE } from './steps/insert-refund.ts';

const Booked = z.object({ refundId: z.uuid() });

/** Work found by polling: expired sessions, and payments not booked yet. */
export const recurring: readonly RecurringJob[] = [
  {
    name: 'payments/expire-sessions',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: (ctx) => expireSessions(ctx),
  },
  {
    name: 'payments/book-waiting-money',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: bookWaitingMoney,
  },
];

/** One run per attempt to send a refund. */
export const queues: readonly QueueJob[] = [
  {
    queue: SEND_REFUND_QUEUE,
    formerly: 'payments-send-refund',
    concurrency: 2,
    run: (ctx, data) => sendRefund(ctx, Booked.parse(data).refundId),
  },
];
