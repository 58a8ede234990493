import { createContext, Script } from 'node:vm';

/** Work was stopped because it took too long. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

const sandbox = createContext({ work: undefined as undefined | (() => unknown) });
const script = new Script('work()');

/** Share of the limit that counts as all of it, because starting and stopping the work takes time too. */
const ALL_OF_IT = 0.9;

/** A run can take this many times the limit while other processes use the processor. */
const LONGEST_WAIT = 32;

/**
 * Runs synchronous work and stops it, at any point, after `limitMs` of processor time. The timeout measures wall
 * time, which also passes while other processes use a busy machine, so work that got less than the limit is run
 * again with twice the time. Stopped work may leave its state half changed, so `letGo` is called after each stop.
 * Throws TimeIsUp. A separate thread watches the clock, which costs up to a millisecond.
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
      if (hadMs < limitMs * ALL_OF_IT && timeoutMs < limitMs * LONGEST_WAIT) continue;
      throw new TimeIsUp(`The work took more than ${limitMs} ms.`, { cause: error });
    }
  }
}

function run<T>(timeoutMs: number, work: () => T): T {
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout: timeoutMs }) as T; // the return value from `work`
  } finally {
    sandbox.work = undefined;
  }
}

/** The error may belong to another realm, so its class can't be compared. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
