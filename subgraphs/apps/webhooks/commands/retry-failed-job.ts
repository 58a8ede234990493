import type { SubgraphContext } from '#db/context.ts';
import { retryJob } from '#db/jobs/queue-health.ts';
import { type FailedJob, type JobMoved, moveFailedJob } from '../steps/move-failed-job.ts';

/** Retries a failed job now. Every job is safe to repeat. For operators (docs/interface/host.md#operators). */
export const retryFailedJob = (ctx: SubgraphContext, job: FailedJob): Promise<JobMoved> =>
  moveFailedJob(ctx, job, 'operator.job.retried', retryJob);
