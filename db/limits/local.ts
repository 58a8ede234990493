import { LRUCache } from 'lru-cache';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import { lazily } from '#kit/lazily.ts';
import type { RateLimiter, RateLimitSize } from '#kit/rate-limit.ts';

/** Options for both in-process limits, in addition to their size. */
interface LocalOptions {
  /** Maximum number of keys in memory; the least recently used key is dropped first and starts over. */
  readonly keys?: number;
  /** Milliseconds from a monotonic clock. */
  readonly now?: () => number;
}

const KEYS = 20_000;

/** The cache allocates half a megabyte up front, so it's created on the first counted request. */
const remembering = <T extends object>(max: number) => lazily(() => new LRUCache<string, T>({ max }));

const monotonic = () => performance.now();

/**
 * Creates a rate limiter for this process with fixed windows, starting at a key's first request. With several
 * processes, a key has a window in each.
 */
export function localRateLimiter({
  limit,
  windowMs,
  keys = KEYS,
  now = monotonic,
}: RateLimitSize & LocalOptions): RateLimiter {
  const windows = remembering<{ readonly used: number; readonly endsAt: number }>(keys);
  return {
    async take(key, cost = 1) {
      const at = now();
      const held = windows.get().get(key);
      const open = held && held.endsAt > at ? held : { used: 0, endsAt: at + windowMs };
      const used = open.used + cost;
      windows.get().set(key, { ...open, used });
      return {
        allowed: used <= limit,
        retryAfterSeconds: Math.max(1, Math.ceil((open.endsAt - at) / 1000)),
        remaining: Math.max(0, limit - used),
      };
    },
  };
}

/** Creates budgets for this process. With several processes, a caller has a bucket in each. */
export function localBudgets({
  capacity,
  restoredPerSecond,
  keys = KEYS,
  now = monotonic,
}: BudgetSize & LocalOptions): Budgets {
  const buckets = remembering<{ readonly points: number; readonly at: number }>(keys);
  return {
    async take(key, points) {
      const at = now();
      const before = buckets.get().get(key) ?? { points: capacity, at };
      const full = Math.min(capacity, before.points + ((at - before.at) / 1000) * restoredPerSecond);
      const allowed = points <= full;
      const left = allowed ? full - points : full;
      buckets.get().set(key, { points: left, at });
      const missing = Math.max(0, points - full);
      return {
        allowed,
        available: Math.floor(left),
        retryAfterSeconds: Math.max(1, Math.ceil(missing / restoredPerSecond)),
      };
    },
  };
}
