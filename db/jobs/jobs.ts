import { setImmediate as afterThisTick } from 'node:timers/promises';
import { fromKysely, type PgBoss } from 'pg-boss';
import { withTrace } from '#kit/tracing.ts';
import type { SubgraphContext } from '../context.ts';
import { statements, type Transaction, wakeAfterCommit } from '../transaction.ts';

/**
 * Schedules one run of a queue's job, in the caller's transaction. `at` is the earliest start (now if
 * omitted); among waiting runs with the same `key`, only the first counts.
 */
export async function schedule(
  ctx: Pick<SubgraphContext, 'db'>,
  em: Transaction,
  queue: string,
  data: object,
  { at, key }: { readonly at?: Date; readonly key?: string } = {},
): Promise<void> {
  await ctx.db.boss.send(queue, withTrace(data), {
    db: fromKysely(em.getKysely<unknown>()),
    ...(at ? { startAfter: at } : {}),
    ...(key ? { singletonKey: key } : {}),
  });
  wakeAfterCommit(em, queue, at);
}

/** Jobs gathered for one statement, by queue. */
type Gathered = Map<string, { readonly jobs: { readonly data: object }[]; readonly written: Promise<void> }>;

const gathered = new WeakMap<PgBoss, Gathered>();

/**
 * Schedules one run of a queue's job outside any transaction. Jobs that are scheduled at about the same time, such as by
 * the reactions to a batch of events, are written by one statement; resolves once it has committed.
 */
export function scheduleTogether(
  { db }: Pick<SubgraphContext, 'db'>,
  queue: string,
  data: object,
): Promise<void> {
  const open: Gathered = gathered.get(db.boss) ?? new Map();
  gathered.set(db.boss, open);
  const waiting = open.get(queue);
  const job = { data: withTrace(data) };
  if (waiting) {
    waiting.jobs.push(job);
    return waiting.written;
  }
  const jobs = [job];
  const write = async () => {
    await afterThisTick();
    open.delete(queue);
    await db.boss.insert(queue, jobs, { db: fromKysely(statements({ db })) });
    db.wakeup.wake([queue]);
  };
  const written = write();
  open.set(queue, { jobs, written });
  return written;
}
