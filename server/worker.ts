import type { SubgraphContext } from '#db/context.ts';
import { eventQueue } from '#db/jobs/event-queues.ts';
import { openQueueClock } from '#db/jobs/queue-clock.ts';
import { type QueueRunner, type RunJob, runQueue } from '#db/jobs/queue-runner.ts';
import { namesOf, type RecurringJob, type SubgraphDefinition } from '#db/subgraph.ts';
import { capWaits, SHARED_WAITS } from '#db/waits.ts';
import { repeat } from './recurring.ts';

/** A process's job workers; stopping waits for running jobs. */
export interface Worker {
  readonly stop: () => Promise<void>;
  /** Throws if job fetching has stopped, or a service's work has stalled. */
  readonly check: () => void;
}

export interface WorkerOptions {
  readonly subgraphs: readonly SubgraphDefinition[];
  /** Returns a fresh context with the `platform` viewer for one job run. */
  readonly newContext: () => SubgraphContext;
}

/** Shortest delay before retrying a failed job. */
const RETRY_MS = 1_000;

/** Interval for shortening waits that a wrong clock made too long. */
const CAP_WAITS_MS = 60_000;

/** Events of one type that a process handles at the same time, unless the subgraph sets a number. */
const REACTION_CONCURRENCY = 16;

/** Starts every reaction, queue, recurring job and service in the subgraphs. */
export async function startWorker({ subgraphs, newContext }: WorkerOptions): Promise<Worker> {
  const { db, log, config, clock: time } = newContext();
  const runners = new Map<string, QueueRunner>();
  const waits = [...SHARED_WAITS, ...subgraphs.flatMap(({ waits = [] }) => waits)];
  const capping: RecurringJob = {
    name: 'platform/cap-waits',
    everyMs: () => CAP_WAITS_MS,
    run: (ctx) => capWaits(ctx, waits),
  };
  const jobs = [capping, ...subgraphs.flatMap(({ recurring }) => recurring)].map((job) =>
    repeat(job, newContext),
  );
  const work = (queue: string, concurrency: number, run: RunJob) => {
    const onMore = () => db.wakeup.callHelp(queue);
    const onFailure = () => clock.lookWithin(RETRY_MS);
    const mayRun = () => time.isRight?.() !== false;
    runners.set(queue, runQueue({ boss: db.boss, queue, concurrency, run, mayRun, log, onMore, onFailure }));
  };
  for (const subgraph of subgraphs) {
    for (const { on, concurrency = REACTION_CONCURRENCY, run } of subgraph.reactions) {
      // An event's queue carries that event's payload: the same table types `publish`.
      work(eventQueue(on, subgraph.name), concurrency, (data, at) => run(newContext(), data as never, at));
    }
    for (const job of subgraph.queues) {
      if (job.where?.(config) === false) continue;
      for (const queue of namesOf(job)) {
        work(queue, job.concurrency ?? 1, (data) => job.run(newContext(), data));
      }
    }
  }
  const services = await Promise.all(
    subgraphs.flatMap(({ services = [] }) => services.map((service) => service.start(newContext))),
  );
  const queues = [...runners.keys()];
  const clock = openQueueClock({ db, queues, onDue: (queue) => void runners.get(queue)?.take(), log });
  const recurring = new Map(jobs.flatMap(({ name, wake }) => (wake ? [[name, wake] as const] : [])));
  db.wakeup.serve({
    queues: new Set([...queues, ...recurring.keys()]),
    async take(queue) {
      recurring.get(queue)?.();
      return recurring.has(queue) || (await runners.get(queue)?.take()) === true;
    },
    lookWithin: clock.lookWithin,
  });
  return {
    check() {
      for (const service of services) service.check();
      clock.check();
    },
    async stop() {
      await Promise.all([clock, ...jobs, ...services, ...runners.values()].map((running) => running.stop()));
    },
  };
}
