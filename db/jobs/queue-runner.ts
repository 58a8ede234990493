import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { within } from '#kit/deadline.ts';
import type { Logger } from '#kit/log.ts';
import { isTraced, splitTrace, traced } from '#kit/tracing.ts';
import { isUnavailable } from '#kit/unavailable.ts';

/** Runs a job with its data and the instant it was created. */
export type RunJob = (data: unknown, bookedAt: Date) => Promise<void>;

/** Runs one queue's jobs in this process. */
export interface QueueRunner {
  /**
   * Fetches jobs that may be waiting. Resolves to true once they're fetched, or to false if the runner is
   * still busy with earlier jobs a moment later.
   */
  readonly take: () => Promise<boolean>;
  /** Stops fetching. Resolves when running jobs have ended; slow ones are handed back. */
  readonly stop: () => Promise<void>;
}

export interface RunQueue {
  readonly boss: PgBoss;
  readonly queue: string;
  /** Jobs that run at the same time. */
  readonly concurrency: number;
  readonly run: RunJob;
  /** Returns false while jobs must not run; if omitted, all may run. */
  readonly mayRun?: () => boolean;
  readonly log: Logger;
  /** Called after a full fetch: more jobs are waiting than this process can take. */
  readonly onMore: () => void;
  /** Called if a job must run again, or its result couldn't be recorded. */
  readonly onFailure: () => void;
}

/** A job fails after this long. */
export const EXPIRE_SECONDS = 60;
/**
 * Heartbeat interval for running jobs; a job without a heartbeat for `HEARTBEAT_SECONDS` goes to another
 * worker.
 */
export const HEARTBEAT_SECONDS = 10;
const TOUCH_MS = 5_000;
/** After this long a runner counts as busy, and another process is called to help. */
const BUSY_AFTER_MS = 100;
/** Time for running jobs to finish on shutdown. */
const DRAIN_MS = 5_000;

/** Fetches jobs in batches while there are more. Deletes completed jobs and retries failed ones. */
export function runQueue({
  boss,
  queue,
  concurrency,
  run,
  mayRun = () => true,
  log,
  onMore,
  onFailure,
}: RunQueue): QueueRunner {
  const batchSize = Math.max(2, concurrency);
  const scope = new AsyncResource('jobs'); // detached from the request that scheduled or woke them
  let again = false;
  let stopping = false;
  let draining: Promise<void> | null = null;
  let fetched = Promise.withResolvers<void>();
  let running: readonly JobWithMetadata<unknown>[] = [];

  async function drain(): Promise<void> {
    try {
      do {
        again = false;
        if (!mayRun()) return;
        const jobs = await boss.fetch<unknown>(queue, { batchSize, includeMetadata: true });
        fetched.resolve();
        fetched = Promise.withResolvers();
        if (jobs.length === batchSize) {
          again = true;
          onMore();
        }
        if (jobs.length > 0) await finish(jobs);
      } while (again && !stopping);
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error, queue }, 'Failed to fetch or record jobs');
      onFailure();
    } finally {
      draining = null;
    }
  }

  async function finish(jobs: readonly JobWithMetadata<unknown>[]): Promise<void> {
    running = jobs;
    const heartbeat = setInterval(() => {
      boss.touch(queue, [...jobs]).catch(() => undefined); // another process runs lost jobs again
    }, TOUCH_MS);
    try {
      const errors = await eachOf(jobs, concurrency, runOne);
      const done = jobs.filter((_job, index) => errors[index] === null);
      if (done.length > 0) await boss.deleteJob(queue, done);
      for (const [index, error] of errors.entries()) {
        const job = jobs[index];
        if (job && error !== null) await boss.fail(queue, job, { message: error });
      }
      if (done.length < jobs.length) onFailure();
    } finally {
      clearInterval(heartbeat);
      running = [];
    }
  }

  /** Returns null, or the error: the queue retries the job, and the error appears nowhere else. */
  async function runOne({ id, data, createdOn }: JobWithMetadata<unknown>): Promise<string | null> {
    const { data: own, parent } = splitTrace(data);
    const work = { name: `job ${queue}`, kind: 'consumer', parent } as const;
    try {
      const done = isTraced() ? traced(work, () => run(own, createdOn)) : run(own, createdOn);
      await within(EXPIRE_SECONDS * 1_000, `A job of ${queue}`, done);
      return null;
    } catch (error) {
      log.error({ err: error, queue, jobId: id }, 'Failed to run a job');
      return String(error);
    }
  }

  return {
    async take() {
      if (stopping) return false;
      again = true;
      if (!draining) {
        draining = scope.runInAsyncScope(drain);
        return true;
      }
      const late = sleep(BUSY_AFTER_MS, false, { ref: false });
      return Promise.race([fetched.promise.then(() => true), late]);
    },
    async stop() {
      stopping = true;
      await Promise.race([draining, sleep(DRAIN_MS, undefined, { ref: false })]);
      if (running.length > 0)
        await boss.fail(queue, [...running], { message: 'The process ended before the job did.' });
    },
  };
}

/** Runs `work` on every item, at most `concurrency` at the same time, and returns the results in order. */
async function eachOf<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, item] of waiting) results[index] = await work(item);
    }),
  );
  return results;
}
