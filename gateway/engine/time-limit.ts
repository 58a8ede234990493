import { createContext, Script } from 'node:vm';

/** Work that was ended because it took too long. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

const sandbox = createContext({ work: undefined as undefined | (() => unknown) });
const script = new Script('work()');

/**
 * Runs synchronous work and ends it after `timeoutMs`, wherever it is then: what it was about to change may be half changed,
 * so let go of it. Throws TimeIsUp. A thread of its own watches the clock, which costs up to a millisecond.
 */
export function withinTime<T>(timeoutMs: number, work: () => T): T {
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout: timeoutMs }) as T; // what `work` returned
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new TimeIsUp(`The work took more than ${timeoutMs} ms.`, { cause: error });
  } finally {
    sandbox.work = undefined;
  }
}

/** The error may belong to another realm, so its class says nothing. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
