import { within } from '#kit/deadline.ts';
import { isUnavailable } from '#kit/unavailable.ts';

/** What is in memory may be served for this long after it was last known to be right. */
export const OLDEST_SERVED_MS = 10_000;

/** A read that takes longer is not waited for where memory has an answer. */
const PATIENCE_MS = 2_000;
/** After a failed read, memory answers without asking again for this long. */
const AWAY_MS = 1_000;

/** Reads, or answers with what is kept in memory while the database does not answer; `kept` returns undefined for nothing. */
export type OrKept = <T>(read: () => Promise<T>, kept: () => T | undefined) => Promise<T>;

/** One for each thing that is kept: it remembers for how long its reads need not be tried. */
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
