import type { SubgraphContext } from '#db/context.ts';
import { discardJob } from '#db/jobs/queue-health.ts';
import { operatorId } from '#kit/operator.ts';
import { refuse } from '../../errors.ts';
import { mayDiscard } from '../domain/discardable-queues.ts';
import { type FailedJob, type JobMoved, moveFailedJob } from '../steps/move-failed-job.ts';

/**
 * Deletes a failed job if its queue only sends emails. Refuses with `INVALID` for any other queue. For
 * operators.
 */
export async function discardFailedJob(ctx: SubgraphContext, job: FailedJob): Promise<JobMoved> {
  operatorId(ctx);
  if (mayDiscard(job.queue)) return moveFailedJob(ctx, job, 'operator.job.discarded', discardJob);
  const message = "Jobs in this queue can't be discarded, because their work would never be done.";
  return { moved: false, ...refuse('INVALID', message, ['queue']) };
}
