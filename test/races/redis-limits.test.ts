import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { redisBudgets, redisRateLimiter } from '#db/limits/redis.ts';
import { openRedis } from '#db/redis/redis.ts';
import { newUuid } from '#kit/ids.ts';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { eventually } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

let redis: TestRedis;
/** Separates each test's keys. */
let name: string;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => {
  name = newUuid();
});

/** A busy machine may respond late, and another test covers counting in the process. */
const PATIENT_MS = 60_000;

/** A separate process's connection, and its log. */
async function connect(answerTimeoutMs?: number) {
  const logged: string[] = [];
  const note = (_fields: object, message: string) => void logged.push(message);
  const connection = await openRedis({
    address: { kind: 'server', url: redis.url },
    log: { info: note, warn: note, error: note },
    ...(answerTimeoutMs !== undefined && { answerTimeoutMs }),
  });
  onTestFinished(connection.close);
  return { connection, logged };
}

async function connected(answerTimeoutMs?: number) {
  const { connection, logged } = await connect(answerTimeoutMs);
  await until(connection.isReady);
  return { connection, logged };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

const AWAY = "Redis is unavailable: each process counts limits separately until it's back";
const BACK = 'Redis is back: limits are shared again';

describe('requests per window', () => {
  const limiterOf = async (limit: number, windowMs = 60_000) =>
    redisRateLimiter({ redis: (await connected(PATIENT_MS)).connection, name, limit, windowMs });

  test('two processes together allow exactly the budget', async () => {
    const limiters = [await limiterOf(100), await limiterOf(100)];
    const takes = await Promise.all(Array.from({ length: 400 }, (_, n) => limiters[n % 2]?.take('10.0.0.1')));
    const allowed = takes.filter((take) => take?.allowed);
    expect(allowed.map((take) => take?.remaining).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n),
    );
    expect(await limiters[0]?.take('10.0.0.2')).toMatchObject({ allowed: true, remaining: 99 });
  });

  test('a used-up budget is fully available again after its window', async () => {
    const limiter = await limiterOf(2, 4_000);
    const retryAfterSeconds = expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 4);
    expect(await limiter.take('a', 2)).toEqual({ allowed: true, retryAfterSeconds, remaining: 0 });
    expect(await limiter.take('a')).toEqual({ allowed: false, retryAfterSeconds, remaining: 0 });
    const again = await eventually(
      () => limiter.take('a'),
      ({ allowed }) => allowed,
    );
    expect(again).toMatchObject({ remaining: 1 });
  });
});

describe('points that flow back', () => {
  const budgetsOf = async (restoredPerSecond: number) =>
    redisBudgets({
      redis: (await connected(PATIENT_MS)).connection,
      name,
      capacity: 1_000,
      restoredPerSecond,
    });

  test('two processes share one bucket per key', async () => {
    const budgets = [await budgetsOf(0.001), await budgetsOf(0.001)];
    const spent = await Promise.all(
      Array.from({ length: 60 }, (_, n) => budgets[n % 2]?.take('install:1', 30)),
    );
    expect(spent.filter((spending) => spending?.allowed)).toHaveLength(33);
    expect(await budgets[0]?.take('install:1', 11)).toMatchObject({ allowed: false, available: 10 });
    expect(await budgets[1]?.take('install:1', 10)).toMatchObject({ allowed: true, available: 0 });
  });

  test('a bucket refills over time up to its size', async () => {
    const budgets = await budgetsOf(250);
    await budgets.take('a', 1_000);
    expect(await budgets.take('a', 1_000)).toMatchObject({
      allowed: false,
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 4),
    });
    await eventually(
      () => budgets.take('a', 1_000),
      ({ allowed }) => allowed,
    );
    expect((await budgets.take('b', 0)).available).toBe(1_000);
  });
});

describe('a Redis that is away', () => {
  test.each([
    ['killed', () => redis.stop(), () => redis.start()],
    ['hanging', async () => redis.signal('SIGSTOP'), async () => redis.signal('SIGCONT')],
  ])('each process counts separately while Redis is %s', async (_how, end, begin) => {
    const { connection, logged } = await connected();
    const limiter = redisRateLimiter({ redis: connection, name, limit: 5, windowMs: 60_000 });
    const budgets = redisBudgets({ redis: connection, name, capacity: 50, restoredPerSecond: 0.001 });
    await end();
    try {
      const takes = await Promise.all(Array.from({ length: 8 }, () => limiter.take('a')));
      expect(takes.filter(({ allowed }) => allowed)).toHaveLength(5);
      expect(await budgets.take('a', 50)).toMatchObject({ allowed: true, available: 0 });
      expect(await budgets.take('a', 1)).toMatchObject({ allowed: false });
      expect(logged).toEqual([AWAY]);
    } finally {
      await begin();
    }
    await until(connection.isReady);
    const { connection: patient } = await connected(PATIENT_MS);
    const other = redisRateLimiter({ redis: patient, name, limit: 5, windowMs: 60_000 });
    // On a busy machine Redis may become unavailable again.
    await eventually(
      async () => {
        const key = newUuid();
        await limiter.take(key);
        return (await other.take(key)).remaining;
      },
      (remaining) => remaining === 3,
    );
    const turns = Array.from({ length: logged.length }, (_, n) => (n % 2 === 0 ? AWAY : BACK));
    expect(logged).toEqual(turns);
    expect(logged.at(-1)).toBe(BACK);
  });

  test('a Redis that is absent at start is used once it appears', async () => {
    await redis.stop();
    const { connection } = await connect(PATIENT_MS);
    const limiter = redisRateLimiter({ redis: connection, name, limit: 1, windowMs: 60_000 });
    expect(await limiter.take('a')).toMatchObject({ allowed: true });
    expect(await limiter.take('a')).toMatchObject({ allowed: false });
    await redis.start();
    await until(connection.isReady);
    expect(await limiter.take('a')).toMatchObject({ allowed: true });
  });

  test('scripts lost by Redis are loaded again', async () => {
    const { connection } = await connected(PATIENT_MS);
    const limiter = redisRateLimiter({ redis: connection, name, limit: 5, windowMs: 60_000 });
    await limiter.take('a');
    await redis.stop();
    await redis.start();
    await until(connection.isReady);
    expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 4 });
  });
});

describe('two processes of the product with REDIS_URL', () => {
  let servers: TwoServers;
  beforeAll(async () => {
    servers = await startTwoServers({ REDIS_URL: redis.url, REDIS_TIMEOUT: 'PT60S', AGENT_RATE_LIMIT: '30' });
  });
  afterAll(() => servers.close());

  const profile = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const ping = async (address: string) => {
    const answer = await fetch(`${address}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(profile),
    });
    await answer.text();
    return answer.status;
  };

  test('agent requests have a budget per address, and points have a budget per install', async () => {
    const { platform, addresses } = servers;
    const pings = await Promise.all(Array.from({ length: 90 }, (_, n) => ping(addresses[n % 2] ?? '')));
    expect(pings.filter((status) => status !== 429)).toHaveLength(30);

    const { token } = await installNewApp(platform, await newDeveloper(platform), {});
    const pages = Array.from({ length: 9 }, (_, n) => `p${n}: tasks(first: 100) { nodes { id } }`).join(' ');
    const ask = async (address: string) => (await graphql(address, `{ ${pages} }`, { token })).status;
    // All concurrent: points refill while a sequential caller waits for a response.
    const asked = await Promise.all([addresses[0], addresses[1], addresses[0]].map(ask));
    expect(asked.toSorted()).toEqual([200, 200, 429]);

    await redis.stop();
    try {
      expect(await Promise.all(addresses.map(ask))).toEqual([200, 200]);
      expect(await Promise.all(addresses.map(ping))).toEqual([200, 200]);
    } finally {
      await redis.start();
    }
  });
});
