import { AsyncResource } from 'node:async_hooks';

/** Something that is done at the earliest of the instants it was asked for, never twice at once. */
export interface Alarm {
  /** It is done this soon at the latest; where it is under way, it is done again afterwards. */
  readonly within: (ms: number) => void;
  /** It is not done any more. Resolves when what is under way has ended. */
  readonly stop: () => Promise<void>;
}

/** Sets an alarm for nothing yet. `ring` must not reject. */
export function openAlarm(ring: () => Promise<void>): Alarm {
  const scope = new AsyncResource('alarm'); // it belongs to no request that asked for it
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
