import { setTimeout as delay } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import { readFeed } from './read-feed.ts';

/** Reads in progress that hosts requested, by feed. */
export type FeedReadings = Map<number, Promise<void>>;

/**
 * Maximum time a host waits for a read, from the start of the request. The whole response takes less than 2
 * s.
 */
const PATIENCE_MS = 1_700;

interface InTime {
  /** `performance.now()` when the request began. */
  readonly since: number;
  /** True to start another read although one is running, since the running read uses the old address. */
  readonly anew?: boolean;
}

/**
 * Reads a feed; never call it inside a transaction. A slow read continues in the background, and the host
 * sees the current feed until then.
 */
export async function readInTime(
  ctx: SubgraphContext,
  id: number,
  { since, anew = false }: InTime,
): Promise<void> {
  const { feedReadings } = ctx.services.catalog;
  const running = feedReadings.get(id);
  const reading = running && !anew ? running : start(ctx, id, feedReadings);
  const waiting = new AbortController();
  const patience = Math.max(0, PATIENCE_MS - (performance.now() - since));
  const late = delay(patience, undefined, { signal: waiting.signal }).catch(() => undefined); // aborted below
  try {
    await Promise.race([reading, late]);
  } finally {
    waiting.abort();
  }
}

function start(ctx: SubgraphContext, id: number, readings: FeedReadings): Promise<void> {
  const reading = readFeed(ctx, id).finally(() => {
    if (readings.get(id) === reading) readings.delete(id);
  });
  readings.set(id, reading);
  reading.catch((error: unknown) => {
    ctx.log.error({ err: error, feedId: id }, 'Failed to read a calendar');
  });
  return reading;
}
