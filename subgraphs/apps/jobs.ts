import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import type { Wait } from '#db/waits.ts';
import { collectDebts } from './billing/commands/collect-debts.ts';
import { endUnusedThemes } from './billing/commands/end-unused-theme.ts';
import { issueStatements } from './billing/commands/issue-statements.ts';
import { renewSubscriptions } from './billing/commands/renew-subscriptions.ts';
import { mailBooking } from './emails/commands/mail-booking.ts';
import { mailMessage } from './emails/commands/mail-message.ts';
import { mailRequest } from './emails/commands/mail-request.ts';
import { sendMails } from './emails/commands/send-mails.ts';
import { sendWaitingMails } from './emails/commands/send-waiting-mails.ts';
import { CLAIM_MS, LONGEST_RETRY_MS } from './emails/domain/mail-schedule.ts';
import { MAIL_BOOKING } from './emails/outbox/booking-mail-job.ts';
import { MAIL_MESSAGE } from './emails/outbox/message-mail-job.ts';
import { SEND_MAIL, SEND_MAILS } from './emails/outbox/outbox.ts';
import { MAIL_REQUEST } from './emails/outbox/request-mail-job.ts';
import { closeTeams } from './identity/commands/close-teams.ts';
import { finishSignUp } from './identity/commands/finish-sign-up.ts';
import { mailReset } from './identity/commands/mail-reset.ts';
import { ATTEMPT_WINDOW_MS } from './identity/domain/sessions.ts';
import { FORGOT } from './identity/store/forgot-job.ts';
import { SIGN_UP } from './identity/store/sign-up-job.ts';
import { purgeExpired } from './installs/commands/purge-expired.ts';
import { processPictures } from './listings/commands/process-pictures.ts';
import { purgeListingMedia } from './listings/commands/purge-listing-media.ts';
import { PROCESS_LISTING_MEDIA } from './listings/store/media-queue.ts';
import { expireForwardQueue } from './webhooks/commands/expire-forward-queue.ts';
import { mailFailingApps } from './webhooks/commands/mail-failing-apps.ts';
import { purgeDeliveries } from './webhooks/commands/purge-deliveries.ts';
import { recordHistory } from './webhooks/commands/record-history.ts';
import { releaseHandedOver } from './webhooks/commands/release-handed-over.ts';
import { SAMPLE_MS } from './webhooks/domain/platform-history.ts';
import { longestRetryMs } from './webhooks/domain/retry.ts';
import { LEASE_MS } from './webhooks/store/lease.ts';

/**
 * Interval for releasing unacknowledged deliveries after their `forward` window ends, which can be at most 5
 * s late.
 */
const RELEASE_EVERY_MS = 2_000;
const HOUR_MS = 3_600_000;

/** Time within which a new email is sent; emails written meanwhile share one scan. */
const SEND_MAILS_SOON_MS = 20;
/** Interval for comparing apps' failures with the week before. */
const COMPARE_EVERY_MS = 6 * HOUR_MS;

/** Periodic jobs: process waiting deliveries, and delete old deliveries and expired credentials. */
export const recurring: readonly RecurringJob[] = [
  { name: 'apps/release-handed-over', everyMs: () => RELEASE_EVERY_MS, run: releaseHandedOver },
  {
    name: 'apps/expire-forward-queue',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: expireForwardQueue,
  },
  {
    name: 'apps/close-teams',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: closeTeams,
  },
  { name: 'apps/purge-deliveries', everyMs: () => HOUR_MS, deletes: true, run: purgeDeliveries },
  {
    name: SEND_MAILS,
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    soonMs: SEND_MAILS_SOON_MS,
    run: sendMails,
  },
  {
    name: 'apps/send-waiting-mails',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: sendWaitingMails,
  },
  { name: 'apps/record-history', everyMs: () => SAMPLE_MS, run: recordHistory },
  { name: 'apps/mail-failing-apps', everyMs: () => COMPARE_EVERY_MS, run: mailFailingApps },
  {
    name: 'apps/process-pictures',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: processPictures,
  },
  { name: 'apps/purge-listing-media', everyMs: () => HOUR_MS, deletes: true, run: purgeListingMedia },
  {
    name: 'apps/renew-subscriptions',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: renewSubscriptions,
  },
  {
    name: 'apps/issue-statements',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: issueStatements,
  },
  {
    name: 'apps/collect-debts',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: collectDebts,
  },
  { name: 'apps/end-unused-themes', everyMs: () => HOUR_MS, deletes: true, run: endUnusedThemes },
  {
    name: 'apps/purge-expired',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: purgeExpired,
  },
];

/**
 * Jobs scheduled by commands: emails, listing pictures, and look-ups deferred until after the response, so
 * that its timing reveals nothing.
 */
export const queues: readonly QueueJob[] = [
  { queue: SEND_MAIL, where: ({ mailUrl }) => mailUrl !== null, run: sendMails },
  { queue: MAIL_BOOKING, concurrency: 4, run: mailBooking },
  { queue: MAIL_REQUEST, concurrency: 2, run: mailRequest },
  { queue: MAIL_MESSAGE, concurrency: 2, run: mailMessage },
  { queue: SIGN_UP, concurrency: 2, run: finishSignUp },
  { queue: FORGOT, concurrency: 2, run: mailReset },
  { queue: PROCESS_LISTING_MEDIA, run: processPictures },
];

const WAITING = `status IN ('pending', 'retrying')`;

export const waits: readonly Wait[] = [
  {
    table: 'apps.deliveries',
    column: 'next_attempt_at',
    longestMs: ({ webhookRetryScheduleMs }) => longestRetryMs(webhookRetryScheduleMs),
    where: WAITING,
  },
  { table: 'apps.deliveries', column: 'claimed_until', longestMs: () => LEASE_MS, where: WAITING },
  { table: 'apps.mails', column: 'due_at', longestMs: () => LONGEST_RETRY_MS, where: `status = 'queued'` },
  { table: 'apps.mails', column: 'claimed_until', longestMs: () => CLAIM_MS, where: `status = 'queued'` },
  { table: 'apps.sign_in_failures', column: 'ends_at', longestMs: () => ATTEMPT_WINDOW_MS },
];
