import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import type { Wait } from '#db/waits.ts';
import { recoverChanges } from './bookings/commands/recover-changes.ts';
import { sweepHolds } from './bookings/commands/sweep-holds.ts';
import { syncWaitingNights } from './bookings/commands/sync-waiting-nights.ts';
import { purgeExpired } from './commands/purge-expired.ts';
import { purgeGuests } from './contacts/commands/purge-guests.ts';
import { adoptGuests } from './conversations/commands/adopt-guests.ts';
import { closeQuiet } from './conversations/commands/close-quiet.ts';
import { fetchAttachments } from './conversations/commands/fetch-attachments.ts';
import { purgeAttachments } from './conversations/commands/purge-attachments.ts';
import { LONGEST_FETCH_WAIT_MS } from './conversations/domain/fetched-file.ts';
import { REPORTED_WITHIN_MS } from './conversations/domain/hand-over.ts';
import { FETCH_ATTACHMENT } from './conversations/steps/fetch-later.ts';
import { syncWaitingClosures } from './housekeeping/commands/sync-waiting-closures.ts';
import { planBooking } from './messages/commands/plan-booking.ts';
import { planRule } from './messages/commands/plan-rule.ts';
import { LONGEST_RETRY_MS, sendRuleMessages } from './messages/commands/send-rule-messages.ts';
import { PLAN_MESSAGES, PLAN_RULE } from './messages/steps/follow-stay.ts';
import { followSales } from './reports/commands/follow-sales.ts';
import { expireChangeRequests } from './requests/commands/expire-change-requests.ts';
import { sweepRequests } from './requests/commands/sweep-requests.ts';
import { expireSessions } from './sessions/commands/expire-sessions.ts';
import { recoverCompletions } from './sessions/commands/recover-completions.ts';
import { recordDays } from './stays/commands/record-days.ts';

/**
 * Interval for finding interrupted completions; not a setting, because a completion must never stay stuck for
 * more than 30 s.
 */
const RECOVERY_INTERVAL_MS = 6_000;
/** Interval for sums in reports, which compute newer changes themselves. */
const REPORT_INTERVAL_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Work found by polling: interrupted completions and changes, and rows whose time has passed. */
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
  // Releases nights left by a crash, even while holds don't expire.
  {
    name: 'checkout/sync-waiting-nights',
    everyMs: (config) => config.sweepIntervalMs,
    run: syncWaitingNights,
  },
  {
    name: 'checkout/sync-waiting-closures',
    everyMs: (config) => config.sweepIntervalMs,
    run: syncWaitingClosures,
  },
  {
    name: 'checkout/sweep-requests',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: sweepRequests,
  },
  {
    name: 'checkout/expire-change-requests',
    everyMs: (config) => config.sweepIntervalMs,
    run: expireChangeRequests,
  },
  {
    name: 'checkout/record-days',
    everyMs: (config) => config.sweepIntervalMs,
    deletes: true,
    run: recordDays,
  },
  {
    name: 'checkout/send-rule-messages',
    everyMs: (config) => config.sweepIntervalMs,
    run: sendRuleMessages,
  },
  { name: 'checkout/adopt-guests', everyMs: (config) => config.sweepIntervalMs, run: adoptGuests },
  { name: 'checkout/follow-sales', everyMs: () => REPORT_INTERVAL_MS, run: followSales },
  { name: 'checkout/close-quiet', everyMs: () => HOUR_MS, deletes: true, run: closeQuiet },
  { name: 'checkout/purge-guests', everyMs: () => HOUR_MS, deletes: true, run: purgeGuests },
];

/** Jobs that commands enqueue. */
export const queues: readonly QueueJob[] = [
  { queue: FETCH_ATTACHMENT, run: fetchAttachments },
  { queue: PLAN_MESSAGES, run: planBooking },
  { queue: PLAN_RULE, run: planRule },
];

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
  {
    table: 'checkout.rule_messages',
    column: 'next_attempt_at',
    longestMs: () => LONGEST_RETRY_MS,
    where: `status = 'waiting' AND attempts > 0`,
  },
  { table: 'checkout.attachments', column: 'next_attempt_at', longestMs: () => LONGEST_FETCH_WAIT_MS },
];
