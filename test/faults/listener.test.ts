import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { openListener } from '#db/jobs/listener.ts';
import { namesOf, type QueueJob } from '#db/subgraph.ts';
import { inTransaction } from '#db/transaction.ts';
import { startWorker, type Worker } from '#server/worker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** PostgreSQL behind a proxy that can be closed: then it accepts connections and drops them immediately. */
async function openDoor() {
  const target = new URL(inject('postgres').url);
  const sockets = new Set<Socket>();
  const state = { open: true, attempts: 0, heartbeats: 0, onHeartbeat: () => {} };
  const server: Server = createServer((socket) => {
    state.attempts += 1;
    if (!state.open) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.on('data', (bytes) => {
      if (!bytes.includes('SELECT 1')) return;
      state.heartbeats += 1;
      state.onHeartbeat();
    });
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    state,
    url: Object.assign(new URL(target), { port: String(port) }).href,
    cut,
    shut() {
      state.open = false;
      cut();
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

test('a listener reconnects one attempt at a time', async () => {
  const door = await openDoor();
  const heard: string[] = [];
  let gaps = 0;
  const listener = await openListener({ url: door.url, log: quiet });
  await listener.listen('knock', {
    onPayload: (payload) => heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
  });

  const before = door.state.attempts;
  const shutAt = performance.now();
  door.shut();
  await expect.poll(() => door.state.attempts - before).toBeGreaterThanOrEqual(6);
  await expect.poll(() => gaps).toBeGreaterThan(0);
  // One attempt per half second, for the whole time: multiplying attempts would be hundreds by now.
  const halfSeconds = (performance.now() - shutAt) / 500;
  expect(door.state.attempts - before).toBeLessThanOrEqual(halfSeconds + 2);

  door.state.open = true;
  const speaker = new pg.Client({ connectionString: inject('postgres').url });
  await speaker.connect();
  while (heard.length === 0) {
    await speaker.query(`SELECT pg_notify('knock', 'hello')`);
    await sleep(50);
  }
  expect(heard[0]).toBe('hello');
  await speaker.end();
  await listener.close();
  await door.close();
});

test('a channel requested during a lost connection receives notifications once it is back', async () => {
  const door = await openDoor();
  const listener = await openListener({ url: door.url, log: quiet });
  door.cut();
  const heard = Promise.withResolvers<string>();
  await listener.listen('knock', { onPayload: heard.resolve, onGap() {} });
  await listener.query('SELECT pg_notify($1, $2)', ['knock', 'hello']);
  expect(await heard.promise).toBe('hello');
  await listener.close();
  await door.close();
});

test('a connection lost during a heartbeat returns with one heartbeat timer', async () => {
  const door = await openDoor();
  const listener = await openListener({ url: door.url, log: quiet });
  const lost = Promise.withResolvers<void>();
  door.state.onHeartbeat = () => {
    door.state.onHeartbeat = () => {};
    door.cut();
    lost.resolve();
  };
  await lost.promise;
  const before = door.state.heartbeats;
  const from = performance.now();
  await expect.poll(() => door.state.heartbeats - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  // One every two seconds; two timers would have needed half as long.
  expect(performance.now() - from).toBeGreaterThan(5_000);
  await listener.close();
  await door.close();
});

test('concurrently requested channels are subscribed by consecutive statements', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const door = await openDoor();
  const listener = await openListener({ url: door.url, log: quiet });
  const heard = new Set<string>();
  const channels = Array.from({ length: 20 }, (_, n) => `knock_${n}`);
  await Promise.all(
    channels.map((channel) => listener.listen(channel, { onPayload: (text) => heard.add(text), onGap() {} })),
  );
  await Promise.all(channels.map((channel) => listener.query('SELECT pg_notify($1, $1)', [channel])));
  await expect.poll(() => heard.size).toBe(20);
  process.off('warning', note);
  expect(warnings).toEqual([]);
  await listener.close();
  await door.close();
});

describe('workers', () => {
  const opened: { close(): Promise<void> }[] = [];
  const openProcess = async (url: string, worker = true) => {
    const db = await openDatabase({ url, entities: [], queues: [], log: quiet, poolSize: 2, worker });
    opened.push(db);
    return db;
  };
  /** A worker that accepts offered jobs, or is too busy. */
  const serve = (db: Database, taken: string[], { name = 'idle', busy = false } = {}) =>
    db.wakeup.serve({
      queues: new Set(['jobs']),
      take: async () => {
        taken.push(name);
        return !busy;
      },
      lookWithin: (ms) => taken.push(`${name} looks within ${ms > 0 && ms <= 5_000 ? '5 s' : ms}`),
    });
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await database.drop();
  });

  test('only one worker wakes per job while the pool is busy', async () => {
    const here = await openProcess(database.url, false);
    const taken: string[] = [];
    for (const name of ['a', 'b', 'c']) serve(await openProcess(database.url), taken, { name });
    const released = Promise.withResolvers<void>();
    const busy = [1, 2, 3].map(() => inTransaction({ db: here }, () => released.promise));
    here.wakeup.wake(['jobs']);
    await expect.poll(() => taken.length, { interval: 10 }).toBe(1);
    here.wakeup.wake(['jobs']);
    await expect.poll(() => taken.length, { interval: 10 }).toBe(2);
    released.resolve();
    await Promise.all(busy);
  });

  test('a worker that takes a job wakes no other process', async () => {
    const [here, there] = [await openProcess(database.url), await openProcess(database.url)];
    const taken: string[] = [];
    serve(here, taken, { name: 'here' });
    serve(there, taken, { name: 'there' });
    here.wakeup.wake(['jobs']);
    there.wakeup.wake(['jobs']);
    await expect.poll(() => taken, { interval: 10 }).toEqual(['here', 'there']);
  });

  test('a busy worker passes a job on at most once', async () => {
    const gateway = await openProcess(database.url, false);
    const taken: string[] = [];
    for (const name of ['a', 'b', 'c']) serve(await openProcess(database.url), taken, { name, busy: true });
    gateway.wakeup.wake(['jobs']);
    await expect.poll(() => taken.toSorted(), { interval: 10 }).toEqual(['a', 'b', 'c']);
  });

  test('workers run a due job before their next poll', async () => {
    const [gateway, there] = [await openProcess(database.url, false), await openProcess(database.url)];
    const taken: string[] = [];
    serve(there, taken);
    gateway.wakeup.wakeAt(new Date(Date.now() + 60_000));
    gateway.wakeup.wakeAt(new Date(Date.now() + 5_000));
    await expect.poll(() => taken, { interval: 10 }).toEqual(['idle looks within 5 s']);
  });
});

describe('jobs', () => {
  /** Runs a queue in its own database; an error from `run` fails the job. */
  const withQueue = async (
    run: (data: unknown) => Promise<void>,
    test: (db: Database, database: TestDatabase, work: () => Promise<void>) => Promise<void>,
  ) => {
    const database = await createTestDatabase();
    const job: QueueJob = { queue: 'tasks/knock', formerly: 'tasks-knock', run: (_ctx, data) => run(data) };
    const queues = namesOf(job);
    const db = await openDatabase({ url: database.url, entities: [], queues, log: quiet, worker: true });
    // The worker uses only these two.
    const newContext = () =>
      ({ db, log: quiet, clock: { now: () => new Date() } }) as unknown as SubgraphContext;
    const history = { purged: [], kept: [] };
    const subgraph = {
      name: 'tasks',
      resolvers: {},
      entities: [],
      reactions: [],
      history,
      recurring: [],
    } as const;
    let worker: Worker | undefined;
    await test(db, database, async () => {
      worker = await startWorker({ subgraphs: [{ ...subgraph, queues: [job] }], newContext });
    });
    await worker?.stop();
    await db.close();
    await database.drop();
  };
  const book = (db: Database, data: object, at?: Date) =>
    inTransaction({ db }, (em) => schedule({ db }, em, 'tasks/knock', data, at ? { at } : {}));

  test('jobs that an earlier release scheduled under another name are run', async () => {
    const done = Promise.withResolvers<unknown>();
    await withQueue(
      async (data) => done.resolve(data),
      async (db, _database, work) => {
        await work();
        await db.boss.send('tasks-knock', { at: 'the old name' });
        expect(await done.promise).toEqual({ at: 'the old name' });
      },
    );
  });

  test('failed jobs run again until they succeed', async () => {
    let runs = 0;
    await withQueue(
      async () => {
        runs += 1;
        if (runs === 1) throw new Error('It broke.');
      },
      async (db, database, work) => {
        await work();
        await book(db, {});
        const left = () => database.query(`SELECT FROM pgboss.job WHERE name = 'tasks/knock'`);
        await expect.poll(async () => [runs, (await left()).length], { interval: 50 }).toEqual([2, 0]);
      },
    );
  });

  test('jobs scheduled for later run when due', async () => {
    const ran: { readonly is: string; readonly at: number }[] = [];
    const due = { sooner: new Date(), later: new Date() };
    await withQueue(
      async (data) => void ran.push({ ...(data as { is: string }), at: Date.now() }),
      async (db, _database, work) => {
        await work();
        due.sooner = new Date(Date.now() + 1_000);
        due.later = new Date(Date.now() + 1_500);
        await book(db, { is: 'sooner' }, due.sooner);
        await book(db, { is: 'later' }, due.later); // the poll that finds the previous job doesn't see this one
        await book(db, { is: 'now' });
        await expect.poll(() => ran.map(({ is }) => is).toSorted()).toEqual(['later', 'now', 'sooner']);
        for (const { is, at } of ran)
          if (is !== 'now') expect(at).toBeGreaterThanOrEqual(due[is as keyof typeof due].getTime() - 1);
      },
    );
  });

  test("another process runs a dead process's jobs", async () => {
    const done = Promise.withResolvers<unknown>();
    await withQueue(
      async (data) => done.resolve(data),
      async (db, database, work) => {
        await book(db, { is: 'half done' });
        await db.boss.fetch('tasks/knock');
        await database.query(`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute'`);
        await work();
        expect(await done.promise).toEqual({ is: 'half done' });
      },
    );
  });

  test('overdue jobs run consecutively without a pause', async () => {
    let runs = 0;
    await withQueue(
      async () => {
        runs += 1;
      },
      async (db, _database, work) => {
        await db.boss.insert(
          'tasks/knock',
          Array.from({ length: 200 }, () => ({ data: {} })),
        );
        await work();
        await expect.poll(() => runs, { interval: 20 }).toBe(200);
      },
    );
  });
});
