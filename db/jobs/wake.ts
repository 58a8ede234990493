import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '#kit/log.ts';
import type { Listener } from './listener.ts';

/** A process's workers that can be woken. */
export interface Wakeable {
  /** Names of the queues it processes. */
  readonly queues: ReadonlySet<string>;
  /**
   * Takes jobs from a queue. Resolves to true once they're fetched, or to false if the worker stays busy with
   * other jobs.
   */
  readonly take: (queue: string) => Promise<boolean>;
  /** Called when a job will be due within this time. */
  readonly lookWithin: (ms: number) => void;
}

/** Wakes one worker for new jobs, in this process or another, so that workers don't have to poll. */
export interface Wakeup {
  /**
   * Jobs on these queues have been committed. Returns immediately; if a call is lost, its jobs wait for the
   * next poll.
   */
  readonly wake: (queues: Iterable<string>) => void;
  /** A job scheduled for this instant has been committed. */
  readonly wakeAt: (at: Date) => void;
  /** More jobs are waiting on a queue than this process takes: requests help from another idle process. */
  readonly callHelp: (queue: string) => void;
  /** Registers this process's workers. */
  readonly serve: (worker: Wakeable) => void;
}

export interface OpenWakeup {
  readonly listener: Pick<Listener, 'listen' | 'query'>;
  /** Name of the listening connection; null in a process without workers. */
  readonly worker: string | null;
  readonly log: Logger;
}

/**
 * Name prefix for listening connections in processes with workers; the NOTIFY channel has the connection's
 * name.
 */
export const WORKER_PREFIX = 'platform-worker-';

/** A request from one process to another. `asked` lists the processes that couldn't help. */
interface Call {
  readonly queues: readonly string[];
  readonly lookInMs?: number;
  readonly asked: readonly string[];
}

/**
 * PostgreSQL has the list of connected workers: picks a random one not in `asked`. `asked` includes the
 * connection's own process if it has workers.
 */
const CALL_ONE = `
  SELECT pg_notify(application_name, $1) FROM (
    SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '${WORKER_PREFIX}%' AND application_name <> ALL ($2)
    ORDER BY random() LIMIT 1) one`;

/** Pause after a call that found no other process: a process that starts takes its jobs within this time. */
const ALONE_MS = 1_000;

/** Polling finds jobs that come due later than this. */
export const LOOK_EVERY_MS = 10_000;

/**
 * Opens the wakeup. NOTIFY makes commits that carry it wait for one another, disk writes included, so the
 * transaction that schedules a job never sends it. Instead one NOTIFY follows the commit, covering all queues
 * gathered since the last one.
 */
export async function openWakeup({ listener, worker: self, log }: OpenWakeup): Promise<Wakeup> {
  const scope = new AsyncResource('wakeup'); // no request waits for it
  let here: Wakeable | null = null;
  let waiting = new Map<string, ReadonlySet<string>>();
  let sending = false;
  /** Until then, this process counts as the only one, so that its own jobs don't make it list connections again and again. */
  let aloneUntil = 0;
  /** Queues waiting for their worker in this process. */
  const offered = new Set<string>();

  async function callAnother(call: Call): Promise<void> {
    const asksAll = call.asked.every((name) => name === self);
    try {
      const called = await listener.query(CALL_ONE, [JSON.stringify(call), call.asked]);
      if (asksAll) aloneUntil = called > 0 ? 0 : performance.now() + ALONE_MS;
    } catch (error) {
      log.warn({ err: error }, 'Failed to wake another process; the next scan will find the jobs');
    }
  }

  /** Calls other processes for all gathered queues, grouping queues that the same processes refused. */
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
    if (here && performance.now() < aloneUntil) return;
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
