import type { IslandContext } from '#db/context.ts';
import { eventQueue } from '#db/events.ts';
import type { Island, RecurringJob } from '#db/island.ts';

/** The job workers of a process; stopping waits for what is running. */
export interface Worker {
  readonly stop: () => Promise<void>;
}

export interface WorkerOptions {
  readonly islands: readonly Island[];
  /** A fresh context with the `platform` viewer for one run of a job. */
  readonly newContext: () => IslandContext;
}

/** How many events of one kind a process handles at once. */
const REACTION_CONCURRENCY = 4;

/** Starts every reaction, queue, recurring job and service of the islands. */
export async function startWorker({ islands, newContext }: WorkerOptions): Promise<Worker> {
  const { boss } = newContext().db;
  const work = (queue: string, concurrency: number, run: (data: unknown) => Promise<void>) =>
    boss.work(queue, { localConcurrency: concurrency, pollingIntervalSeconds: 2 }, async ([job]) => {
      if (job) await run(job.data);
    });
  for (const island of islands) {
    for (const { on, run } of island.reactions) {
      // The queue of an event carries that event's payload: `publish` is typed by the same table.
      await work(eventQueue(on, island.name), REACTION_CONCURRENCY, (data) =>
        run(newContext(), data as never),
      );
    }
    for (const { queue, concurrency, run } of island.queues) {
      await work(queue, concurrency ?? 1, (data) => run(newContext(), data));
    }
  }
  const services = await Promise.all(
    islands.flatMap(({ services = [] }) => services.map((service) => service.start(newContext))),
  );
  const timers = islands.flatMap(({ recurring }) => recurring.map((job) => repeat(job, newContext)));
  return {
    async stop() {
      await Promise.all([...timers, ...services].map((running) => running.stop()));
    },
  };
}

/** Runs a job now and then again `everyMs` after each run; a failing run is logged and the next one comes all the same. */
function repeat(job: RecurringJob, newContext: () => IslandContext): Worker {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const everyMs = job.everyMs(newContext().config);

  async function once(): Promise<void> {
    const ctx = newContext();
    try {
      await job.run(ctx);
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
