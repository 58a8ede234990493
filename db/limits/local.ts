import { LRUCache } from 'lru-cache';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { RateLimiter, RateLimitSize } from '#kit/rate-limit.ts';

/** Options of both limits of one process beyond their size. */
interface LocalOptions {
  /** Keys remembered; the least recently used one is dropped first and starts afresh. */
  readonly keys?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const KEYS = 20_000;
const monotonic = () => performance.now();

/** Fixed windows of this process, from a key's first request on. Several processes give a key a window each. */
export function localRateLimiter({
  limit,
  windowMs,
  keys = KEYS,
  now = monotonic,
}: RateLimitSize & LocalOptions): RateLimiter {
  const windows = new LRUCache<string, { readonly used: number; readonly endsAt: number }>({ max: keys });
  return {
    async take(key, cost = 1) {
      const at = now();
      const held = windows.get(key);
      const open = held && held.endsAt > at ? held : { used: 0, endsAt: at + windowMs };
      const used = open.used + cost;
      windows.set(key, { ...open, used });
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
  const buckets = new LRUCache<string, { readonly points: number; readonly at: number }>({ max: keys });
  return {
    async take(key, points) {
      const at = now();
      const before = buckets.get(key) ?? { points: capacity, at };
      const full = Math.min(capacity, before.points + ((at - before.at) / 1000) * restoredPerSecond);
      const allowed = points <= full;
      const left = allowed ? full - points : full;
      buckets.set(key, { points: left, at });
      const missing = Math.max(0, points - full);
      return {
        allowed,
        available: Math.floor(left),
        retryAfterSeconds: Math.max(1, Math.ceil(missing / restoredPerSecond)),
      };
    },
  };
}
