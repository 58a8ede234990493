import { randomUUID } from 'node:crypto';
import type { Logger } from '#kit/log.ts';
import type { Listener } from './listener.ts';

/** Notifies workers, here and in other processes, of new jobs, so that they need not wait for their next poll. */
export interface Wakeup {
  /** Jobs were booked on these queues, and are committed. Returns at once; a lost call costs one polling interval. */
  readonly wake: (queues: ReadonlySet<string>) => void;
  /** Calls `notify` when jobs came on a queue. */
  readonly onWake: (queue: string, notify: () => void) => void;
}

const CHANNEL = 'jobs';

export interface OpenWakeup {
  readonly listen: Listener['listen'];
  readonly notify: (channel: string, payload: string) => Promise<void>;
  readonly log: Logger;
}

/**
 * Opens it. NOTIFY makes the commits that carry it wait for one another, disk included, so it is never sent in the
 * transaction that books a job: it follows the commit, one for all the queues that came meanwhile.
 */
export async function openWakeup({ listen, notify, log }: OpenWakeup): Promise<Wakeup> {
  const self = randomUUID();
  const sleepers = new Map<string, (() => void)[]>();
  let waiting = new Set<string>();
  let sending = false;

  const rouse = (queues: Iterable<string>) => {
    for (const queue of queues) for (const sleeper of sleepers.get(queue) ?? []) sleeper();
  };

  async function notifyOthers(): Promise<void> {
    sending = true;
    while (waiting.size > 0) {
      const queues = [...waiting];
      waiting = new Set();
      await notify(CHANNEL, JSON.stringify({ from: self, queues })).catch((error: unknown) => {
        log.warn({ err: error }, 'other processes will find the jobs at their next poll');
      });
    }
    sending = false;
  }

  await listen(CHANNEL, {
    onPayload(payload) {
      const { from, queues } = JSON.parse(payload) as { from: string; queues: string[] }; // we wrote it
      if (from !== self) rouse(queues);
    },
    onGap: () => rouse(sleepers.keys()),
  });
  return {
    wake(queues) {
      if (queues.size === 0) return;
      rouse(queues);
      for (const queue of queues) waiting.add(queue);
      if (!sending) void notifyOthers();
    },
    onWake(queue, notifyWorker) {
      sleepers.set(queue, [...(sleepers.get(queue) ?? []), notifyWorker]);
    },
  };
}
