import { fromKysely } from 'pg-boss';
import { withTrace } from '#kit/tracing.ts';
import type { SubgraphContext } from '../context.ts';
import { type Transaction, wakeAfterCommit } from '../transaction.ts';

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
