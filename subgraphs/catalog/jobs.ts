import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import type { Wait } from '#db/waits.ts';
import { createMissingExports } from './calendars/commands/create-missing-exports.ts';
import { readDueFeeds } from './calendars/commands/read-due-feeds.ts';
import { longestReadingMs } from './calendars/domain/feed-state.ts';
import { ACKNOWLEDGE_MS, LONGEST_AGAIN_MS } from './channels/domain/push-outcome.ts';
import { purgeExpired } from './commands/purge-expired.ts';
import { checkInjections } from './injections/commands/check-injections.ts';
import { processPhotos } from './media/commands/process-photos.ts';
import { purgeMedia } from './media/commands/purge-media.ts';
import { PROCESS_MEDIA_QUEUE } from './media/store/media-queue.ts';
import { ANNOUNCE_AVAILABILITY, announceAvailability } from './rates/commands/announce-availability.ts';
import { extendHorizon } from './rates/commands/extend-horizon.ts';
import { pruneNightLog } from './stays/commands/prune-night-log.ts';
import { checkDueDomains } from './storefronts/commands/check-due-domains.ts';
import { runTransfers } from './transfer/commands/run-transfers.ts';
import { TRANSFER } from './transfer/store/transfers.ts';

/** Interval for extending the nights on sale; one night is added each day. */
const HORIZON_CHECK_MS = 3_600_000;

/** Interval for purging rows after their retention, and unused photos. */
const PURGE_MS = 3_600_000;

/**
 * Delay before taken and released nights are published together, and interval between searches for nights
 * that a crash left unpublished.
 */
const ANNOUNCE_MS = { soon: 1_000, atLeast: 10_000 };

/**
 * Interval between searches for unit types without a calendar link. Only a process of an earlier release
 * creates such a unit type.
 */
const EXPORTS_MS = 600_000;

/** Interval for dropping night changes that every process has seen. */
const PRUNE_MS = 60_000;

/**
 * Recurring jobs: announce changed nights, put new nights on sale, look up hosts' domains, check failing
 * frames, read external calendars, prune the change log, delete unused photos.
 */
export const recurring: readonly RecurringJob[] = [
  {
    name: ANNOUNCE_AVAILABILITY,
    everyMs: () => ANNOUNCE_MS.atLeast,
    soonMs: ANNOUNCE_MS.soon,
    run: announceAvailability,
  },
  {
    name: 'catalog/check-due-domains',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: checkDueDomains,
  },
  {
    name: 'catalog/check-injections',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: checkInjections,
  },
  { name: 'catalog/create-missing-exports', everyMs: () => EXPORTS_MS, run: createMissingExports },
  { name: 'catalog/extend-horizon', everyMs: () => HORIZON_CHECK_MS, run: extendHorizon },
  {
    name: 'catalog/process-photos',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: processPhotos,
  },
  { name: 'catalog/prune-night-log', everyMs: () => PRUNE_MS, deletes: true, run: pruneNightLog },
  { name: 'catalog/purge-expired', everyMs: () => PURGE_MS, deletes: true, run: purgeExpired },
  { name: 'catalog/purge-media', everyMs: () => PURGE_MS, deletes: true, run: purgeMedia },
  {
    name: 'catalog/read-due-feeds',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: readDueFeeds,
  },
  {
    name: 'catalog/run-transfers',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: runTransfers,
  },
];

const HOUR_MS = 3_600_000;

export const waits: readonly Wait[] = [
  { table: 'catalog.channel_push', column: 'next_attempt_at', longestMs: () => LONGEST_AGAIN_MS },
  { table: 'catalog.channel_push', column: 'claimed_until', longestMs: () => ACKNOWLEDGE_MS },
  {
    table: 'catalog.ical_feed',
    column: 'next_read_at',
    longestMs: ({ icalIntervalMs }) => longestReadingMs(icalIntervalMs),
    where: `removed_at IS NULL AND status <> 'paused'`,
  },
  { table: 'catalog.storefront_domain', column: 'next_check_at', longestMs: () => 24 * HOUR_MS },
  { table: 'catalog.transfer', column: 'claimed_until', longestMs: () => HOUR_MS },
  { table: 'catalog.injection_check', column: 'next_at', longestMs: () => HOUR_MS },
];

/** Jobs that commands enqueue. */
export const queues: readonly QueueJob[] = [
  { queue: PROCESS_MEDIA_QUEUE, run: processPhotos },
  { queue: TRANSFER, run: runTransfers },
];
