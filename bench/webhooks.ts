import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Pool } from 'undici';
import { openDatabase } from '#db/database.ts';
import { publishing } from '#db/events.ts';
import { statements } from '#db/transaction.ts';
import type { TaskEvent } from '#schema/events.ts';
import { type Received, type Receiver, startReceiver } from '../test/support/receiver.ts';
import { printTable } from './support.ts';
import { openDeveloper, taskCreated } from './webhooks-developer.ts';
import { openWorld } from './world.ts';

/**
 * Measures webhooks from an event's commit to the receiver's first byte: 200 deliveries per second to ten
 * apps, the same with one app hanging, and a backlog's throughput compared with a bare sign-and-send loop,
 * alternating so that both run under the same load. This process publishes and receives; another runs the
 * product. Run: node bench/webhooks.ts [seconds]
 */
const SECONDS = Number(process.argv[2] ?? 20);
const APPS = 10;
const EVENTS_PER_SECOND = 20;
const BACKLOG = 300;
const ROUNDS = 9;

const quiet = {
  info() {},
  warn() {},
  error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
};
const world = await openWorld();
const server = await world.startServer({ WEBHOOK_ALLOW_PRIVATE: '1' });
const db = await openDatabase({ url: world.databaseUrl, entities: [], queues: [], log: quiet, poolSize: 8 });
const developer = await openDeveloper(world, server);

let hangs = false;
const receivers: Receiver[] = [];
for (let i = 0; i < APPS; i += 1) {
  const receiver = await startReceiver((_webhook, response) => {
    if (!(hangs && i === 0)) response.end();
  });
  receivers.push(receiver);
  await developer.install(`bench-${i}`, receiver.url);
}

/** Each event's commit time by task id. */
const committedAt = new Map<number, number>();
let tasks = 0;

/** Commits `count` events together. */
async function happen(count = 1): Promise<void> {
  const payloads = Array.from({ length: count }, () => {
    tasks += 1;
    return taskCreated(developer.teamId, tasks);
  });
  const each = sql<TaskEvent>`SELECT payload FROM json_array_elements(${JSON.stringify(payloads)}::json) AS payload`;
  const told = await publishing({ db }, 'task.created', each);
  await sql`WITH happened AS (SELECT 1) ${told.parts} SELECT 1 FROM happened`.execute(statements({ db }));
  told.wake();
  for (const { taskId } of payloads) committedAt.set(taskId, Date.now());
}

const latencies = (webhooks: readonly Received[]) =>
  webhooks
    .map(({ at, envelope }) => at - (committedAt.get(envelope.resource.id) ?? at))
    .sort((a, b) => a - b);
const at = (sorted: readonly number[], q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? 0;
/** CPU seconds used by a process and its ended children. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** CPU seconds used by PostgreSQL: the postmaster and its current backends. */
async function postgresCpu(): Promise<number> {
  const pids = await world.database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const each = await Promise.all(pids.rows.map(({ pid }) => cpuSeconds(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

const row = (name: string, sorted: readonly number[]) => [
  name,
  String(sorted.length),
  ...[0.5, 0.95, 0.99, 1].map((q) => `${at(sorted, q)} ms`),
];

/** Publishes at a steady rate and returns the healthy endpoints' webhooks. */
async function steady(): Promise<readonly Received[]> {
  for (const receiver of receivers) receiver.received.length = 0;
  const healthy = hangs ? receivers.slice(1) : receivers;
  const total = SECONDS * EVENTS_PER_SECOND;
  const startedAt = performance.now();
  const published: Promise<void>[] = [];
  for (let i = 0; i < total; i += 1) {
    await sleep(Math.max(0, startedAt + (i * 1000) / EVENTS_PER_SECOND - performance.now()));
    published.push(happen());
  }
  await Promise.all(published);
  for (const receiver of healthy) await receiver.until((all) => all.length >= total, 60_000);
  return healthy.flatMap(({ received }) => received);
}

await happen();
for (const receiver of receivers) await receiver.until((all) => all.length === 1);
const cpuBefore = [await cpuSeconds(server.pid), await postgresCpu()];
const calm = latencies(await steady());
const cpuAfter = [await cpuSeconds(server.pid), await postgresCpu()];
const cpuMs = cpuAfter.map((seconds, i) => ((seconds - (cpuBefore[i] ?? 0)) * 1000) / calm.length);

await drain(); // warm-up
await bareLoop();
const rounds: { readonly bare: number; readonly drained: number }[] = [];
for (let i = 0; i < ROUNDS; i += 1) rounds.push({ bare: await bareLoop(), drained: await drain() });
const middle = rounds.toSorted((a, b) => a.drained / a.bare - b.drained / b.bare)[Math.floor(ROUNDS / 2)];
const { bare, drained } = middle ?? { bare: 0, drained: 0 };

hangs = true; // runs last, since hung deliveries are retried later
const besideHanging = latencies(await steady());

printTable(
  `commit to first byte, ${APPS * EVENTS_PER_SECOND} deliveries a second for ${SECONDS} s`,
  ['', 'webhooks', 'p50', 'p95', 'p99', 'max'],
  [row('ten endpoints', calm), row('nine beside one that hangs', besideHanging)],
);
process.stdout.write(
  `CPU per webhook: product ${cpuMs[0]?.toFixed(2)} ms, PostgreSQL ${cpuMs[1]?.toFixed(2)} ms\n`,
);
printTable(
  `throughput, webhooks a second, the middle one of ${ROUNDS} rounds`,
  ['', '', 'share'],
  [
    ['a bare sign-and-send loop, 8 at once', bare.toFixed(0), '1'],
    [
      `a backlog of ${BACKLOG} events, which commit together`,
      drained.toFixed(0),
      (drained / bare).toFixed(2),
    ],
  ],
);

await db.close();
for (const receiver of receivers) await receiver.close();
await server.stop();
await world.close();

/** Publishes a whole backlog; returns webhooks per second, including the commit. */
async function drain(): Promise<number> {
  for (const receiver of receivers) receiver.received.length = 0;
  const startedAt = performance.now();
  await happen(BACKLOG);
  for (const receiver of receivers) await receiver.until((all) => all.length >= BACKLOG, 120_000);
  return (APPS * BACKLOG) / ((performance.now() - startedAt) / 1000);
}

/** Floor: signs and posts the same bodies and does no other work, 8 concurrently per endpoint. */
async function bareLoop(): Promise<number> {
  const body = receivers[0]?.received[0]?.body ?? '{}';
  for (const receiver of receivers) receiver.received.length = 0;
  const startedAt = performance.now();
  await Promise.all(
    receivers.map(async ({ url }) => {
      const { origin, pathname } = new URL(url);
      const pool = new Pool(origin, { connections: 8 });
      let left = BACKLOG;
      const loop = async () => {
        while (left > 0) {
          left -= 1;
          const timestamp = Math.floor(Date.now() / 1000);
          const signature = createHmac('sha256', 'whsec_x').update(`${timestamp}.${body}`).digest('hex');
          const headers = { 'content-type': 'application/json', 'x-platform-signature': signature };
          const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
          await answer.body.dump();
        }
      };
      await Promise.all(Array.from({ length: 8 }, loop));
      await pool.close();
    }),
  );
  return (APPS * BACKLOG) / ((performance.now() - startedAt) / 1000);
}
