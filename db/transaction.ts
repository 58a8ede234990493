import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { type MetricName, type Metrics, recordMetric } from '#kit/metrics.ts';
import type { SubgraphContext } from './context.ts';

/** The entity manager for a running transaction. `em.getKysely()` uses the same transaction. */
export type Transaction = EntityManager;

/**
 * Runs `work` in one transaction: commits everything, or rolls back and rethrows the error. Don't use
 * `ctx.execute` or HTTP, and don't wait, inside `work` (CONTRIBUTING.md).
 *
 * Kysely opens the transaction instead of `em.transactional`, which never returns a connection whose BEGIN,
 * COMMIT or ROLLBACK failed, so a few seconds without a database would exhaust the pool for good.
 */
export async function inTransaction<T>(
  ctx: Pick<SubgraphContext, 'db'>,
  work: (em: Transaction) => Promise<T>,
): Promise<T> {
  const em = ctx.db.orm.em.fork();
  if (em.getKysely<unknown>().isTransaction) return partOf(em, work);
  const booked = noneBooked();
  bookedBy.set(em, booked);
  const result = await em
    .getKysely<unknown>()
    .transaction()
    .execute(async (transaction) => {
      em.setTransactionContext(transaction);
      try {
        const done = await work(em);
        await em.flush();
        return done;
      } finally {
        em.resetTransactionContext();
      }
    });
  await afterCommit(ctx, booked);
  return result;
}

/** Waits until no other transaction holds the lock with this name, then holds it until this transaction ends. */
export async function lockName(em: Transaction, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(statements(em));
}

/** Runs work inside an open transaction (`inOneTransaction`); it commits with the rest. */
async function partOf<T>(em: Transaction, work: (em: Transaction) => Promise<T>): Promise<T> {
  const done = await work(em);
  await em.flush();
  return done;
}

/**
 * Runs commands that have their own transactions as one: all commit together, or none. One connection carries
 * everything, so use it only for rare work: the first start, one property in an import.
 */
export async function inOneTransaction<C extends Pick<SubgraphContext, 'db'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const { orm } = ctx.db;
  const booked = noneBooked();
  const result = await orm.em
    .fork()
    .getKysely<unknown>()
    .transaction()
    .execute((transaction) => {
      const fork = () => {
        const em = orm.em.fork();
        em.setTransactionContext(transaction);
        bookedBy.set(em, booked);
        return em;
      };
      const em = Object.create(orm.em, { fork: { value: fork } });
      return work({ ...ctx, db: { ...ctx.db, orm: Object.create(orm, { em: { value: em } }) } });
    });
  await afterCommit(ctx, booked);
  return result;
}

/** Actions for a transaction to run after its commit. */
interface Booked {
  /** Queues whose workers to wake. */
  readonly now: Set<string>;
  /** Due times for later jobs. */
  readonly later: Date[];
  /** True if the caller waits until this process has received the transaction's notifications. */
  heard: boolean;
  /** Counters to increment. */
  readonly counted: (() => void)[];
}

const bookedBy = new WeakMap<Transaction, Booked>();
const noneBooked = (): Booked => ({ now: new Set(), later: [], heard: false, counted: [] });

/** Wakes a worker when this transaction commits: for a queue, or for a job scheduled for `at`. */
export function wakeAfterCommit(em: Transaction, queue: string, at?: Date): void {
  if (at) bookedBy.get(em)?.later.push(at);
  else bookedBy.get(em)?.now.add(queue);
}

/** Increments a counter when this transaction commits. */
export function countAfterCommit<N extends MetricName>(em: Transaction, name: N, labels: Metrics[N]): void {
  bookedBy.get(em)?.counted.push(() => recordMetric(name, labels));
}

/**
 * Makes the transaction's caller wait, after the commit, until this process has received its notifications:
 * once a response confirms a removal, this process has no cached copy left.
 */
export function catchUpAfterCommit(em: Transaction): void {
  const booked = bookedBy.get(em);
  if (booked) booked.heard = true;
}

async function afterCommit(
  { db }: Pick<SubgraphContext, 'db'>,
  { now, later, heard, counted }: Booked,
): Promise<void> {
  for (const count of counted) count();
  db.wakeup.wake(now);
  for (const at of later) db.wakeup.wakeAt(at);
  if (heard) await db.catchUp();
}

/** Reads in one snapshot: the statements in `work` see a consistent state, whatever commits during it. */
export function inSnapshot<T>(
  ctx: Pick<SubgraphContext, 'db'>,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const em = ctx.db.orm.em.fork();
  return em
    .getKysely<unknown>()
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => {
      em.setTransactionContext(transaction);
      return work(em);
    });
}

/** A fresh entity manager outside any transaction, for reads. */
export function reader(ctx: Pick<SubgraphContext, 'db'>): EntityManager {
  return ctx.db.orm.em.fork();
}

/**
 * An item for a statement's FROM list: the statement's commit doesn't wait until it's on disk. Only for a step that's
 * worthless without a later commit that does wait, such as a hold and its booking. A crash of PostgreSQL loses commits
 * only from the end, so anyone who sees the later step after a crash also sees this one. Nothing may leave the platform
 * between the two (docs/decisions/0024-one-flush-per-booking.md).
 */
export const flushedLater = sql`(SELECT set_config('synchronous_commit', 'off', true)) AS later`;

/**
 * Returns the connection for `sql` templates: within a transaction, or each statement in its own. Typed
 * statements have their tables' types (docs/contributing/statements.md).
 */
export function statements(where: Pick<SubgraphContext, 'db'> | Transaction): Kysely<unknown> {
  const em = 'db' in where ? where.db.orm.em : null;
  const known = em && connections.get(em);
  if (known) return known;
  const connection = ('db' in where ? where.db.orm.em.fork() : where).getKysely<unknown>();
  if (em) connections.set(em, connection);
  return connection;
}

/** Outside transactions a manager always returns the same connection, but creating one per statement is slow. */
const connections = new WeakMap<EntityManager, Kysely<unknown>>();
