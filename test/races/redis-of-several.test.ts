import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisRateLimiter } from '#db/limits/redis.ts';
import { openRedis } from '#db/redis/redis.ts';
import { newUuid } from '#kit/ids.ts';
import { redisAddress } from '#kit/redis-address.ts';
import { startClusteredRedis, startWatchedRedis } from '../support/redis.ts';
import { eventually } from '../support/task-world.ts';

/** A limiter of one more process, under a name that only this test has. */
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

/** Whether what one takes is missing at the other. */
async function shareOneBudget(limiters: readonly Awaited<ReturnType<typeof limiterOf>>[]): Promise<boolean> {
  const key = newUuid();
  const left: number[] = [];
  for (const limiter of [...limiters, ...limiters]) left.push((await limiter.take(key)).remaining);
  return left.join() === left.map((_, n) => 999 - n).join();
}

describe('a primary that sentinels watch', () => {
  test('when it dies, limits are counted on and shared again on the one they name', async () => {
    const redis = await startWatchedRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    const limiters = [await limiterOf(redis.url, name), await limiterOf(redis.url, name)];
    await eventually(() => shareOneBudget(limiters), Boolean);

    await redis.primary.stop();
    for (const limiter of limiters) expect(await limiter.take('a')).toMatchObject({ allowed: true });
    await eventually(() => shareOneBudget(limiters), Boolean);
  });

  test('when it hangs, limits are counted on and shared again on the one they name', async () => {
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
  /** Keys enough that every shard has some. */
  const keys = Array.from({ length: 60 }, (_, n) => `10.0.0.${n}`);

  test('two processes together give every key one budget', async () => {
    const redis = await startClusteredRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    // On a busy machine an answer may be late, and counting in one process is another test's subject.
    const patientLimiter = () => limiterOf(redis.url, name, [], 60_000);
    const [one, other] = [await patientLimiter(), await patientLimiter()];
    await Promise.all(keys.map((key) => one.take(key)));
    const takes = await Promise.all(keys.map((key) => other.take(key)));
    expect(new Set(takes.map(({ remaining }) => remaining))).toEqual(new Set([998]));
  });

  test.each([
    ['dies', 'SIGKILL'],
    ['hangs', 'SIGSTOP'],
  ] as const)('when a shard %s, its keys are counted in each process', async (_how, signal) => {
    const redis = await startClusteredRedis();
    onTestFinished(redis.stop);
    const name = newUuid();
    const logged: string[] = [];
    const [one, other] = [await limiterOf(redis.url, name, logged), await limiterOf(redis.url, name)];
    redis.shards[1]?.signal(signal);

    /** By how much the second take of each key differs from the first, of another process: 1 where they share, 0 where not. */
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
    expect(logged).toEqual(['Redis is away: limits are counted in each process until it is back']);
  });
});
