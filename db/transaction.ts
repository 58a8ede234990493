import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { type HappeningName, type Happenings, happened } from '#kit/happenings.ts';
import type { SubgraphContext } from './context.ts';

/** The entity manager of a running transaction. `em.getKysely()` speaks in the same transaction. */
export type Transaction = EntityManager;

/**
 * Runs `work` in one transaction: everything commits, or nothing does and the error is thrown on.
 * No `ctx.execute`, HTTP or waiting inside (CONTRIBUTING.md).
 *
 * Kysely opens it, not `em.transactional`: the latter never gives a connection back on which BEGIN, COMMIT or ROLLBACK failed,
 * so that a few seconds without a database would use the pool up for good.
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

/** Waits until no other transaction holds this name, and holds it until the end of this one. */
export async function lockName(em: Transaction, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(statements(em));
}

/** Work inside a transaction that is open already (`inOneTransaction`): it commits with all the rest. */
async function partOf<T>(em: Transaction, work: (em: Transaction) => Promise<T>): Promise<T> {
  const done = await work(em);
  await em.flush();
  return done;
}

/**
 * Runs commands that have transactions of their own as one: all of them commit together, or none. One connection carries
 * everything, so it is for what happens seldom: the first start, a property of an import.
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

/** What a running transaction wants done once it has committed. */
interface Booked {
  /** Queues whose workers are woken. */
  readonly now: Set<string>;
  /** When jobs for later become due. */
  readonly later: Date[];
  /** Whether its caller waits until this process has heard what it announced. */
  heard: boolean;
  /** What is counted. */
  readonly counted: (() => void)[];
}

const bookedBy = new WeakMap<Transaction, Booked>();
const noneBooked = (): Booked => ({ now: new Set(), later: [], heard: false, counted: [] });

/** Remembers to wake a worker when this transaction commits: for a queue, or for a job that is booked for `at`. */
export function wakeAfterCommit(em: Transaction, queue: string, at?: Date): void {
  if (at) bookedBy.get(em)?.later.push(at);
  else bookedBy.get(em)?.now.add(queue);
}

/** Counts something when this transaction commits. */
export function countAfterCommit<N extends HappeningName>(
  em: Transaction,
  name: N,
  labels: Happenings[N],
): void {
  bookedBy.get(em)?.counted.push(() => happened(name, labels));
}

/**
 * Keeps the transaction's caller waiting, once it has committed, until this process has heard its notifications: anyone who is
 * answered that something was taken away finds that no memory of it is left here.
 */
export function hearAfterCommit(em: Transaction): void {
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

/** Reads in one snapshot: what the statements of `work` see belongs together, whatever commits meanwhile. */
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
 * Where `sql` templates run: in a transaction, or each as its own. Typed statements know their tables
 * (docs/contributing/statements.md).
 */
export function statements(where: Pick<SubgraphContext, 'db'> | Transaction): Kysely<unknown> {
  const em = 'db' in where ? where.db.orm.em : null;
  const known = em && connections.get(em);
  if (known) return known;
  const connection = ('db' in where ? where.db.orm.em.fork() : where).getKysely<unknown>();
  if (em) connections.set(em, connection);
  return connection;
}

/** A manager that is in no transaction always gives the same connection, but making one for each statement takes a while. */
const connections = new WeakMap<EntityManager, Kysely<unknown>>();
