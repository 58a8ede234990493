import { within } from '#kit/deadline.ts';
import { isUnavailable } from '#kit/unavailable.ts';

/** Maximum time that data is served from memory after it was last known to be correct. */
export const OLDEST_SERVED_MS = 10_000;

/** Longest wait for a read if memory has the value. */
const PATIENCE_MS = 2_000;
/** After a failed read, data is served from memory for this long without another attempt. */
const AWAY_MS = 1_000;

/**
 * Reads, or returns the cached value while the database is unreachable; `kept` returns undefined if there is
 * none.
 */
export type OrKept = <T>(read: () => Promise<T>, kept: () => T | undefined) => Promise<T>;

/** Creates the function for a single cached value: it remembers how long to skip reads. */
export function openOrKept(): OrKept {
  let awayUntil = Number.NEGATIVE_INFINITY;
  return async (read, kept) => {
    const known = kept();
    if (known === undefined) return read();
    if (performance.now() < awayUntil) return known;
    try {
      return await within(PATIENCE_MS, 'Reading', read());
    } catch (error) {
      const still = kept();
      if (!isUnavailable(error) || still === undefined) throw error;
      awayUntil = performance.now() + AWAY_MS;
      return still;
    }
  };
}
