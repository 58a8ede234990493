import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { openDatabase } from '#db/database.ts';
import { openListener } from '#db/listener.ts';
import { namesOf, type QueueJob } from '#db/subgraph.ts';
import { inTransaction } from '#db/transaction.ts';
import { startWorker } from '#server/worker.ts';
import { createTestDatabase } from '../support/database.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** PostgreSQL behind a proxy that can be shut: while it is, connections are taken and dropped at once. */
async function openDoor() {
  const target = new URL(inject('postgres').url);
  const sockets = new Set<Socket>();
  const state = { open: true, attempts: 0 };
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

  door.shut();
  await sleep(3_000);
  expect(gaps).toBeGreaterThan(0);
  // Once every half second: attempts that multiplied would be hundreds by now.
  expect(door.state.attempts).toBeLessThan(12);

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

test('a channel asked for while the connection is lost is heard after it is back', async () => {
  const door = await openDoor();
  const listener = await openListener({ url: door.url, log: quiet });
  door.cut();
  const heard = Promise.withResolvers<string>();
  await listener.listen('knock', { onPayload: heard.resolve, onGap() {} });
  await listener.notify('knock', 'hello');
  expect(await heard.promise).toBe('hello');
  await listener.close();
  await door.close();
});

test('remote workers are notified of jobs while the pool is busy', async () => {
  const database = await createTestDatabase();
  const open = () => openDatabase({ url: database.url, entities: [], queues: [], log: quiet, poolSize: 2 });
  const [here, there] = [await open(), await open()];
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const busy = [1, 2, 3].map(() => inTransaction({ db: here }, () => held));
  await new Promise<void>((heard) => {
    there.onWake('jobs', heard);
    here.wake(new Set(['jobs']));
  });
  release();
  await Promise.all(busy);
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

test('jobs that an earlier release books under another name are run', async () => {
  const database = await createTestDatabase();
  const done = Promise.withResolvers<unknown>();
  const job: QueueJob = {
    queue: 'tasks/knock',
    formerly: 'tasks-knock',
    run: async (_ctx, data) => done.resolve(data),
  };
  const db = await openDatabase({ url: database.url, entities: [], queues: namesOf(job), log: quiet });
  // The worker uses these two alone.
  const newContext = () => ({ db, log: quiet }) as unknown as SubgraphContext;
  const subgraph = { name: 'tasks', resolvers: {}, entities: [], reactions: [], recurring: [] } as const;
  const worker = await startWorker({ subgraphs: [{ ...subgraph, queues: [job] }], newContext });
  await db.boss.send('tasks-knock', { at: 'the old name' });
  expect(await done.promise).toEqual({ at: 'the old name' });
  await worker.stop();
  await db.close();
  await database.drop();
});
