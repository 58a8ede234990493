import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisRateLimiter } from '#db/limits/redis.ts';
import { openRedis } from '#db/redis/redis.ts';
import { newUuid } from '#kit/ids.ts';
import { redisAddress } from '#kit/redis-address.ts';
import { startClusteredRedis, startWatchedRedis } from '../support/redis.ts';
import { eventually } from '../support/task-world.ts';

/** A separate process's limiter, under a name unique to this test. */
async function limiterOf(url: string, name: string, logged: string[] = [], answerTimeoutMs = 250) {
  const address = redisAddress(url);
  if (address === null) throw new Error(`${url} is no address of Redis.`);
  const note = (_fields: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const redis = await openRedis({ address, log, answerTimeoutMs });
  onTestFinished(redis.close);
  while (!redis.isReady()) await sleep(20);
  return redisRateLimiter({ redis, name, limit: 1_000, windowMs: 600_000 });
}

/** Returns true if one limiter's usage reduces the other's budget. */
async function shareOneBudget(limiters: readonly Awaited<ReturnType<typeof limiterOf>>[]): Promise<boolean> {
  const key = newUuid();
  const left: number[] = [];
  for (const limiter of [...limiters, ...limiters]) left.push((await limiter.take(key)).remaining);
  return left.join() === left.map((_, n) => 999 - n).join();
}

describe('a primary that sentinels watch', () => {
  test('limits still apply after the primary dies and are shared again on the newly promoted primary', async () => {
    const redis = await startWatchedRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    const limiters = [await limiterOf(redis.url, name), await limiterOf(redis.url, name)];
    await eventually(() => shareOneBudget(limiters), Boolean);

    await redis.primary.stop();
    for (const limiter of limiters) expect(await limiter.take('a')).toMatchObject({ allowed: true });
    await eventually(() => shareOneBudget(limiters), Boolean);
  });

  test('limits still apply after the primary hangs and are shared again on the newly promoted primary', async () => {
    const redis = await startWatchedRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    const limiters = [await limiterOf(redis.url, name), await limiterOf(redis.url, name)];

    redis.primary.signal('SIGSTOP');
    for (const limiter of limiters) expect(await limiter.take('a')).toMatchObject({ allowed: true });
    await eventually(() => shareOneBudget(limiters), Boolean);
  });
});

describe('a cluster', () => {
  /** Enough keys for every shard to have some. */
  const keys = Array.from({ length: 60 }, (_, n) => `10.0.0.${n}`);

  test('two processes on a cluster share one budget per key', async () => {
    const redis = await startClusteredRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    // On a busy machine a response may be late, and another test covers counting in one process.
    const patientLimiter = () => limiterOf(redis.url, name, [], 60_000);
    const [one, other] = [await patientLimiter(), await patientLimiter()];
    await Promise.all(keys.map((key) => one.take(key)));
    const takes = await Promise.all(keys.map((key) => other.take(key)));
    expect(new Set(takes.map(({ remaining }) => remaining))).toEqual(new Set([998]));
  });

  test.each([
    ['dies', 'SIGKILL'],
    ['hangs', 'SIGSTOP'],
  ] as const)('each process counts its keys separately when a shard %s', async (_how, signal) => {
    const redis = await startClusteredRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    const logged: string[] = [];
    const [one, other] = [await limiterOf(redis.url, name, logged), await limiterOf(redis.url, name)];
    redis.shards[1]?.signal(signal);

    /**
     * Difference between each key's second take and the first, made by another process: 1 if they share, 0 if
     * not.
     */
    const differences = async () => {
      const round = newUuid();
      const by: number[] = [];
      for (const key of keys) {
        const { remaining } = await one.take(`${round} ${key}`);
        by.push(remaining - (await other.take(`${round} ${key}`)).remaining);
      }
      return by;
    };
    const kept = await eventually(differences, (by) => by.includes(0) && by.includes(1));
    expect(new Set(kept)).toEqual(new Set([0, 1]));
    await differences();
    expect(logged).toEqual(["Redis is unavailable: each process counts limits separately until it's back"]);
  });
});
