import type { TaskStatus } from './status.ts';

/** What is known of the other tasks that a property waits for. */
export interface BlockingTasks {
  /** Whether one of them is still to be done. */
  readonly waiting: boolean;
  /** Whether one of them was done since this task was created. */
  readonly done: boolean;
}

/**
 * What the change of a task that its property waits for says about the property: ready for the next guest (true), not ready
 * (false), or nothing (null). It is ready once none of them waits: also where the last one that did is cancelled.
 * See docs/interface/tasks.md#guest-ready.
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
