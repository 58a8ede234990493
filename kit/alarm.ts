import { AsyncResource } from 'node:async_hooks';

/** Runs a task at the earliest requested time and never concurrently with itself. */
export interface Alarm {
  /** Runs the task within this time; if it's running, runs it again afterwards. */
  readonly within: (ms: number) => void;
  /** Stops further runs. Resolves once the current run, if any, has ended. */
  readonly stop: () => Promise<void>;
}

/** Opens an alarm that isn't set. `ring` must not reject. */
export function openAlarm(ring: () => Promise<void>): Alarm {
  const scope = new AsyncResource('alarm'); // detached from the request that triggered it
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  let ringing: Promise<void> | null = null;
  let stopped = false;

  function set(): void {
    clearTimeout(timer);
    if (stopped || ringing || ringsAt === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(go, Math.max(0, ringsAt - performance.now()));
  }

  function go(): void {
    ringsAt = Number.POSITIVE_INFINITY;
    ringing = scope.runInAsyncScope(ring).finally(() => {
      ringing = null;
      set();
    });
  }

  return {
    within(ms) {
      ringsAt = Math.min(ringsAt, performance.now() + ms);
      set();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ringing;
    },
  };
}
