import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { PgBoss, type QueueResult } from 'pg-boss';
import type { Logger } from '#kit/log.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { type Connections, explainPool, openConnections } from './connections.ts';
import { EVENT_QUEUES } from './event-queues.ts';
import { type Listener, openListener } from './listener.ts';
import { migrate } from './migrate.ts';
import { openWakeup, type Wakeup } from './wake.ts';

/** PostgreSQL as subgraphs see it. */
export interface Database {
  readonly orm: MikroORM;
  /** Jobs and events; subgraphs go through `publish` (db/events.ts) and `schedule` (db/jobs.ts). */
  readonly boss: PgBoss;
  /** Notifies the workers of queues of new jobs; `inTransaction` does so after it commits. */
  readonly wake: Wakeup['wake'];
  /** How the workers of a queue are notified. */
  readonly onWake: Wakeup['onWake'];
  /** Hears NOTIFYs: how read models stay fresh. */
  readonly listen: Listener['listen'];
  /** Milliseconds since the database last answered the listening connection; beyond a few seconds it is away. */
  readonly silentMs: Listener['silentMs'];
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenDatabase {
  readonly url: string;
  readonly entities: readonly EntitySchema[];
  /** Names of the queues that jobs are booked on. */
  readonly queues: readonly string[];
  readonly log: Logger;
  /** Connections in the pool; one more listens, and the job queue has four of its own. */
  readonly poolSize?: number;
}

/** A connection attempt, and the wait for a free connection, is given up on after this long. */
const CONNECT_TIMEOUT_MS = 5_000;
/** PostgreSQL gives a statement up after this long: every wait has an end. */
const STATEMENT_TIMEOUT_MS = 4_000;
/** And we do, where nothing comes back at all, so that callers have an answer within 6 s. */
const ANSWER_TIMEOUT_MS = 4_500;
/** No one waits for the job queue's statements, and looking after its tables takes longer. */
const QUEUE_TIMEOUT_MS = 10_000;
/** Jobs in progress get this long to finish when the process ends. */
const DRAIN_MS = 5_000;

/** Migrates under an advisory lock, makes sure the queues exist, and connects. Closing it drains what is running. */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  const { url, log } = options;
  const connections = openConnections();
  const boss = openQueues(options, connections);
  await migrate(url, async () => {
    await boss.start();
    await keepQueues(boss, [...EVENT_QUEUES, ...options.queues]);
  });
  const orm = await openOrm(options, connections);
  const listener = await openListener({ url, log, connections });
  const wakeup = await openWakeup({ listen: listener.listen, notify: listener.notify, log });
  return {
    orm,
    boss,
    wake: wakeup.wake,
    onWake: wakeup.onWake,
    listen: listener.listen,
    silentMs: listener.silentMs,
    async ping() {
      await orm.em.fork().execute('SELECT 1');
    },
    async close() {
      await boss.stop({ graceful: true, timeout: DRAIN_MS });
      await listener.close();
      await orm.close();
    },
  };
}

/** Makes sure that queues exist and are as this release has them: one of an earlier release keeps its options. */
async function keepQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) {
    const queue = known.get(name);
    if (!queue) await boss.createQueue(name, QUEUE);
    else if (differs(queue)) await boss.updateQueue(name, QUEUE);
  }
}

const differs = (queue: QueueResult): boolean =>
  (Object.keys(QUEUE) as (keyof typeof QUEUE)[]).some((option) => queue[option] !== QUEUE[option]);

/** How often it is looked for jobs whose worker died: with the heartbeat, such a job runs again within about 20 s. */
const SUPERVISE_SECONDS = 10;

/**
 * Jobs are retried with growing delays for about a day, and are redelivered soon after a worker dies: the delay stays short,
 * because a job that met several such workers waits for it too. Done ones are kept for an hour: what supervises the queue
 * counts them.
 */
const QUEUE = {
  retryLimit: 9_000,
  deleteAfterSeconds: 3_600,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  notify: false, // db/wake.ts does: a NOTIFY in the transaction makes commits wait for one another
} as const;

function openQueues({ url, log }: OpenDatabase, { Client }: Connections): PgBoss {
  const pool = { Client, keepAlive: true, query_timeout: QUEUE_TIMEOUT_MS }; // pg-boss hands on what it does not know
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: 4,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => {
    // Every worker reports it, every second; the listening connection says it once.
    if (!isUnavailable(error)) log.error({ err: error }, 'the job queue failed');
  });
  return boss;
}

function openOrm({ url, entities, poolSize = 16 }: OpenDatabase, { Client }: Connections): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    ensureDatabase: false, // it would be asked for on a second connection, by the first transaction that reads an entity
    pool: { min: 2, max: poolSize },
    driverOptions: {
      Client,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'platform',
      onPoolCreated: explainPool,
    },
  });
}
