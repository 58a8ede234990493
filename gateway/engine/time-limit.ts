import { createContext, Script } from 'node:vm';

/** Work that was ended because it took too long. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

const sandbox = createContext({ work: undefined as undefined | (() => unknown) });
const script = new Script('work()');

/** A run may take this many times the limit where others have the processor. */
const LONGEST_WAIT = 8;

/**
 * Runs synchronous work and ends it once it had the processor for `limitMs`, wherever it is then. A clock ends it, which others
 * on a busy machine use up, too: work that had less than half of the limit is run again with twice the time. What it was
 * about to change may be half changed: `letGo` is called each time it is ended. Throws TimeIsUp. A thread of its own watches
 * the clock, which costs up to a millisecond.
 */
export function withinTime<T>(limitMs: number, work: () => T, letGo: () => void = () => {}): T {
  for (let timeoutMs = limitMs; ; timeoutMs *= 2) {
    const before = process.threadCpuUsage();
    try {
      return run(timeoutMs, work);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      letGo();
      const { user, system } = process.threadCpuUsage(before);
      const hadMs = (user + system) / 1000;
      if (hadMs < limitMs / 2 && timeoutMs < limitMs * LONGEST_WAIT) continue;
      throw new TimeIsUp(`The work took more than ${limitMs} ms.`, { cause: error });
    }
  }
}

function run<T>(timeoutMs: number, work: () => T): T {
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout: timeoutMs }) as T; // what `work` returned
  } finally {
    sandbox.work = undefined;
  }
}

/** The error may belong to another realm, so its class reveals nothing. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
