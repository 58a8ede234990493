import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import type { AccountEventKind } from '../../identity/domain/account-event-kind.ts';
import { recordAccountEvent } from '../../identity/store/account-events.ts';

/** A failed job and its queue. */
export interface FailedJob {
  readonly queue: string;
  readonly id: string;
}

/** Result of moving a failed job; `moved` is false after a refusal. */
export type JobMoved = Refused & { readonly moved: boolean };

/**
 * Moves a failed job in a transaction and records the operator's action in their security log. Refuses with
 * `NOT_FOUND`.
 */
export async function moveFailedJob(
  ctx: SubgraphContext,
  { queue, id }: FailedJob,
  kind: AccountEventKind,
  change: (em: Transaction, queue: string, id: string) => Promise<boolean>,
): Promise<JobMoved> {
  const accountId = operatorId(ctx);
  return inTransaction(ctx, async (em): Promise<JobMoved> => {
    if (!isUuid(id) || !(await change(em, queue, id))) {
      const message = 'There is no such failed job. It may have run in the meantime.';
      return { moved: false, ...refuse('NOT_FOUND', message, ['id']) };
    }
    const detail = `Job ${id} of ${queue.slice(0, 200)}`;
    await recordAccountEvent(ctx, em, { accountId, kind, address: ctx.address ?? null, detail });
    return { moved: true, userErrors: NONE };
  });
}
