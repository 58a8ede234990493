import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '#kit/log.ts';
import type { Listener } from './listener.ts';

/** How the workers of a process are woken. */
export interface Wakeable {
  /** Names of the queues that it works on. */
  readonly queues: ReadonlySet<string>;
  /** There are jobs on a queue: true once they are fetched, false when it will be busy with others for longer. */
  readonly take: (queue: string) => Promise<boolean>;
  /** A job comes due this soon. */
  readonly lookWithin: (ms: number) => void;
}

/** Wakes one worker for new jobs, here or in another process, so that none needs to look for them all the time. */
export interface Wakeup {
  /** Jobs were booked on these queues, and are committed. Returns at once; a lost call costs one round of looking. */
  readonly wake: (queues: Iterable<string>) => void;
  /** A job was booked for this instant, and is committed. */
  readonly wakeAt: (at: Date) => void;
  /** More jobs are waiting on a queue than this process takes at once: another one helps, if it is idle. */
  readonly callHelp: (queue: string) => void;
  /** From now on this process works. */
  readonly serve: (worker: Wakeable) => void;
}

export interface OpenWakeup {
  readonly listener: Pick<Listener, 'listen' | 'query'>;
  /** Name of the listening connection; null in a process without workers. */
  readonly worker: string | null;
  readonly log: Logger;
}

/** What the listening connections of processes with workers are called: their NOTIFY channel has the same name. */
export const WORKER_PREFIX = 'platform-worker-';

/** What one process asks of another. `asked` are the processes that could not do it. */
interface Call {
  readonly queues: readonly string[];
  readonly lookInMs?: number;
  readonly asked: readonly string[];
}

/**
 * PostgreSQL knows which workers are connected: one of those not asked yet is picked by chance. The connection's own process
 * is among `asked` where it has workers.
 */
const CALL_ONE = `
  SELECT pg_notify(application_name, $1) FROM (
    SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '${WORKER_PREFIX}%' AND application_name <> ALL ($2)
    ORDER BY random() LIMIT 1) one`;

/** Jobs that come due later than this are found by looking. */
export const LOOK_EVERY_MS = 10_000;

/**
 * Opens it. NOTIFY makes the commits that carry it wait for one another, disk included, so it is never sent in the
 * transaction that books a job: it follows the commit, one for all the queues that came meanwhile.
 */
export async function openWakeup({ listener, worker: self, log }: OpenWakeup): Promise<Wakeup> {
  const scope = new AsyncResource('wakeup'); // no request waits for it
  let here: Wakeable | null = null;
  let waiting = new Map<string, ReadonlySet<string>>();
  let sending = false;
  /** Queues whose worker here is being waited for. */
  const offered = new Set<string>();

  async function callAnother(call: Call): Promise<void> {
    await listener
      .query(CALL_ONE, [JSON.stringify(call), call.asked])
      .catch((error: unknown) => log.warn({ err: error }, 'the jobs are found by the next look'));
  }

  /** Calls for all the queues that came meanwhile, those that were refused by the same processes together. */
  async function callOthers(): Promise<void> {
    sending = true;
    while (waiting.size > 0) {
      const groups = Map.groupBy(waiting, ([, asked]) => [...asked].sort().join());
      waiting = new Map();
      for (const group of groups.values()) {
        const asked = [...(group[0]?.[1] ?? [])];
        await callAnother({ queues: group.map(([queue]) => queue), asked });
      }
    }
    sending = false;
  }

  function pass(queue: string, asked: readonly string[]): void {
    const all = new Set(self ? [...asked, self] : asked);
    const before = waiting.get(queue);
    waiting.set(queue, before ? before.intersection(all) : all);
    if (!sending) void scope.runInAsyncScope(callOthers);
  }

  async function offer(queue: string, asked: readonly string[]): Promise<void> {
    if (!here?.queues.has(queue)) return pass(queue, asked);
    if (offered.has(queue)) return;
    offered.add(queue);
    const taken = await here.take(queue);
    offered.delete(queue);
    if (!taken) pass(queue, asked);
  }

  if (self) {
    await listener.listen(self, {
      onPayload(payload) {
        const { queues, lookInMs, asked } = JSON.parse(payload) as Call; // we wrote it
        if (lookInMs !== undefined) here?.lookWithin(lookInMs);
        for (const queue of queues) void offer(queue, asked);
      },
      onGap: () => here?.lookWithin(0),
    });
  }
  return {
    wake(queues) {
      for (const queue of queues) void offer(queue, []);
    },
    wakeAt(at) {
      const lookInMs = Math.max(0, at.getTime() - Date.now());
      if (lookInMs > LOOK_EVERY_MS) return;
      if (here) here.lookWithin(lookInMs);
      else void callAnother({ queues: [], lookInMs, asked: [] });
    },
    callHelp(queue) {
      if (!sending) pass(queue, []);
    },
    serve(worker) {
      here = worker;
    },
  };
}
