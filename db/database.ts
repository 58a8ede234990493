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
import { openStandby, type Standby } from './standby.ts';

/** PostgreSQL as subgraphs use it. */
export interface Database {
  readonly orm: MikroORM;
  /** Jobs and events; subgraphs go through `publish` (db/events.ts) and `schedule` (db/jobs/jobs.ts). */
  readonly boss: PgBoss;
  /** Wakes workers for new jobs; `inTransaction` does so after its commit. */
  readonly wakeup: Wakeup;
  /** Subscribes to NOTIFYs, which keep read models fresh. */
  readonly listen: Listener['listen'];
  /**
   * Milliseconds since the database last responded on the listening connection; more than a few seconds means
   * that it's down.
   */
  readonly silentMs: Listener['silentMs'];
  /** Resolves once this process has received all earlier notifications. */
  readonly catchUp: Listener['catchUp'];
  /** A standby for reads that may be a little old; null without one. */
  readonly standby: Standby | null;
  /** Usage statistics for the pool that serves requests and runs jobs. */
  readonly pool: () => PoolUse;
  /** Rejects if the database doesn't respond. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Pool usage. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Callers waiting for a connection. */
  readonly waiting: number;
  readonly most: number;
}

export interface OpenDatabase {
  readonly url: string;
  /** Database address without the pooler, if `url` is a pooler: LISTEN, locks and migrations need a session. */
  readonly directUrl?: string | null;
  /** True to prepare statements. */
  readonly prepares?: boolean;
  readonly entities: readonly EntitySchema[];
  /** Names of the queues for jobs. */
  readonly queues: readonly string[];
  /** True if this process runs jobs. */
  readonly worker?: boolean;
  readonly log: Logger;
  /** A standby's address, and the age up to which its data is read. */
  readonly read?: { readonly url: string; readonly oldestMs: number } | null;
  /** Connections in the pool, in addition to `OTHER_CONNECTIONS`. */
  readonly poolSize?: number;
}

/** Connections for job maintenance. */
const QUEUE_CONNECTIONS = 2;
/** Connections that serve no requests: the job queue's, and one for listening. */
export const OTHER_CONNECTIONS = QUEUE_CONNECTIONS + 1;

/** Default pool size. */
const POOL_SIZE = 5;

/** Limit for connecting and for waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** PostgreSQL cancels a statement after this long, so every wait ends. */
const STATEMENT_TIMEOUT_MS = 4_000;
/**
 * PostgreSQL ends a connection after this much idle time in a transaction: it holds locks, and each poll
 * repeats all rows changed since it began (docs/decisions/0020-lists-beside-writers.md). Our longest pause is
 * a password hash.
 */
const IDLE_TRANSACTION_MS = 60_000;
/** We give up on a silent server after this long, so that callers get a response within 6 s. */
const ANSWER_TIMEOUT_MS = 4_500;
/**
 * Callers never wait for the job queue's statements, and its table maintenance takes longer than a request's
 * statements.
 */
const QUEUE_TIMEOUT_MS = 10_000;

/** Migrates under an advisory lock, creates missing queues and connects. Closing drains running work. */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  const { url, log } = options;
  const direct = options.directUrl ?? url;
  const connections = openConnections({ prepares: options.prepares ?? true });
  const boss = openQueues(options, connections);
  const prepare = async () => {
    await boss.start();
    await keepQueues(boss, [...EVENT_QUEUES, ...options.queues]);
  };
  const migrating = migrate(direct, prepare, log);
  migrating.catch(() => {}); // reported below
  let pool: pg.Pool | null = null;
  // Discovers the entities while PostgreSQL works.
  const orm = await openOrm(options, connections, (opened) => {
    pool = opened;
  });
  await migrating.catch(async (error: unknown) => {
    await orm.close();
    throw error;
  });
  const standby = await openStandbyOf(options, connections, orm);
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
    standby,
    pool: () => useOf(pool, options.poolSize),
    async ping() {
      await orm.em.fork().execute('SELECT 1');
    },
    async close() {
      await boss.stop();
      await listener.close();
      await standby?.close();
      await orm.close();
    },
  };
}

/** Opens the standby; the primary serves its reads until it responds. */
async function openStandbyOf(
  { read, ...options }: OpenDatabase,
  connections: Connections,
  primary: MikroORM,
): Promise<Standby | null> {
  if (!read) return null;
  const { url, oldestMs } = read;
  const orm = await openOrm({ ...options, url, directUrl: null }, connections, () => undefined);
  return openStandby({ primary, standby: orm, oldestMs, log: options.log });
}

/**
 * Creates missing queues and updates the others to this release's options, since a queue keeps its options
 * from an earlier release.
 */
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

/**
 * Interval at which the job queue maintains its tables and counts its jobs; the next look (queue-clock.ts)
 * detects dead workers.
 */
const SUPERVISE_SECONDS = 60;
/** Minimum interval between maintenance runs triggered by looks that found a dead worker's jobs. */
const SUPERVISE_AGAIN_SECONDS = 5;
/** Interval for an unused job queue feature: jobs that depend on other jobs. */
const NEVER_SECONDS = 86_400;

/**
 * Jobs are retried with growing delays for about a day, and redelivered within about 20 s after a worker
 * dies. The delays stay short because they also apply to a job whose workers die several times.
 */
const QUEUE = {
  retryLimit: 9_000,
  deleteAfterSeconds: 3_600, // for failed jobs; completed ones are deleted immediately
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  expireInSeconds: EXPIRE_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: false, // db/jobs/wake.ts does this: a NOTIFY in the transaction would make commits wait for one another
} as const;

function openQueues({ url, log }: OpenDatabase, { Client }: Connections): PgBoss {
  // pg-boss passes on options it doesn't recognize
  const pool = { Client, keepAlive: true, query_timeout: QUEUE_TIMEOUT_MS };
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
    // The listening connection reports an outage, once.
    if (!isUnavailable(error)) log.error({ err: error }, 'Failed to use the job queue');
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
    ensureDatabase: false, // the check would need a second connection during the first transaction that reads an entity
    pool: { min: Math.min(2, poolSize), max: poolSize },
    driverOptions: {
      Client,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...(!directUrl && {
        // Poolers refuse this parameter and set it themselves.
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
