import type { TaskStatus } from './status.ts';

/** State of a property's other blocking tasks. */
export interface BlockingTasks {
  /** True if another task is unfinished. */
  readonly waiting: boolean;
  /** True if another task was done since this one was created. */
  readonly done: boolean;
}

/**
 * Returns a property's readiness after a blocking task changed: ready for the next guest (true), not ready
 * (false), or unchanged (null). It's ready when no blocking task is waiting, even if the last one was
 * cancelled. See docs/interface/tasks.md#guest-ready.
 */
export function guestReadyAfter(
  from: TaskStatus,
  to: TaskStatus,
  { waiting, done }: BlockingTasks,
): boolean | null {
  if (from === to) return null;
  if (isDone(to)) return waiting ? null : true;
  if (isDone(from)) return false;
  return to === 'CANCELLED' && done && !waiting ? true : null;
}

const isDone = (status: TaskStatus): boolean => status === 'COMPLETED' || status === 'VERIFIED';
