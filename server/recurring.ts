import type { SubgraphContext } from '#db/context.ts';
import type { RecurringJob } from '#db/subgraph.ts';
import { openAlarm } from '#kit/alarm.ts';
import { within } from '#kit/deadline.ts';
import { recordMetric } from '#kit/metrics.ts';

/** A recurring job in this process. */
export interface Repeated {
  readonly name: string;
  /** Runs the job soon; null if it runs only at its interval. */
  readonly wake: (() => void) | null;
  readonly stop: () => Promise<void>;
}

/** A run that takes longer continues while the next one starts, since such jobs may run concurrently. */
const LONGEST_RUN_MS = 120_000;

/** Interval for checking whether a wrong clock is right again. */
const WRONG_CLOCK_MS = 5_000;

/** Runs a job now, and again `everyMs` after each run; a failed run is logged and doesn't stop later ones. */
export function repeat(
  { name, everyMs, soonMs, deletes = false, run }: RecurringJob,
  newContext: () => SubgraphContext,
): Repeated {
  const intervalMs = everyMs(newContext().config);
  const alarm = openAlarm(async () => {
    const ctx = newContext();
    if (ctx.clock.isRight?.() === false) return alarm.within(Math.min(intervalMs, WRONG_CLOCK_MS));
    try {
      if (deletes && (await ctx.clock.mayDelete?.()) === false) return alarm.within(intervalMs);
      await within(LONGEST_RUN_MS, `The job ${name}`, run(ctx));
      recordMetric('recurringRun', { job: name, outcome: 'done' });
    } catch (error) {
      recordMetric('recurringRun', { job: name, outcome: 'failed' });
      ctx.log.error({ err: error, job: name }, 'Failed to run a recurring job');
    }
    alarm.within(intervalMs);
  });
  alarm.within(0);
  return {
    name,
    wake: soonMs === undefined ? null : () => alarm.within(soonMs),
    stop: alarm.stop,
  };
}
