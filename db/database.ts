import { randomUUID } from 'node:crypto';
import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { PgBoss, type QueueResult } from 'pg-boss';
import type { Logger } from '#kit/log.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { type Connections, explainPool, openConnections } from './connections.ts';
import { EVENT_QUEUES } from './jobs/event-queues.ts';
import { type Listener, openListener } from './jobs/listener.ts';
import { EXPIRE_SECONDS, HEARTBEAT_SECONDS } from './jobs/queue-runner.ts';
import { openWakeup, type Wakeup, WORKER_PREFIX } from './jobs/wake.ts';
import { migrate } from './migrate/migrate.ts';

/** PostgreSQL as subgraphs see it. */
export interface Database {
  readonly orm: MikroORM;
  /** Jobs and events; subgraphs go through `publish` (db/events.ts) and `schedule` (db/jobs/jobs.ts). */
  readonly boss: PgBoss;
  /** Wakes workers for new jobs; `inTransaction` does so after it commits. */
  readonly wakeup: Wakeup;
  /** Hears NOTIFYs: how read models stay fresh. */
  readonly listen: Listener['listen'];
  /** Milliseconds since the database last answered the listening connection; beyond a few seconds it is away. */
  readonly silentMs: Listener['silentMs'];
  /** Resolves once this process has heard what was announced until now. */
  readonly catchUp: Listener['catchUp'];
  /** The connections that answer requests and run jobs. */
  readonly pool: () => PoolUse;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How a pool of connections is used. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
  readonly most: number;
}

export interface OpenDatabase {
  readonly url: string;
  /** Where `url` leads to a pooler, the database itself: for what needs a session, which are LISTEN, locks and migrations. */
  readonly directUrl?: string | null;
  /** Whether statements are prepared. */
  readonly prepares?: boolean;
  readonly entities: readonly EntitySchema[];
  /** Names of the queues that jobs are booked on. */
  readonly queues: readonly string[];
  /** Whether this process runs jobs. */
  readonly worker?: boolean;
  readonly log: Logger;
  /** Connections in the pool, beside `OTHER_CONNECTIONS`. */
  readonly poolSize?: number;
}

/** Connections that look after jobs. */
const QUEUE_CONNECTIONS = 2;
/** Connections of a process that answer no requests: those of the job queue, and a listening one. */
export const OTHER_CONNECTIONS = QUEUE_CONNECTIONS + 1;

/** Connections of a pool, unless its opener chooses. */
const POOL_SIZE = 5;

/** A connection attempt, and the wait for a free connection, is given up on after this long. */
const CONNECT_TIMEOUT_MS = 5_000;
/** PostgreSQL gives a statement up after this long: every wait has an end. */
const STATEMENT_TIMEOUT_MS = 4_000;
/**
 * PostgreSQL ends a connection whose transaction has asked nothing for so long: it holds locks, and lists show what changed since it
 * began at each poll (docs/decisions/0020-lists-beside-writers.md). The longest pause of ours is the hash of a password.
 */
const IDLE_TRANSACTION_MS = 60_000;
/** Where nothing comes back at all we give up, so that callers have an answer within 6 s. */
const ANSWER_TIMEOUT_MS = 4_500;
/** No one waits for the job queue's statements, and looking after its tables takes longer. */
const QUEUE_TIMEOUT_MS = 10_000;

/** Migrates under an advisory lock, makes sure the queues exist, and connects. Closing it drains what is running. */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  const { url, log } = options;
  const direct = options.directUrl ?? url;
  const connections = openConnections({ prepares: options.prepares ?? true });
  const boss = openQueues(options, connections);
  const prepare = async () => {
    await boss.start();
    await keepQueues(boss, [...EVENT_QUEUES, ...options.queues]);
  };
  await migrate(direct, prepare, log);
  let pool: pg.Pool | null = null;
  const orm = await openOrm(options, connections, (opened) => {
    pool = opened;
  });
  const worker = options.worker ? `${WORKER_PREFIX}${randomUUID()}` : null;
  const listener = await openListener({ url: direct, log, connections, ...(worker ? { name: worker } : {}) });
  const wakeup = await openWakeup({ listener, worker, log });
  return {
    orm,
    boss,
    wakeup,
    listen: listener.listen,
    silentMs: listener.silentMs,
    catchUp: listener.catchUp,
    pool: () => useOf(pool, options.poolSize),
    async ping() {
      await orm.em.fork().execute('SELECT 1');
    },
    async close() {
      await boss.stop();
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

/** How often the job queue looks after its tables and counts its jobs; that a worker died is seen by the next look (queue-clock.ts). */
const SUPERVISE_SECONDS = 60;
/** And may do so at most, when a look finds such jobs. */
const SUPERVISE_AGAIN_SECONDS = 5;
/** For what is not used of the job queue: jobs that wait for other jobs. */
const NEVER_SECONDS = 86_400;

/**
 * Jobs are retried with growing delays for about a day, and are redelivered within about 20 s after a worker dies: the delay stays
 * short, because a job that met several such workers waits for it too.
 */
const QUEUE = {
  retryLimit: 9_000,
  deleteAfterSeconds: 3_600, // of what failed for good; what is done is deleted at once
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: EXPIRE_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: false, // db/jobs/wake.ts does: a NOTIFY in the transaction makes commits wait for one another
} as const;

function openQueues({ url, log }: OpenDatabase, { Client }: Connections): PgBoss {
  const pool = { Client, keepAlive: true, query_timeout: QUEUE_TIMEOUT_MS }; // pg-boss hands on what it does not know
  const boss = new PgBoss({
    ...pool,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: QUEUE_CONNECTIONS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_AGAIN_SECONDS,
    flowIntervalSeconds: NEVER_SECONDS,
    schedule: false,
  });
  boss.on('error', (error) => {
    // The listening connection reports it, once.
    if (!isUnavailable(error)) log.error({ err: error }, 'the job queue failed');
  });
  return boss;
}

function openOrm(
  { url, directUrl, entities, poolSize = POOL_SIZE }: OpenDatabase,
  { Client }: Connections,
  onPool: (pool: pg.Pool) => void,
): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    ensureDatabase: false, // it would be asked for on a second connection, by the first transaction that reads an entity
    pool: { min: Math.min(2, poolSize), max: poolSize },
    driverOptions: {
      Client,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...(!directUrl && {
        // Poolers refuse them: they set them themselves.
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      }),
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'platform',
      onPoolCreated(pool: pg.Pool) {
        explainPool(pool);
        onPool(pool);
      },
    },
  });
}

const useOf = (pool: pg.Pool | null, most = POOL_SIZE): PoolUse => ({
  used: (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0),
  idle: pool?.idleCount ?? 0,
  waiting: pool?.waitingCount ?? 0,
  most,
});
