import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
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
  const woken = new Set<string>();
  queuesOf.set(em, woken);
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
  ctx.db.wake(woken);
  return result;
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
  const woken = new Set<string>();
  const result = await orm.em
    .fork()
    .getKysely<unknown>()
    .transaction()
    .execute((transaction) => {
      const fork = () => {
        const em = orm.em.fork();
        em.setTransactionContext(transaction);
        queuesOf.set(em, woken);
        return em;
      };
      const em = Object.create(orm.em, { fork: { value: fork } });
      return work({ ...ctx, db: { ...ctx.db, orm: Object.create(orm, { em: { value: em } }) } });
    });
  ctx.db.wake(woken);
  return result;
}

/** Queues that a running transaction has booked jobs on; their workers are woken once it has committed. */
const queuesOf = new WeakMap<Transaction, Set<string>>();

/** Remembers to wake the workers of a queue when this transaction commits. */
export function wakeAfterCommit(em: Transaction, queue: string): void {
  queuesOf.get(em)?.add(queue);
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
  return ('db' in where ? where.db.orm.em.fork() : where).getKysely<unknown>();
}
