import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import type { Wait } from '#db/waits.ts';
import { adoptGuests } from './commands/adopt-guests.ts';
import { closeQuiet } from './commands/close-quiet.ts';
import { expireSessions } from './commands/expire-sessions.ts';
import { fetchAttachments } from './commands/fetch-attachments.ts';
import { purgeAttachments } from './commands/purge-attachments.ts';
import { purgeExpired } from './commands/purge-expired.ts';
import { purgeGuests } from './commands/purge-guests.ts';
import { recordDays } from './commands/record-days.ts';
import { recoverChanges } from './commands/recover-changes.ts';
import { recoverCompletions } from './commands/recover-completions.ts';
import { sweepHolds } from './commands/sweep-holds.ts';
import { sweepRequests } from './commands/sweep-requests.ts';
import { LONGEST_FETCH_WAIT_MS } from './domain/fetched-file.ts';
import { REPORTED_WITHIN_MS } from './domain/hand-over.ts';
import { syncWaitingNights } from './operations/sync-nights.ts';
import { FETCH_ATTACHMENT } from './store/attachments.ts';

/** How often interrupted completions are looked for; not a setting, because nothing may stay stuck for 30 s. */
const RECOVERY_INTERVAL_MS = 6_000;
const HOUR_MS = 3_600_000;

/** What is found by looking: completions and changes that a crash interrupted, and whatever waited or was kept long enough. */
export const recurring: readonly RecurringJob[] = [
  { name: 'checkout/recover-completions', everyMs: () => RECOVERY_INTERVAL_MS, run: recoverCompletions },
  { name: 'checkout/recover-changes', everyMs: () => RECOVERY_INTERVAL_MS, run: recoverChanges },
  {
    name: 'checkout/expire-sessions',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: expireSessions,
  },
  {
    name: 'checkout/purge-expired',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: purgeExpired,
  },
  {
    name: 'checkout/purge-attachments',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: purgeAttachments,
  },
  {
    name: 'checkout/fetch-attachments',
    everyMs: (config) => config.sweepIntervalMs,
    run: fetchAttachments,
  },
  {
    name: 'checkout/sweep-holds',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: sweepHolds,
  },
  // Nights that a crash left are given back also while holds don't expire.
  { name: 'checkout/sync-nights', everyMs: (config) => config.sweepIntervalMs, run: syncWaitingNights },
  {
    name: 'checkout/sweep-requests',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: sweepRequests,
  },
  { name: 'checkout/record-days', everyMs: (config) => config.sweepIntervalMs, run: recordDays },
  { name: 'checkout/adopt-guests', everyMs: (config) => config.sweepIntervalMs, run: adoptGuests },
  { name: 'checkout/close-quiet', everyMs: () => HOUR_MS, run: closeQuiet },
  { name: 'checkout/purge-guests', everyMs: () => HOUR_MS, deletes: true, run: purgeGuests },
];

/** Jobs that commands book. */
export const queues: readonly QueueJob[] = [{ queue: FETCH_ATTACHMENT, run: fetchAttachments }];

export const waits: readonly Wait[] = [
  {
    table: 'checkout.messages',
    column: 'next_attempt_at',
    longestMs: ({ webhookRetryScheduleMs }) => 1.1 * Math.max(60_000, ...webhookRetryScheduleMs),
    where: 'taken_at IS NULL',
  },
  {
    table: 'checkout.messages',
    column: 'next_attempt_at',
    longestMs: () => REPORTED_WITHIN_MS,
    where: 'taken_at IS NOT NULL',
  },
  { table: 'checkout.attachments', column: 'next_attempt_at', longestMs: () => LONGEST_FETCH_WAIT_MS },
];
