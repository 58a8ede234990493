import type { SubgraphContext } from '#db/context.ts';
import { discardJob, retryJob } from '#db/queue-health.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { operatorId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { type AccountEventKind, recordAccountEvent } from '../../identity/store/account-events.ts';
import { mayDiscard } from '../domain/discardable-queues.ts';

interface Given {
  readonly queue: string;
  readonly id: string;
}

/** Whether a job was moved, or why it was not. */
export type JobMoved = Refused & { readonly moved: boolean };

/** Runs a failed job again now. Every job is safe to repeat. For operators (docs/interface/host.md#operators). */
export const retryFailedJob = (ctx: SubgraphContext, given: Given): Promise<JobMoved> =>
  move(ctx, given, 'operator.job.retried', retryJob);

/** Deletes a failed job of a queue whose jobs only mail. Refuses with `INVALID` for any other queue. For operators. */
export async function discardFailedJob(ctx: SubgraphContext, given: Given): Promise<JobMoved> {
  operatorId(ctx);
  if (mayDiscard(given.queue)) return move(ctx, given, 'operator.job.discarded', discardJob);
  const message = 'Jobs of this queue cannot be discarded: what they are to do would never be done.';
  return { moved: false, ...refuse('INVALID', message, ['queue']) };
}

async function move(
  ctx: SubgraphContext,
  { queue, id }: Given,
  kind: AccountEventKind,
  change: (em: Transaction, queue: string, id: string) => Promise<boolean>,
): Promise<JobMoved> {
  const accountId = operatorId(ctx);
  return inTransaction(ctx, async (em): Promise<JobMoved> => {
    if (!isUuid(id) || !(await change(em, queue, id))) {
      const message = 'There is no such failed job: it may have run meanwhile.';
      return { moved: false, ...refuse('NOT_FOUND', message, ['id']) };
    }
    const detail = `Job ${id} of ${queue.slice(0, 200)}`;
    await recordAccountEvent(ctx, em, { accountId, kind, address: ctx.address ?? null, detail });
    return { moved: true, userErrors: NONE };
  });
}
