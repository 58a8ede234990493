import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { openListener } from '#db/listener.ts';
import { inTransaction } from '#db/transaction.ts';
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
  return {
    state,
    url: Object.assign(new URL(target), { port: String(port) }).href,
    shut() {
      state.open = false;
      for (const socket of sockets) socket.destroy();
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
