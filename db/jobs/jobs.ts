import { fromKysely } from 'pg-boss';
import { withTrace } from '#kit/tracing.ts';
import type { SubgraphContext } from '../context.ts';
import { type Transaction, wakeAfterCommit } from '../transaction.ts';

/**
 * Books one run of a queue's job, in the transaction that wants it. `at` is when it may start at the earliest (now where
 * not given); of several bookings with the same `key` waiting at once only the first counts.
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
