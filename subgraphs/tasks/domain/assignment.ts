import { type Party, roleOf } from './party.ts';
import { isAssignable } from './status.ts';
import { type Decision, describeTargets, type TaskState } from './transition.ts';

/** Worker types (docs/interface/tasks.md#assigning). */
export type AssigneeType = 'user' | 'app' | 'external';

/** A task's worker. */
export interface Assignee {
  readonly type: AssigneeType;
  /** Name given by the assigner, 1 to 200 characters. */
  readonly name: string;
}

/** Fallback assignee if no app responds in time: the host's own team. */
export const FALLBACK_ASSIGNEE: Assignee = { type: 'user', name: 'Host team' };

/** A task with its assignment, if any. */
export interface AssignableTask extends TaskState {
  readonly assignee: Assignee | null;
}

/**
 * Decides if a party can assign a task, equally for apps, host and fallback. The first assignment wins; only
 * its assigner or the host can change it, and only before work starts. `ALREADY_ASSIGNED` names the current
 * assigner. See docs/interface/tasks.md#states, docs/interface/tasks.md#assigning.
 */
export function decideAssignment(task: AssignableTask, assignee: Assignee, by: Party): Decision {
  const role = roleOf(by);
  const { assignedBy, status } = task;
  if (assignedBy !== null && assignedBy !== by && role !== 'host' && status !== 'CANCELLED') {
    return {
      kind: 'refuse',
      field: ['input', 'id'],
      message: `The task is already assigned by ${describeAssigner(assignedBy)}.`,
      code: 'ALREADY_ASSIGNED',
    };
  }
  if (!isAssignable(status, role)) {
    return {
      kind: 'refuse',
      field: ['input', 'id'],
      message: `A task that is ${status} can't be assigned. ${describeTargets(status, role)}`,
      code: 'INVALID_TRANSITION',
    };
  }
  const same =
    assignedBy === by && task.assignee?.type === assignee.type && task.assignee.name === assignee.name;
  return { kind: same ? 'keep' : 'change' };
}

function describeAssigner(party: Party): string {
  return { app: 'another app', host: 'the host', platform: 'the fallback' }[roleOf(party)];
}
