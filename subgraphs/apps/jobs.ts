import type { RecurringJob } from '#db/subgraph.ts';
import { purgeExpired } from './installs/commands/purge-expired.ts';
import { expireForwardQueue } from './webhooks/commands/expire-forward-queue.ts';
import { purgeDeliveries } from './webhooks/commands/purge-deliveries.ts';
import { releaseHandedOver } from './webhooks/commands/release-handed-over.ts';

/** How often it is looked for `forward` windows that ended with something nobody acknowledged. */
const RELEASE_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

/** What is found by looking: deliveries that waited or were kept long enough, and credentials whose time is over. */
export const recurring: readonly RecurringJob[] = [
  { name: 'apps/release-handed-over', everyMs: () => RELEASE_EVERY_MS, run: releaseHandedOver },
  {
    name: 'apps/expire-forward-queue',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    run: expireForwardQueue,
  },
  { name: 'apps/purge-deliveries', everyMs: () => HOUR_MS, run: purgeDeliveries },
  { name: 'apps/purge-expired', everyMs: ({ sweepIntervalMs }) => sweepIntervalMs, run: purgeExpired },
];
