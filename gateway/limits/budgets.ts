import { createLru } from '#kit/lru.ts';

/** What a caller has after spending, or being refused. */
export interface Spending {
  readonly allowed: boolean;
  /** Whole points left. */
  readonly available: number;
  /** Whole seconds until the points are there that were asked for, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A bucket of points per key; spent points flow back with time. */
export interface Budgets {
  /** Takes points, or nothing where there are too few. */
  readonly take: (key: string, points: number) => Spending;
}

interface Bucket {
  readonly points: number;
  readonly at: number;
}

export interface BudgetOptions {
  readonly capacity: number;
  readonly restoredPerSecond: number;
  /** Keys remembered; one forgotten starts with a full bucket, as it would have by then. */
  readonly keys?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** Buckets of this process. Several processes give a caller one bucket each. */
export function createBudgets({
  capacity,
  restoredPerSecond,
  keys = 20_000,
  now = () => performance.now(),
}: BudgetOptions): Budgets {
  const buckets = createLru<string, Bucket>(keys);
  return {
    take(key, points) {
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
