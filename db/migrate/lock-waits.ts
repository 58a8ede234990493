import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kit/log.ts';

/**
 * A change of a table waits for its lock this long at a time: those who use the table wait behind it, however long the transaction
 * takes that it waits for.
 */
export const LOCK_WAIT_MS = 200;

/** Between two attempts those who waited behind the first have their turn. */
const PAUSE_MS = { first: 300, longest: 3_000 };

/** After this long it fails: someone has to look at the transaction that stays open. */
const GIVE_UP_AFTER_MS = 600_000;

/** Makes a change that waits for locks at most `LOCK_WAIT_MS`, again and again until none is in its way. */
export async function untilUnlocked<T>(change: () => Promise<T>, log?: Pick<Logger, 'warn'>): Promise<T> {
  const endAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS.longest)) {
    try {
      return await change();
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > endAt) throw error;
      log?.warn({ err: error }, 'a change of the database waits for a transaction that stays open');
    }
    await sleep(pauseMs);
  }
}

/** SQLSTATEs of what another transaction is in the way of: `lock_not_available` and `deadlock_detected`. */
const IN_THE_WAY = ['55P03', '40P01'];

function isInTheWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && IN_THE_WAY.includes(String(error.code))) || isInTheWay(error.cause);
}
