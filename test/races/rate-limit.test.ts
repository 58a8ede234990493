import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { openRateLimiter } from '#db/limits/postgres.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';
import { eventually } from '../support/task-world.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** Opens a limiter like a separate process: with its own connections. */
async function openInstance({ url }: TestDatabase, limit: number, windowMs = 60_000) {
  const db = await openDatabase({ url, entities: [], queues: [], log: quiet });
  onTestFinished(() => db.close());
  return openRateLimiter({ db, name: 'test', limit, windowMs });
}

test('two processes together allow exactly the budget', async () => {
  const database = await useTestDatabase();
  const instances = [await openInstance(database, 100), await openInstance(database, 100)];
  const takes = await Promise.all(Array.from({ length: 400 }, (_, i) => instances[i % 2]?.take('10.0.0.1')));
  expect(takes.filter((take) => take?.allowed)).toHaveLength(100);
  const remaining = takes.filter((take) => take?.allowed).map((take) => take?.remaining);
  expect(remaining.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test("keys that arrive together in any order don't block each other", async () => {
  const database = await useTestDatabase();
  const instances = [await openInstance(database, 20), await openInstance(database, 20)];
  const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`);
  const takes = await Promise.all(
    Array.from({ length: 40 }, (_, round) =>
      (round % 2 ? keys : keys.toReversed()).map((key) => instances[round % 2]?.take(key)),
    ).flat(),
  );
  expect(takes.filter((take) => take?.allowed)).toHaveLength(50 * 20);
});

test('a used-up budget is fully available again after its window', async () => {
  const limiter = await openInstance(await useTestDatabase(), 2, 4_000);
  expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 1 });
  expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take('a')).toEqual({
    allowed: false,
    remaining: 0,
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 4),
  });
  expect(await limiter.take('b')).toMatchObject({ allowed: true });
  const again = await eventually(
    () => limiter.take('a'),
    ({ allowed }) => allowed,
  );
  expect(again).toMatchObject({ remaining: 1 });
});

test('a used-up budget refuses requests without a database query', async () => {
  const database = await useTestDatabase();
  const limiter = await openInstance(database, 1);
  await limiter.take('a');
  const statements = () =>
    database.query<{ used: string }>("SELECT used FROM rate_limits WHERE key = 'test:a'");
  await Promise.all(Array.from({ length: 50 }, () => limiter.take('a')));
  expect(await statements()).toEqual([{ used: '1' }]);
});

test('a request with a cost of n counts as n requests', async () => {
  const limiter = await openInstance(await useTestDatabase(), 10);
  expect(await limiter.take('a', 7)).toMatchObject({ allowed: true, remaining: 3 });
  expect(await limiter.take('a', 4)).toMatchObject({ allowed: false });
});

test('a database failure rejects the call but leaves the limiter working', async () => {
  const database = await useTestDatabase();
  const limiter = await openInstance(database, 10);
  await database.query('ALTER TABLE rate_limits RENAME TO elsewhere');
  await expect(limiter.take('a')).rejects.toThrow('rate_limits');
  await database.query('ALTER TABLE elsewhere RENAME TO rate_limits');
  expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 9 });
});
