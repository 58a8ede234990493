import { LRUCache } from 'lru-cache';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import { lazily } from '#kit/lazily.ts';
import type { RateLimiter, RateLimitSize } from '#kit/rate-limit.ts';

/** Options of both limits of one process beyond their size. */
interface LocalOptions {
  /** Keys remembered; the least recently used one is dropped first and starts afresh. */
  readonly keys?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const KEYS = 20_000;

/** Half a megabyte from its beginning, which is made for the first request that counts in it. */
const remembering = <T extends object>(max: number) => lazily(() => new LRUCache<string, T>({ max }));

const monotonic = () => performance.now();

/** Fixed windows of this process, from a key's first request on. Several processes give a key a window each. */
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

/** Buckets of this process. Several processes give a caller one bucket each. */
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
