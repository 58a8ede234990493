import type { TaskStatus } from './status.ts';
import { CLEANING } from './task-types.ts';

/**
 * What a task's change of status says about its property: ready for the next guest (true), not ready (false), or nothing (null).
 * Only cleanings say anything. See docs/interface/tasks.md#states.
 */
export function guestReadyAfter(taskType: string, from: TaskStatus, to: TaskStatus): boolean | null {
  if (taskType !== CLEANING || from === to) return null;
  if (to === 'COMPLETED' || to === 'VERIFIED') return true;
  return from === 'COMPLETED' ? false : null;
}
