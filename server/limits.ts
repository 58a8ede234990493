import type { Database } from '#db/database.ts';
import { localBudgets } from '#db/limits/local.ts';
import { openRateLimiter } from '#db/limits/postgres.ts';
import { redisBudgets, redisRateLimiter } from '#db/limits/redis.ts';
import { openRedis } from '#db/redis/redis.ts';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { Logger } from '#kit/log.ts';
import { recordMetric } from '#kit/metrics.ts';
import type { RateLimiter, RateLimitSize } from '#kit/rate-limit.ts';
import type { RedisAddress } from '#kit/redis-address.ts';

/** Storage for limits. A name keeps one limit's keys separate from other limits' keys. */
export interface Limits {
  /** Requests per window, exact across all processes. */
  readonly requests: (name: string, size: RateLimitSize) => RateLimiter;
  /** Points that are restored over time. */
  readonly points: (name: string, size: BudgetSize) => Budgets;
  /** Rejects if the shared request counter is unavailable. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

export interface OpenLimits {
  readonly db: Database;
  readonly redis: RedisAddress | null;
  readonly redisTimeoutMs: number;
  readonly log: Logger;
}

/** Uses Redis if the settings name one; otherwise PostgreSQL counts requests, and each process counts points. */
export async function openLimits(open: OpenLimits): Promise<Limits> {
  const { requests, points, ...limits } = await uncounted(open);
  return {
    ...limits,
    requests: (name, size) =>
      counting(requests(name, size), () => recordMetric('rateLimitHit', { limit: name })),
    points: (name, size) =>
      counting(points(name, size), () => recordMetric('costThrottle', { budget: name })),
  };
}

/** Wraps a limit and counts its refusals. */
const counting = <T extends { readonly allowed: boolean }, A extends readonly unknown[]>(
  { take }: { readonly take: (...asked: A) => Promise<T> },
  onRefusal: () => void,
) => ({
  async take(...asked: A): Promise<T> {
    const taken = await take(...asked);
    if (!taken.allowed) onRefusal();
    return taken;
  },
});

async function uncounted({ db, redis: address, redisTimeoutMs, log }: OpenLimits): Promise<Limits> {
  if (address === null) return inPostgres(db);
  const redis = await openRedis({ address, log, answerTimeoutMs: redisTimeoutMs });
  return {
    requests: (name, size) => redisRateLimiter({ redis, name, ...size }),
    points: (name, size) => redisBudgets({ redis, name, ...size }),
    check: async () => {}, // without Redis each process counts separately and keeps serving
    close: redis.close,
  };
}

function inPostgres(db: Database): Limits {
  const opened: (() => Promise<void>)[] = [];
  return {
    requests(name, size) {
      const limiter = openRateLimiter({ db, name, ...size });
      opened.push(limiter.check);
      return limiter;
    },
    points: (_name, size) => localBudgets(size),
    async check() {
      await Promise.all(opened.map((check) => check()));
    },
    close() {},
  };
}
