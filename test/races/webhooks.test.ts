import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import { type Behaviour, type Receiver, startReceiver } from '../support/receiver.ts';
import { eventually, openTaskWorld } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

/** More tasks than one process may send concurrently to an install. */
const TASKS = 160;
const EVENTS = 3;

let servers: TwoServers;
let receiver: Receiver;
beforeAll(async () => {
  servers = await startTwoServers({ WEBHOOK_RETRY_SCHEDULE: Array(12).fill('PT0.05S').join(',') });
  receiver = await startReceiver(takeMost);
  subscribe('undici:client:connected', noteOwn);
});
afterAll(async () => {
  unsubscribe('undici:client:connected', noteOwn);
  await servers.close();
  await receiver.close();
});

/** Ports that this process's dispatcher sends from; all others belong to the other process. */
const own = new Set<number>();
const noteOwn = (message: unknown) => own.add((message as { socket: Socket }).socket.localPort ?? 0); // undici's documented shape

/**
 * A team's endpoint's log: tasks with an open request, concurrent requests about one task, and deliveries per
 * event.
 */
interface Seen {
  readonly open: Set<number>;
  overlaps: number;
  readonly taken: Map<string, number>;
  /** Contains true if this process's dispatcher sent it. */
  readonly senders: Set<boolean>;
  readonly bothSend: PromiseWithResolvers<void>;
  requests: number;
}
const seenBy = new Map<string, Seen>();
const seenOf = (team: string): Seen => {
  const seen = seenBy.get(team) ?? {
    open: new Set(),
    overlaps: 0,
    taken: new Map(),
    senders: new Set(),
    requests: 0,
    bothSend: Promise.withResolvers<void>(),
  };
  seenBy.set(team, seen);
  return seen;
};

/** Responds slowly until both processes send; then fails a fifth and accepts the rest. */
const takeMost: Behaviour = async ({ envelope, port }, response) => {
  const seen = seenOf(envelope.team);
  const { id } = envelope.resource;
  const nth = seen.requests++;
  if (seen.open.has(id)) seen.overlaps += 1;
  seen.open.add(id);
  seen.senders.add(own.has(port));
  // One process sends at most a hundred concurrently to an install: the rest needs the other one.
  if (seen.senders.size === 2) seen.bothSend.resolve();
  await seen.bothSend.promise;
  await sleep((nth * 37) % 300);
  seen.open.delete(id);
  if (nth % 5 === 0) return response.writeHead(503).end();
  seen.taken.set(envelope.event_id, (seen.taken.get(envelope.event_id) ?? 0) + 1);
  return response.end();
};

describe('two processes that send the same install’s webhooks', () => {
  let team: string;
  let installId: number;
  beforeAll(async () => {
    ({ team, installId } = await sendUpdates());
  }, 120_000);

  test('two processes together send each webhook only once', () => {
    const { overlaps, taken, senders } = seenOf(team);
    expect(overlaps).toBe(0);
    expect(taken.size).toBe(TASKS * EVENTS);
    expect([...taken.values()].every((times) => times === 1)).toBe(true);
    expect(senders, 'both processes sent some').toEqual(new Set([true, false]));
  });

  test('two processes together count each attempt once', async () => {
    const { requests } = seenOf(team);
    const [counted] = await servers.platform.database.query(
      `SELECT sum(delivered)::int AS delivered, sum(failed)::int AS failed, sum(latency_ms_sum)::int AS latency
       FROM apps.delivery_hours WHERE install_id = $1`,
      [installId],
    );
    const [recorded] = await servers.platform.database.query<{ latency: number }>(
      'SELECT sum(latency_ms)::int AS latency FROM apps.deliveries WHERE install_id = $1',
      [installId],
    );
    expect(counted).toEqual({
      delivered: TASKS * EVENTS,
      failed: requests - TASKS * EVENTS,
      latency: recorded?.latency,
    });
  });
});

/** Publishes updates of every task, and waits until all are delivered. */
async function sendUpdates() {
  const { platform } = servers;
  const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
  const event = (taskId: number, version: number) =>
    ({
      teamId: developer.teamId,
      taskId,
      version,
      taskType: 'cleaning',
      status: 'OPEN',
      propertyId: Number(propertyId),
      bookingId: null,
      dueAt: null,
      occurredAt: new Date().toISOString(),
    }) as const;
  for (let version = 1; version <= EVENTS; version += 1) {
    await inTransaction(platform, async (em) => {
      for (let task = 1; task <= TASKS; task += 1) {
        await publish(platform, em, 'task.updated', event(1_000_000 + task, version));
      }
    });
  }
  await eventually(
    () =>
      platform.database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM apps.deliveries WHERE install_id = $1 AND status = 'delivered'`,
        [app.viewer.installId],
      ),
    ([row]) => row?.n === TASKS * EVENTS,
  );
  return { team: developer.team, installId: app.viewer.installId };
}

test("an install whose deliveries are delayed doesn't delay other installs", async () => {
  const { platform } = servers;
  const calm = await startReceiver();
  onTestFinished(() => calm.close());
  const [held, other] = [await openTaskWorld(platform, calm), await openTaskWorld(platform, calm)];
  const holder = new pg.Client({ connectionString: platform.database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await insertDeliveries(held.app.viewer.installId, 1);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps.deliveries WHERE install_id = $1 FOR UPDATE', [
    held.app.viewer.installId,
  ]);
  await wake(held.app.viewer.installId);
  await eventually(
    () =>
      platform.database.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'WITH picked'
      AND datname = current_database()`),
    (waiting) => waiting.length > 0,
  );
  await insertDeliveries(other.app.viewer.installId, 50);
  await wake(other.app.viewer.installId);
  await calm.until((all) => all.length === 50, 8_000); // a delayed turn is given up after ten
  await holder.query('COMMIT');
  await calm.until((all) => all.length === 51);
});

const insertDeliveries = (installId: number, many: number) =>
  servers.platform.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), 'task.created', 'task:' || n, '{"resource":{}}', 'pending', now(), now()
     FROM generate_series(1, $2::integer) AS n`,
    [installId, many],
  );

const wake = (installId: number) =>
  servers.platform.database.query(`SELECT pg_notify('apps_deliveries', $1)`, [String(installId)]);
