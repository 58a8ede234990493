import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kit/log.ts';

/**
 * Lock timeout for each attempt to change a table: queries on the table queue behind the attempt for as long
 * as the blocking transaction runs.
 */
export const LOCK_WAIT_MS = 200;

/** Pause between attempts, so that queries queued behind the first attempt can run. */
const PAUSE_MS = { first: 300, longest: 3_000 };

/** After this long the change fails: an operator has to look at the open transaction. */
const GIVE_UP_AFTER_MS = 600_000;

/** Retries a change with `LOCK_WAIT_MS` per lock until no transaction blocks it. */
export async function untilUnlocked<T>(change: () => Promise<T>, log?: Pick<Logger, 'warn'>): Promise<T> {
  const endAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS.longest)) {
    try {
      return await change();
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > endAt) throw error;
      log?.warn({ err: error }, 'A migration is waiting for an open transaction');
    }
    await sleep(pauseMs);
  }
}

/** SQLSTATEs caused by another transaction: `lock_not_available` and `deadlock_detected`. */
const IN_THE_WAY = ['55P03', '40P01'];

function isInTheWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && IN_THE_WAY.includes(String(error.code))) || isInTheWay(error.cause);
}
