import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { chargeWork, HOURLY_WORK_MS, withinBudget, workLeft } from '#db/limits/work-budget.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';

const quiet = { info() {}, warn() {}, error() {} };
const MINUTE_MS = 60_000;

/** A separate process's connections. */
async function openProcess({ url }: TestDatabase) {
  const db = await openDatabase({ url, entities: [], queues: [], log: quiet });
  onTestFinished(() => db.close());
  return { db };
}

const endHours = (database: TestDatabase) =>
  database.query("UPDATE rate_limits SET ends_at = now() - interval '1 second'");

test('a team without work has its whole hourly budget left', async () => {
  const process = await openProcess(await useTestDatabase());
  expect(await workLeft(process, { teamId: 1, kind: 'photos' })).toEqual({
    leftMs: 20 * MINUTE_MS,
    restoredInMs: 0,
  });
});

test("a team's work counts in every process, but only toward that team's budget for that type", async () => {
  const database = await useTestDatabase();
  const [first, second] = [await openProcess(database), await openProcess(database)];
  await Promise.all([first, second].map((one) => chargeWork(one, { teamId: 1, kind: 'files' }, MINUTE_MS)));
  const left = async (teamId: number, kind: 'files' | 'calendars') =>
    (await workLeft(first, { teamId, kind })).leftMs / MINUTE_MS;
  expect([await left(1, 'files'), await left(2, 'files'), await left(1, 'calendars')]).toEqual([8, 10, 10]);
});

test('work beyond the hourly budget is counted, but the remaining budget is never negative', async () => {
  const process = await openProcess(await useTestDatabase());
  const work = { teamId: 1, kind: 'calendars' } as const;
  await chargeWork(process, work, 11 * MINUTE_MS);
  expect(await chargeWork(process, work, -2 * MINUTE_MS)).toMatchObject({ leftMs: MINUTE_MS });
});

test('the whole budget is available again once the hour has ended', async () => {
  const database = await useTestDatabase();
  const process = await openProcess(database);
  const work = { teamId: 1, kind: 'calendars' } as const;
  await chargeWork(process, work, 10 * MINUTE_MS);
  await endHours(database);
  expect(await workLeft(process, work)).toEqual({ leftMs: 10 * MINUTE_MS, restoredInMs: 0 });
  expect(await chargeWork(process, work, MINUTE_MS)).toMatchObject({ leftMs: 9 * MINUTE_MS });
});

test('processes that begin work at the same moment together stay within the hourly budget', async () => {
  const database = await useTestDatabase();
  const first = await openProcess(database);
  const processes = [first, await openProcess(database)];
  const work = { teamId: 1, kind: 'photos', mostMs: MINUTE_MS } as const;
  const everyoneAsked = Promise.withResolvers<void>();
  const seen = { begun: 0, refused: 0 };
  const count = (what: keyof typeof seen) => {
    seen[what] += 1;
    if (seen.begun + seen.refused === 50) everyoneAsked.resolve();
  };
  const run = () => {
    count('begun');
    return everyoneAsked.promise;
  };
  const ask = async (_: unknown, at: number) => {
    const outcome = await withinBudget(processes[at % 2] ?? first, { ...work, run });
    if ('done' in outcome) return;
    count('refused');
    expect(outcome.againInMs).toSatisfy(isWithinHour);
  };
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(seen).toEqual({ begun: 20, refused: 30 });
});

const isWithinHour = (ms: number) => ms >= 1_000 && ms <= 60 * MINUTE_MS;

test('work is charged for its duration, not its limit', async () => {
  const process = await openProcess(await useTestDatabase());
  const work = { teamId: 1, kind: 'files' } as const;
  const run = async () => ({ ms: 1_500 });
  expect(await withinBudget(process, { ...work, mostMs: 30_000, run, msOf: ({ ms }) => ms })).toEqual({
    done: { ms: 1_500 },
  });
  expect(await workLeft(process, work)).toMatchObject({ leftMs: HOURLY_WORK_MS.files - 1_500 });
});

test('failed work is charged for the time until it failed', async () => {
  const process = await openProcess(await useTestDatabase());
  const work = { teamId: 1, kind: 'files' } as const;
  const failing = withinBudget(process, {
    ...work,
    mostMs: 30_000,
    run: () => Promise.reject(new Error('no file')),
  });
  await expect(failing).rejects.toThrow('no file');
  expect((await workLeft(process, work)).leftMs).toBeGreaterThan(HOURLY_WORK_MS.files - 30_000);
});
