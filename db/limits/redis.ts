import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { RateLimiter, RateLimitSize } from '#kit/rate-limit.ts';
import { type Redis, redisScript } from '../redis/redis.ts';
import { localBudgets, localRateLimiter } from './local.ts';

/** A limit's location in Redis. */
interface Shared {
  readonly redis: Redis;
  /** Separates its keys from other limits' keys. */
  readonly name: string;
}

const keyOf = (name: string, key: string) => `platform:limit:${name}:${key}`;

const WINDOW = redisScript(`
  local used = redis.call('INCRBY', KEYS[1], ARGV[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or left > tonumber(ARGV[2]) then
    left = tonumber(ARGV[2])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return {used, left}`);

/**
 * Creates a rate limiter on Redis, exact across all processes that share it: a key's window starts with its
 * first request and is fixed. While Redis is down, each process counts separately, so an outage never causes
 * refusals.
 */
export function redisRateLimiter({ redis, name, limit, windowMs }: Shared & RateLimitSize): RateLimiter {
  const local = localRateLimiter({ limit, windowMs });
  return {
    take: (key, cost = 1) =>
      whileAway(
        redis,
        () => local.take(key, cost),
        async () => {
          const [used = 0, msLeft = 0] = await redis.run(WINDOW, keyOf(name, key), cost, windowMs);
          return {
            allowed: used <= limit,
            retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
            remaining: Math.max(0, limit - used),
          };
        },
      ),
  };
}

/** Uses Redis's clock, so processes needn't agree on the time. A full bucket is equivalent to no bucket. */
const BUCKET = redisScript(`
  local capacity, rate, points = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local held = redis.call('HMGET', KEYS[1], 'points', 'at')
  local full = capacity
  if held[1] then
    full = math.min(capacity, held[1] + math.max(0, now - held[2]) / 1000 * rate)
  end
  local allowed = points <= full
  local left = allowed and full - points or full
  redis.call('HSET', KEYS[1], 'points', string.format('%.6f', left), 'at', string.format('%.3f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((capacity - left) / rate * 1000) + 1000)
  return {allowed and 1 or 0, math.floor(left), math.max(1, math.ceil((points - full) / rate))}`);

/**
 * Creates point buckets on Redis, one per key for all processes. While Redis is down, each process has its
 * own.
 */
export function redisBudgets({ redis, name, capacity, restoredPerSecond }: Shared & BudgetSize): Budgets {
  const local = localBudgets({ capacity, restoredPerSecond });
  return {
    take: (key, points) =>
      whileAway(
        redis,
        () => local.take(key, points),
        async () => {
          const [allowed, available = 0, retryAfterSeconds = 1] = await redis.run(
            BUCKET,
            keyOf(name, key),
            capacity,
            restoredPerSecond,
            points,
          );
          return { allowed: allowed === 1, available, retryAfterSeconds };
        },
      ),
  };
}

/**
 * Uses Redis if it's ready; if it fails to respond, this process decides, and the connection logs the
 * failure.
 */
async function whileAway<T>(redis: Redis, local: () => Promise<T>, shared: () => Promise<T>): Promise<T> {
  if (!redis.isReady()) return local();
  return shared().catch(local);
}
