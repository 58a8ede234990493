import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { SubgraphContext } from '#db/context.ts';
import { eventQueue } from '#db/event-queues.ts';
import { namesOf, type RecurringJob, type SubgraphDefinition } from '#db/subgraph.ts';
import { within } from '#kit/deadline.ts';
import { Unavailable } from '#kit/unavailable.ts';

/** The job workers of a process; stopping waits for what is running. */
export interface Worker {
  readonly stop: () => Promise<void>;
  /** Throws when jobs are no longer fetched, or the work of a service does not go on. */
  readonly check: () => void;
}

export interface WorkerOptions {
  readonly subgraphs: readonly SubgraphDefinition[];
  /** A fresh context with the `platform` viewer for one run of a job. */
  readonly newContext: () => SubgraphContext;
}

/** Runs a job with its data and the instant it was booked. */
type RunJob = (data: unknown, bookedAt: Date) => Promise<void>;

/** How many events of one kind a process handles at once, unless the subgraph says otherwise. */
const REACTION_CONCURRENCY = 16;

/**
 * A commit wakes its queue's worker at once; this is its polling interval, for what comes due later and for retries.
 */
const LOOK_EVERY_SECONDS = 1;

/** Starts every reaction, queue, recurring job and service of the subgraphs. */
export async function startWorker({ subgraphs, newContext }: WorkerOptions): Promise<Worker> {
  const { db, log } = newContext();

  /** Fetches jobs in batches, again and again while there are more, and completes each one individually. */
  const work = async (queue: string, concurrency: number, run: RunJob) => {
    const worker = await db.boss.work(
      queue,
      {
        batchSize: Math.max(2, concurrency), // pg-boss goes on without a pause only for batches
        burstWhenBatchFull: true,
        pollingIntervalSeconds: LOOK_EVERY_SECONDS,
        perJobResults: true,
        includeMetadata: true,
      },
      (jobs) => eachOf(jobs, concurrency, (job) => settle(queue, job, run)),
    );
    db.onWake(queue, () => db.boss.notifyWorker(worker));
  };

  async function settle(queue: string, job: JobWithMetadata<unknown>, run: RunJob) {
    try {
      await run(job.data, job.createdOn);
      return { id: job.id, status: 'completed' } as const;
    } catch (error) {
      // The queue tries it again; no one else sees the error.
      log.error({ err: error, queue, jobId: job.id }, 'a job failed');
      return { id: job.id, status: 'failed', output: { message: String(error) } } as const;
    }
  }

  for (const subgraph of subgraphs) {
    for (const { on, concurrency = REACTION_CONCURRENCY, run } of subgraph.reactions) {
      // The queue of an event carries that event's payload: `publish` is typed by the same table.
      await work(eventQueue(on, subgraph.name), concurrency, (data, at) =>
        run(newContext(), data as never, at),
      );
    }
    for (const job of subgraph.queues) {
      for (const queue of namesOf(job)) {
        await work(queue, job.concurrency ?? 1, (data) => job.run(newContext(), data));
      }
    }
  }
  const services = await Promise.all(
    subgraphs.flatMap(({ services = [] }) => services.map((service) => service.start(newContext))),
  );
  const timers = subgraphs.flatMap(({ recurring }) => recurring.map((job) => repeat(job, newContext)));
  return {
    check() {
      for (const service of services) service.check();
      checkFetches(db.boss.getWipData());
    },
    async stop() {
      await Promise.all([...timers, ...services].map((running) => running.stop()));
    },
  };
}

/** A worker that is not at work looks for jobs every second. */
const LONGEST_WITHOUT_A_FETCH_MS = 15_000;

function checkFetches(workers: ReturnType<PgBoss['getWipData']>): void {
  for (const { name, count, lastFetchedOn, createdOn } of workers) {
    const lookedAt = lastFetchedOn ?? createdOn;
    if (count > 0 || Date.now() - Number(lookedAt) <= LONGEST_WITHOUT_A_FETCH_MS) continue;
    throw new Unavailable(`No jobs of ${name} are fetched.`);
  }
}

/** Runs `work` on every item, at most `concurrency` at once, and returns the results in order. */
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

/** A run that takes longer is left to itself, and the next one comes: such jobs may run beside themselves. */
const LONGEST_RUN_MS = 120_000;

/** Runs a job now and then again `everyMs` after each run; a failing run is logged and the next one comes all the same. */
function repeat(job: RecurringJob, newContext: () => SubgraphContext): Pick<Worker, 'stop'> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const everyMs = job.everyMs(newContext().config);

  async function once(): Promise<void> {
    const ctx = newContext();
    try {
      await within(LONGEST_RUN_MS, `The job ${job.name}`, job.run(ctx));
    } catch (error) {
      ctx.log.error({ err: error, job: job.name }, 'a recurring job failed');
    }
    if (!stopped) timer = setTimeout(go, everyMs);
  }
  function go(): void {
    running = once();
  }
  go();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
