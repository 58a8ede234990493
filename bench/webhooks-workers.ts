import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../test/support/receiver.ts';
import { databaseCpuMsOf, finelyCpuMsOf, printTable } from './support.ts';
import { openDeveloper } from './webhooks-developer.ts';
import { openWorld } from './world.ts';

/**
 * Measures how webhooks scale with workers. One, two and four processes each send a backlog to ten apps, with
 * a different resource per delivery. Prints deliveries per second, the average number of workers waiting for
 * a lock, and worker and PostgreSQL CPU per delivery. This process runs the receivers.
 *
 * `npx node bench/webhooks-workers.ts [deliveries of each app] [rounds]`
 */
const BACKLOG = Number(process.argv[2] ?? 1_500);
const ROUNDS = Number(process.argv[3] ?? 2);
const APPS = 10;

const world = await openWorld();
const first = await world.startServer({ WEBHOOK_ALLOW_PRIVATE: '1' });
const developer = await openDeveloper(world, first);
let arrived = 0;
const receivers: Receiver[] = [];
for (let n = 0; n < APPS; n++) {
  const receiver = await startReceiver((_webhook, response) => {
    arrived += 1;
    response.end();
  });
  receivers.push(receiver);
  await developer.install(`bench-${n}`, receiver.url);
}
await first.stop();

let made = 0;
/**
 * Returns deliveries per second, from a backlog's commit until the last arrival, and the average number of
 * waiting workers.
 */
async function drain(each: number) {
  arrived = 0;
  for (const receiver of receivers) receiver.received.length = 0;
  made += each;
  const startedAt = performance.now();
  await world.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
     SELECT i.id, gen_random_uuid(), 'task.created', 'task:' || n, body, 'pending', clock_timestamp(), clock_timestamp()
     FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id AND a.slug LIKE 'bench-%', generate_series($1::int, $2::int) AS n,
       format('{"event_id":"%s","topic":"task.created","resource":{"type":"task","id":%s}}', gen_random_uuid(), n) AS body`,
    [made, made + each - 1],
  );
  await world.database.query(`SELECT pg_notify('apps_deliveries', i.id::text) FROM apps.installs i`);
  const looks: number[] = [];
  while (arrived < each * APPS) {
    const { rows } = await world.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
    );
    looks.push(rows[0]?.n ?? 0);
    await sleep(5);
  }
  const perSecond = (each * APPS * 1000) / (performance.now() - startedAt);
  return { perSecond, waiting: looks.reduce((sum, n) => sum + n, 0) / looks.length };
}

const figures: string[][] = [];
for (const processes of [1, 2, 4]) {
  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      world.startServer({ ROLE: 'worker', WEBHOOK_ALLOW_PRIVATE: '1', LOG_LEVEL: 'silent' }),
    ),
  );
  await drain(BACKLOG / 5);
  const rounds: { perSecond: number; waiting: number; workers: number; database: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pids = workers.map(({ pid }) => pid);
    const before = [await finelyCpuMsOf(pids), await databaseCpuMsOf(world.databasePid)];
    const { perSecond, waiting } = await drain(BACKLOG);
    const after = [await finelyCpuMsOf(pids), await databaseCpuMsOf(world.databasePid)];
    const [own = 0, database = 0] = after.map((ms, i) => ((ms - (before[i] ?? 0)) * 1000) / (BACKLOG * APPS));
    rounds.push({ perSecond, waiting, workers: own, database });
  }
  const best = (pick: (of: (typeof rounds)[number]) => number, most: boolean) =>
    Math[most ? 'max' : 'min'](...rounds.map(pick)).toFixed(0);
  figures.push([
    String(processes),
    best(({ perSecond }) => perSecond, true),
    (rounds.reduce((sum, { waiting }) => sum + waiting, 0) / ROUNDS).toFixed(2),
    best(({ workers: us }) => us, false),
    best(({ database }) => database, false),
  ]);
  await Promise.all(workers.map((worker) => worker.stop()));
}
printTable(
  `${APPS} apps, ${BACKLOG} deliveries each`,
  ['workers', 'deliveries/s', 'waiting', 'worker us', 'PostgreSQL us'],
  figures,
);
for (const receiver of receivers) await receiver.close();
await world.close();
