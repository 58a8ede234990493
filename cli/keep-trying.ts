import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure } from './api/problem.ts';
import { EXIT, Failure } from './failure.ts';
import { err, remark } from './terminal/output.ts';

const LONGEST_PAUSE_MS = 30_000;

/** Repeats work until the command ends. After a temporary failure, it retries with increasing delays. */
export async function keepTrying(work: () => Promise<void>): Promise<never> {
  for (let failures = 0; ; ) {
    try {
      await work();
      failures = 0;
    } catch (error) {
      if (!(error instanceof Failure) || isFinal(error)) throw error;
      failures += 1;
      const pauseMs = pauseAfter(error, failures);
      remark(`${err.yellow(error.message)} Retrying in ${Math.ceil(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}

/** True if a retry can't change the refusal. */
function isFinal(failure: Failure): boolean {
  if (!(failure instanceof ApiFailure)) return failure.exitCode !== EXIT.failed;
  return failure.status < 500 && failure.status !== 429;
}

function pauseAfter(failure: Failure, failures: number): number {
  const asked = failure instanceof ApiFailure ? failure.retryAfterSeconds : undefined;
  if (asked !== undefined) return asked * 1000;
  return Math.min(1000 * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}
