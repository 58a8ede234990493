import { type Party, roleOf } from './party.ts';
import { isAssignable } from './status.ts';
import { type Decision, describeTargets, type TaskState } from './transition.ts';

/** Kinds of worker (docs/interface/tasks.md#assigning). */
export type AssigneeType = 'user' | 'app' | 'external';

/** Who does a task. */
export interface Assignee {
  readonly type: AssigneeType;
  /** As the assigner named them, 1 to 200 characters. */
  readonly name: string;
}

/** Who the fallback puts in charge when no app answered in time: the host's own people. */
export const FALLBACK_ASSIGNEE: Assignee = { type: 'user', name: 'Host team' };

/** A task with the assignment it has, if any. */
export interface AssignableTask extends TaskState {
  readonly assignee: Assignee | null;
}

/**
 * Whether a party may put an assignee in charge of a task: the one decision for apps, host and fallback alike. The first one
 * wins; only the same assigner or the host may change it, and only before work starts. `ALREADY_ASSIGNED` names who was first.
 * See docs/interface/tasks.md#states, docs/interface/tasks.md#assigning.
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
      message: `A task that is ${status} cannot be assigned. ${describeTargets(status, role)}`,
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
