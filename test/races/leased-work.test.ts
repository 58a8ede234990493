import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { type LeasedWorker, openLeasedWork } from '#db/jobs/leased-work.ts';
import { chargeWork } from '#db/limits/work-budget.ts';
import { useTestDatabase } from '../support/database.ts';
import {
  type Does,
  openParcelContext,
  PARCELS,
  type ParcelOptions,
  type ParcelWork,
  parcelWork,
} from '../support/parcels.ts';
import { patience, tries } from '../support/seeded.ts';
import { eventually } from '../support/task-world.ts';

/** Parcels by team, each with its behavior when sent. */
async function openParcels(...teams: readonly (readonly Does[])[]) {
  const database = await useTestDatabase();
  await database.query(PARCELS);
  for (const [team, parcels] of teams.entries())
    for (const [place, does] of parcels.entries())
      await database.query('INSERT INTO parcel VALUES ($1, $2, $3)', [
        (team + 1) * 100 + place,
        team + 1,
        does,
      ]);
  const { query } = database;
  const sent = () => query<{ id: number; pid: number }>('SELECT id, pid FROM parcel_sent ORDER BY id');
  const states = async () =>
    (
      await query<{ text: string }>(
        `SELECT concat_ws(' ', id, state, attempts, problem) AS text FROM parcel ORDER BY id`,
      )
    ).map(({ text }) => text);
  return {
    url: database.url,
    query,
    sent,
    states,
    untilSent: (count: number) => eventually(sent, (rows) => rows.length >= count),
    untilAll: (state: string) =>
      eventually(states, (all) => all.every((text) => text.split(' ')[1] === state)),
    endLeases: () => query(`UPDATE parcel SET due_at = now() WHERE state = 'leased'`),
  };
}

/** Sends parcels in this process; the test ends each. */
async function openByHand(url: string, options: ParcelOptions) {
  const { ctx, close } = await openParcelContext(url);
  const begun: number[] = [];
  const underWay = new Map<number, () => void>();
  const worker = openLeasedWork(
    parcelWork({
      ...options,
      onSend: ({ id }) =>
        new Promise((resolve) => {
          begun.push(id);
          underWay.set(id, () => {
            underWay.delete(id);
            resolve();
          });
        }),
    }),
  );
  onTestFinished(async () => {
    for (const end of underWay.values()) end();
    await worker.close();
    await close();
  });
  const until = (count: number) =>
    eventually(
      async () => begun.length,
      (many) => many >= count,
    );
  const finishOldest = () => [...underWay.values()][0]?.();
  return { ctx, worker, begun, until, finishOldest, wake: () => worker.wake(() => ctx) };
}

/** Sends parcels in this process until the test ends. */
async function openSender(url: string, work: ParcelWork): Promise<LeasedWorker> {
  const { ctx, close } = await openParcelContext(url);
  const worker = openLeasedWork(work);
  onTestFinished(async () => {
    await worker.close();
    await close();
  });
  worker.wake(() => ctx);
  return worker;
}

/** Sends parcels in its own process, which is killed when the test ends. */
function startSender(url: string, options: ParcelOptions): ChildProcess {
  const child = spawn(process.execPath, ['test/support/parcel-worker.ts', url, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const many = (count: number, does: Does = 'arrive'): readonly Does[] =>
  Array.from({ length: count }, () => does);

test("several teams' items start in turn for any number of items per team", async () => {
  const { url } = await openParcels(many(5), many(2), many(1));
  const { begun, until, finishOldest, wake } = await openByHand(url, { slots: 1, slotsPerShare: 1 });
  wake();
  for (let count = 1; count <= 8; count++) {
    await until(count);
    finishOldest();
  }
  expect(begun).toEqual([100, 200, 300, 101, 201, 102, 103, 104]);
});

test("one team's slow items don't occupy the other slots", async () => {
  const { url } = await openParcels(many(30), many(1));
  const { begun, until, wake } = await openByHand(url, { slots: 4, slotsPerShare: 2 });
  wake();
  await until(3);
  expect(begun.toSorted()).toEqual([100, 101, 200]);
});

test('a team whose hourly budget is used up is skipped', async () => {
  const { url } = await openParcels(many(2), many(1));
  const { ctx, worker, begun, until, finishOldest, wake } = await openByHand(url, {
    slots: 1,
    slotsPerShare: 1,
    budget: { kind: 'photos', mostMs: 1_000 },
  });
  await chargeWork(ctx, { teamId: 1, kind: 'photos' }, 20 * 60_000);
  wake();
  await until(1);
  finishOldest();
  await worker.idle();
  expect(begun).toEqual([200]);
});

test('two processes together send each item only once', { timeout: patience(60_000) }, async () => {
  const count = tries(60);
  const { url, sent, untilAll } = await openParcels(many(count), many(count));
  startSender(url, { slots: 10, slotsPerShare: 10 });
  startSender(url, { slots: 10, slotsPerShare: 10 });
  await untilAll('done');
  const rows = await sent();
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
  expect(rows).toHaveLength(2 * count);
});

test("a killed process's items are sent by another process only once their lease ends", {
  timeout: patience(60_000),
}, async () => {
  const { url, query, sent, states, endLeases, untilSent, untilAll } = await openParcels(many(3, 'hang'));
  const options = { slots: 5, slotsPerShare: 5, delaysMs: [0, 0] };
  const first = startSender(url, options);
  await untilSent(3);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await query(`INSERT INTO parcel VALUES (200, 2, 'arrive')`);
  startSender(url, options);
  await untilSent(4);
  expect((await states()).slice(0, 3)).toEqual(['100 leased 1', '101 leased 1', '102 leased 1']);
  await query(`UPDATE parcel SET does = 'arrive'`);
  await endLeases();
  await untilAll('done');
  expect(await states()).toEqual(['100 done 2', '101 done 2', '102 done 2', '200 done 1']);
  expect((await sent()).map(({ id, pid }) => [id, pid === first.pid])).toEqual(
    expect.arrayContaining([
      [100, true],
      [100, false],
    ]),
  );
});

test('an item that crashes its process fails permanently after its last attempt', {
  timeout: patience(60_000),
}, async () => {
  const { url, sent, states, endLeases, untilAll } = await openParcels(['kill']);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await once(startSender(url, { slots: 1, slotsPerShare: 1, mostAttempts: 2 }), 'exit');
    expect(await states()).toEqual([`100 leased ${attempt}`]);
    await endLeases();
  }
  startSender(url, { slots: 1, slotsPerShare: 1, mostAttempts: 2 });
  await untilAll('given_up');
  expect(await states()).toEqual(['100 given_up 3']);
  expect(await sent()).toHaveLength(2);
});

test('a refused item is retried after each delay and then fails permanently with its problem', async () => {
  const { url, sent, states, untilAll } = await openParcels(['refuse']);
  await openSender(url, parcelWork({ slots: 1, slotsPerShare: 1, delaysMs: [10, 20] }));
  await untilAll('given_up');
  expect(await states()).toEqual(['100 given_up 3 refused']);
  expect(await sent()).toHaveLength(3);
});

test('an item whose attempt throws keeps its lease while others continue', async () => {
  const { url, states, query } = await openParcels(['throw', 'arrive'], ['arrive']);
  await openSender(url, parcelWork({ slots: 1, slotsPerShare: 1 }));
  await eventually(
    () => query(`SELECT 1 FROM parcel WHERE state = 'done'`),
    (rows) => rows.length === 2,
  );
  expect(await states()).toEqual(['100 leased 1', '101 done 1', '200 done 1']);
});

test("a postponed item is sent later, and postponed attempts don't count", async () => {
  const { url, query, sent, states, untilSent, untilAll } = await openParcels(['postpone']);
  await openSender(url, parcelWork({ slots: 1, slotsPerShare: 1, mostAttempts: 1 }));
  await untilSent(3);
  await query(`UPDATE parcel SET does = 'arrive'`);
  await untilAll('done');
  expect(await states()).toEqual(['100 done 1']);
  expect((await sent()).length).toBeGreaterThan(3);
});

test("an item is skipped if there's nothing to send when it's claimed", async () => {
  const { url, sent, states, untilAll } = await openParcels(['empty', 'arrive']);
  await openSender(url, parcelWork({ slots: 1, slotsPerShare: 1 }));
  await untilAll('done');
  expect(await states()).toEqual(['100 done 1', '101 done 1']);
  expect((await sent()).map(({ id }) => id)).toEqual([101]);
});

test('a lease is renewed only while its item is being sent', async () => {
  const { url, query } = await openParcels(many(1));
  const { until, finishOldest, wake, worker } = await openByHand(url, {
    slots: 1,
    slotsPerShare: 1,
    renewMs: 5,
  });
  const renewals = async () =>
    (await query<{ renewals: number }>('SELECT renewals FROM parcel')).map((row) => row.renewals);
  wake();
  await until(1);
  await eventually(renewals, ([count = 0]) => count >= 3);
  finishOldest();
  await worker.idle();
  const afterwards = await renewals();
  await worker.idle();
  expect(await renewals()).toEqual(afterwards);
});

test('leased work becomes idle only after the items of busy teams are sent too', async () => {
  const { url } = await openParcels(many(2));
  const { ctx, close } = await openParcelContext(url);
  const happened: string[] = [];
  let isAwaited = false;
  const [firstSent, scanned, firstEnded] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const work = parcelWork({
    slots: 2,
    slotsPerShare: 1,
    async onSend({ id }) {
      happened.push(`sent ${id}`);
      firstSent.resolve();
      if (id === 100) await scanned.promise;
    },
  });
  const worker = openLeasedWork({
    ...work,
    async scan(scanCtx, leftOut) {
      const isLate = isAwaited && leftOut.shares.length > 0;
      const found = await work.scan(scanCtx, leftOut);
      if (isLate) {
        // The busy team's item ends before this scan does.
        scanned.resolve();
        await firstEnded.promise;
      }
      return found;
    },
    async record(...args) {
      await work.record(...args);
      setImmediate(firstEnded.resolve);
    },
  });
  onTestFinished(async () => {
    await worker.close();
    await close();
  });
  worker.wake(() => ctx);
  await firstSent.promise;
  const idle = worker.idle();
  isAwaited = true;
  await idle;
  happened.push('idle');
  expect(happened).toEqual(['sent 100', 'sent 101', 'idle']);
});
